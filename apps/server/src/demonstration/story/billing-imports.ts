import type { Input, Output } from '@ronghui/contract';
import type { LineField } from '@ronghui/domain/line-import';
import { fen, yuanText } from '@ronghui/domain/money';
import type { AddedLine } from '#features/bill/bill.steps';
import { DemonstrationRefused, uploadOf } from '../operation-call.ts';
import type { BillingBook, BillName } from './billing-book.ts';
import { stageCount } from './billing-calendar.ts';
import { billed, orgNames } from './billing-lines.ts';
import type { DaysAgo, Event, Stage } from './event.ts';

/** The bills of the open stage whose lines came in files. */
const [benefits, points] = ['flex-benefits/1', 'points-mall/4'] as const;
export const brought: readonly BillName[] = [benefits, points];

/** The columns of a file, by what they stand for. */
const columnsOf = (basis: 'loanAmount' | 'quantity'): readonly (readonly [LineField, string])[] => [
  ['tenant', '商户编号'],
  ['project', '项目名称'],
  ['product', '产品编号'],
  ['org', '机构名称'],
  ['loanNo', '业务编号'],
  ['occurredOn', '业务日期'],
  basis === 'loanAmount' ? ['loanAmount', '计费金额'] : ['quantity', '数量'],
  ['borrower', '客户姓名'],
];

interface GivenFile {
  readonly name: string;
  readonly of: BillName;
  /** What stands in the cell of a line's amount or number. */
  readonly cellOf: (line: AddedLine) => string;
  /** Rows that are no lines. */
  readonly more?: (lines: readonly AddedLine[]) => readonly (readonly string[])[];
  readonly choices?: Input<'ops.lineImport.start'>['choices'];
}

type Imported = Output<'ops.lineImport.get'>;

/** The finance of the provider brings a file of the open stage, which is imported at once. */
const bring = async ({ cast }: Stage, book: BillingBook, file: GivenFile): Promise<Imported> => {
  const { of, cellOf, more = () => [], choices } = file;
  const lines = book.lines(stageCount, (name) => name === of);
  const [productId, org] = of.split('/');
  const product = billed.find((each) => each.productId === productId);
  const rowOf = (line: AddedLine) => [
    cast.owner.tenantId,
    product?.project ?? '',
    line.productId,
    orgNames[Number(org) - 1] ?? '',
    line.loanNo,
    line.occurredOn,
    cellOf(line),
    line.borrowerMasked ?? '',
  ];
  const columns = columnsOf(product?.unit == null ? 'loanAmount' : 'quantity');
  const rows = [columns.map(([, head]) => head), ...lines.map(rowOf), ...more(lines)];
  const { facts, upload } = uploadOf(file.name, Buffer.from(rows.map((row) => row.join(',')).join('\r\n')));
  const stageId = book.stageId(stageCount);
  const { importId, version } = await book.finance.call('ops.lineImport.upload', { stageId, ...facts }, upload);
  const mapping = [
    ...columns.map(([field, name], column) => ({ field, column, name })),
    ...(product?.unit == null ? [] : [{ field: 'unit' as const, value: product.unit }]),
  ];
  await book.finance.call('ops.lineImport.start', { importId, version, mapping, ...(choices && { choices }) });
  await book.runSentJob('bill.importLines', { importId });
  const imported = await book.finance.call('ops.lineImport.get', { importId });
  if (imported.status !== 'done') throw new DemonstrationRefused(`${file.name}: ${imported.status}`);
  return imported;
};

/** An import is taken back, which its lines leave with. */
const takeBack = async (book: BillingBook, { importId, version }: Imported, reason: string): Promise<void> => {
  await book.finance.call('ops.lineImport.takeBack', { importId, version, reason });
  await book.runSentJob('bill.takeBackLines', { importId, staffId: book.finance.staffId, reason });
};

const amountOf = ({ loanFen }: AddedLine): number => loanFen ?? 0;
const yuan = (amount: number): string => yuanText(fen(amount), { grouping: false });

/** Files of lines of the open stage: one that was taken back for its amounts, the same again with rows that are no lines, and a plain one (R11.6). */
export const importEvents = (stage: Stage, book: BillingBook, ago: DaysAgo): readonly Event[] => {
  const month = book.days.opensOn(stageCount).slice(0, 7);
  let inFen: Imported | undefined;
  const bringInFen = async () => {
    const file = {
      name: `员工福利明细 ${month}.csv`,
      of: benefits,
      cellOf: (line: AddedLine) => String(amountOf(line)),
    };
    inFen = await bring(stage, book, file);
  };
  const takeBackInFen = async () => {
    if (inFen !== undefined) await takeBack(book, inFen, '金额列的单位是分，按元读入了；已改为按元导出，重新导入。');
  };
  const again: GivenFile = {
    name: `员工福利明细 ${month}（按元）.csv`,
    of: benefits,
    cellOf: (line) => yuan(amountOf(line)),
    more: (lines) => [
      [
        stage.cast.owner.tenantId,
        '员工福利',
        'flex-benefits',
        orgNames[0],
        `QY${month}-补`,
        lines[0]?.occurredOn ?? '',
        '待确认',
        '',
      ],
      ['合计', '', '', '', '', '', yuan(lines.reduce((sum, line) => sum + amountOf(line), 0)), ''],
    ],
    choices: { takeIn: [], leaveOutFaulty: 1 },
  };
  const plain: GivenFile = {
    name: `积分商城明细 ${month}.csv`,
    of: points,
    cellOf: ({ quantity }) => String(quantity ?? 0),
  };
  return [
    { at: ago(1, '17:32'), happens: bringInFen },
    { at: ago(1, '17:49'), happens: takeBackInFen },
    { at: ago(1, '18:04'), happens: () => bring(stage, book, again) },
    { at: ago(1, '18:12'), happens: () => bring(stage, book, plain) },
  ];
};
