import { Readable } from 'node:stream';
import type { Input, receiptOperations } from '@ronghui/contract';
import { dayOf } from '@ronghui/domain/calendar';
import { shanghaiTime } from '@ronghui/domain/csv';
import { applicationStateNames, receiptFileNames } from '@ronghui/domain/receipt/receipt-file';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Db, Snapshot } from '#kernel/database/db';
import { momentOfSnapshot, type Streamed, streamRows } from '#kernel/database/row-stream.sql';
import {
  type FilterWord,
  filterText,
  rangeWords,
  summaryWords,
  thousands,
  word,
} from '#kernel/files/table/about-words';
import { csvTable } from '#kernel/files/table/csv-table';
import type { TableColumn, TableTotal } from '#kernel/files/table/table';
import { xlsxTable } from '#kernel/files/table/xlsx-table';
import type { ReceiptFilter } from '../receipt.sql.ts';
import { findTenantName } from '../registered.sql.ts';
import {
  countRows,
  type ExportedApplication,
  type ExportedReceipt,
  exportedApplications,
  exportedReceipts,
} from './exported-receipts.sql.ts';

type Asked = Input<'ops.receipt.export'>;
type Context = HandlerContext<(typeof receiptOperations)['ops.receipt.export']>;

/** The most rows of one file: it is in memory until it is sent. */
const rowsAtMost = 20_000;

const writers = { xlsx: xlsxTable, csv: csvTable } as const;
const mimes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

interface FileOf<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly totals: readonly TableTotal<Row>[];
  readonly rows: Streamed<Row>;
}

const sourceNames = { bank: '银行流水', hand: '登记', channel: '支付通道' } as const;
const sums = ['金额（元）', '已认（元）', '退款中（元）', '已退（元）', '未认（元）'] as const;
const [amount, applied, refunding, refunded, unapplied] = sums;

const receiptFile = (filter: ReceiptFilter): FileOf<ExportedReceipt> => ({
  columns: [
    { kind: 'text', head: '收款编号', width: 24, value: (row) => row.receipt_no },
    { kind: 'day', head: '到账日', width: 12, value: (row) => row.received_on },
    { kind: 'text', head: '到账时间', width: 10, value: (row) => row.received_time },
    { kind: 'text', head: '商户', width: 28, value: (row) => row.tenant_name },
    { kind: 'text', head: '来源', width: 10, value: (row) => sourceNames[row.source] },
    { kind: 'text', head: '银行核对', width: 10, value: (row) => (row.is_confirmed ? '已核对' : '待银行核对') },
    { kind: 'text', head: '银行流水号', width: 24, value: (row) => row.serial },
    { kind: 'text', head: '收款账户', width: 24, value: (row) => row.own_account },
    { kind: 'text', head: '付款人', width: 28, value: (row) => row.payer_name },
    { kind: 'text', head: '付款银行', width: 24, value: (row) => row.payer_bank },
    { kind: 'text', head: '附言', width: 32, value: (row) => row.remark },
    { kind: 'money', head: amount, width: 16, value: (row) => row.amount_fen },
    { kind: 'money', head: applied, width: 16, value: (row) => row.applied_fen },
    { kind: 'money', head: refunding, width: 14, value: (row) => row.refunding_fen },
    { kind: 'money', head: refunded, width: 14, value: (row) => row.refunded_fen },
    { kind: 'money', head: unapplied, width: 16, value: (row) => row.unapplied_fen },
    { kind: 'text', head: '登记人', width: 12, value: (row) => row.registered_by },
    { kind: 'text', head: '登记时间', width: 20, value: (row) => shanghaiTime(row.created_at) },
  ],
  totals: [{ label: '合计', counts: () => true, heads: sums }],
  rows: exportedReceipts(filter),
});

const applicationFile = (filter: ReceiptFilter): FileOf<ExportedApplication> => ({
  columns: [
    { kind: 'text', head: '收款编号', width: 24, value: (row) => row.receipt_no },
    { kind: 'day', head: '到账日', width: 12, value: (row) => row.received_on },
    { kind: 'text', head: '银行流水号', width: 24, value: (row) => row.serial },
    { kind: 'text', head: '付款人', width: 28, value: (row) => row.payer_name },
    { kind: 'text', head: '商户', width: 28, value: (row) => row.tenant_name },
    { kind: 'text', head: '认到', width: 8, value: (row) => (row.kind === 'bill' ? '账单' : '订单') },
    { kind: 'text', head: '单号', width: 24, value: (row) => row.item_no },
    { kind: 'money', head: amount, width: 16, value: (row) => row.amount_fen },
    { kind: 'text', head: '状态', width: 10, value: (row) => applicationStateNames[row.state] },
    { kind: 'day', head: '认款日', width: 12, value: (row) => dayOf(row.at) },
    { kind: 'text', head: '认款时间', width: 20, value: (row) => shanghaiTime(row.at) },
    { kind: 'day', head: '撤销或退款日', width: 14, value: (row) => row.undone_at && dayOf(row.undone_at) },
    { kind: 'text', head: '办理人', width: 12, value: (row) => row.by_name },
  ],
  totals: (['applied', 'reversed', 'refunded'] as const).map((state) => ({
    label: `${applicationStateNames[state]}合计`,
    counts: (row) => row.state === state,
    heads: [amount],
  })),
  rows: exportedApplications(filter),
});

const filterWords = async (
  db: Db,
  { tenantId, serial, isUnapplied, isUnknown, from, to }: ReceiptFilter,
): Promise<readonly FilterWord[]> => [
  ...word('范围', isUnapplied === true ? '有未认款' : undefined),
  ...word('款项', isUnknown === undefined ? undefined : isUnknown ? '待查款' : '已知商户'),
  ...word('银行流水号', serial),
  ...word('商户', tenantId && (await findTenantName(db, tenantId))),
  ...rangeWords('到账日', from, to),
];

/** The pieces of a file, its rows and sums of one snapshot; undefined where there are too many. */
const piecesOf = async <Row>(
  view: Snapshot,
  { content, format, ...filter }: Asked,
  { columns, totals, rows }: FileOf<Row>,
): Promise<{ readonly found: number; readonly pieces: readonly Uint8Array[] } | undefined> => {
  const found = await countRows(view.db, rows, rowsAtMost);
  if (found > rowsAtMost) return undefined;
  const at = await momentOfSnapshot(view);
  const asked = filterText(await filterWords(view.db, filter));
  const pieces = await Array.fromAsync(
    writers[format]<Row>({
      name: receiptFileNames[content],
      columns,
      totals,
      pages: streamRows(view, rows),
      about: (summary) => [
        ['内容', receiptFileNames[content]],
        ['筛选条件', asked],
        ['数据时间', shanghaiTime(at)],
        ...summaryWords(summary),
      ],
      at,
    }),
  );
  return { found, pieces };
};

/** The receipts of a filter, or what their parts pay, as a file. @source R15.3, receipts 1.2 */
export const fileOfReceipts = async (asked: Asked, { db, snapshot, now, audit, fail }: Context) => {
  const { content, format, ...filter } = asked;
  if (filter.tenantId !== undefined && (await findTenantName(db, filter.tenantId)) === undefined)
    return fail('notFound');
  const view = await snapshot();
  try {
    const made = await (content === 'receipts'
      ? piecesOf(view, asked, receiptFile(filter))
      : piecesOf(view, asked, applicationFile(filter)));
    if (made === undefined)
      return fail('invalid', wrongField('from', `一次最多导出 ${thousands(rowsAtMost)} 行，请缩小日期范围`));
    const { found, pieces } = made;
    audit({ after: { content, format, rows: found, filter } });
    return {
      name: `${receiptFileNames[content]}-${dayOf(now)}.${format}`,
      mime: mimes[format],
      size: pieces.reduce((bytes, piece) => bytes + piece.length, 0),
      body: Readable.from(pieces),
    };
  } finally {
    await view.close();
  }
};
