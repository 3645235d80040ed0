import { billDirectionNames } from '@ronghui/domain/bill';
import { fen } from '@ronghui/domain/money';
import { groupName, itemReason, reconKindNames, reconKinds, reconRules } from '@ronghui/domain/recon';
import { countExportedItems, type ExportedItem, exportedItems, findExportedRun } from '#features/recon/recon.reads';
import { word } from '#kernel/files/table/about-words';
import { exportedList } from '../export-kind.ts';

const money = ['商户账金额（元）', '平台账金额（元）', '差额（元）'] as const;
const [ledger, lines, difference] = money;

const kindName = ({ kind }: ExportedItem): string => {
  const name = reconKinds[kind];
  return name === undefined ? '' : reconKindNames[name];
};
/** The places are the domain's. */
const factsOf = ({ kind, rule, ledger_count, line_count, difference_rule, ledger_on, line_on }: ExportedItem) => ({
  kind: reconKinds[kind] ?? 'matched',
  rule: reconRules[rule] ?? 'none',
  ledgerCount: ledger_count,
  lineCount: line_count,
  differenceRule: difference_rule,
  ledgerOn: ledger_on,
  lineOn: line_on,
});
/** One number as it is shown beside the rows that have none. */
const orNone = (amount: number | null) => (amount === null ? null : fen(amount));
const decision = ({ is_accepted, feedback_no }: ExportedItem): string =>
  feedback_no === null ? (is_accepted ? '已认可' : '') : `差异反馈 ${feedback_no}`;

/** The result of a reconciliation: all rows of all items with their kinds, groups and reasons (R13.3). */
export const reconList = exportedList<'recon', ExportedItem>({
  kind: 'recon',
  words: async (db, tenantId, { runId }) => {
    const run = await findExportedRun(db, tenantId, runId);
    return [
      ...word('账期', run?.stage_name),
      ...word('方向', run && billDirectionNames[run.direction]),
      ...word('商户账', run?.name),
    ];
  },
  faults: async (db, tenantId, { runId }) =>
    (await findExportedRun(db, tenantId, runId)) === undefined
      ? [{ field: 'runId', message: '没有这次对账的结果' }]
      : [],
  count: (db, { tenantId, filter }) => countExportedItems(db, tenantId, filter.runId),
  rows: async ({ tenantId, filter }, db) =>
    exportedItems(tenantId, (await findExportedRun(db, tenantId, filter.runId))?.run_no ?? 0),
  layout: async () => ({
    columns: [
      { kind: 'count', head: '序号', width: 10, value: (row) => row.item_no },
      { kind: 'text', head: '结果', width: 12, value: kindName },
      { kind: 'text', head: '组', width: 10, value: (row) => groupName(factsOf(row)) },
      { kind: 'text', head: '依据', width: 40, value: (row) => itemReason(factsOf(row)) },
      { kind: 'count', head: '商户账行', width: 10, value: (row) => row.row_no },
      { kind: 'text', head: '商户账编号', width: 24, value: (row) => row.ledger_reference },
      { kind: 'text', head: '对方', width: 20, value: (row) => row.counterparty },
      { kind: 'day', head: '商户账日期', width: 12, value: (row) => row.ledger_on },
      { kind: 'money', head: ledger, width: 18, value: (row) => orNone(row.ledger_fen) },
      { kind: 'text', head: '平台账编号', width: 24, value: (row) => row.line_reference },
      { kind: 'day', head: '平台账日期', width: 12, value: (row) => row.line_on },
      { kind: 'money', head: lines, width: 18, value: (row) => orNone(row.line_fen) },
      { kind: 'money', head: difference, width: 16, value: (row) => orNone(row.difference_fen) },
      { kind: 'text', head: '账单号', width: 24, value: (row) => row.bill_no },
      { kind: 'text', head: '明细编号', width: 20, value: (row) => row.line_id },
      { kind: 'text', head: '处理', width: 22, value: decision },
      { kind: 'text', head: '备注', width: 30, value: (row) => row.note },
    ],
    totals: [{ label: '合计', counts: () => true, heads: money, amountOf: difference }],
  }),
});
