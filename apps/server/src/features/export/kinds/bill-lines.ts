import { billDirectionNames } from '@ronghui/domain/bill';
import { type LineWords, lineWords } from '@ronghui/domain/export';
import { rmbText } from '@ronghui/domain/money';
import {
  countExportedBillLines,
  type ExportedBillLine,
  exportedBillLines,
  hasIssuedBill,
  isBillOfLoans,
  type LineExplanation,
  listBillRules,
  readLineExplanation,
} from '#features/bill/bill.reads';
import { type FilterWord, word } from '#kernel/files/table/about-words';
import type { TableColumn } from '#kernel/files/table/table';
import { exportedList } from '../export-kind.ts';

/** A version in words, and its table by tier: each tier as it was reckoned, and what stands beside the tiers. */
const ruleWords = ({
  text,
  share,
  tiers = [],
}: Awaited<ReturnType<typeof listBillRules>>[number]): readonly FilterWord[] => [
  ['计费规则', `${text}${share}`],
  ...tiers.map(
    ({ label, basis, charge, amount }): FilterWord =>
      basis === undefined
        ? [label, rmbText(amount, { sign: 'always' })]
        : [label, `${basis} × ${charge} = ${rmbText(amount)}`],
  ),
];

const [fee, stands] = ['费用（元）', '反馈调整后（元）'];

/** The columns of the lines of a bill. */
const lineColumns = (
  { reference, person, basis }: LineWords,
  explained: LineExplanation,
): readonly TableColumn<ExportedBillLine>[] => [
  { kind: 'count', head: '序号', width: 10, value: (row) => row.place },
  { kind: 'text', head: reference, width: 24, value: (row) => row.loan_no },
  { kind: 'day', head: '日期', width: 12, value: (row) => row.occurred_on },
  { kind: 'text', head: person, width: 10, value: (row) => row.borrower_masked },
  { kind: 'money', head: `${basis}（元）`, width: 18, value: (row) => row.loan_fen },
  { kind: 'count', head: '数量', width: 10, value: (row) => row.quantity },
  { kind: 'text', head: '单位', width: 8, value: (row) => row.unit },
  { kind: 'text', head: '方向', width: 8, value: (row) => billDirectionNames[row.direction] },
  { kind: 'money', head: fee, width: 16, value: (row) => row.fee_fen },
  { kind: 'money', head: stands, width: 18, value: (row) => row.stands_fen },
  { kind: 'text', head: '计算', width: 48, value: explained.computation },
  { kind: 'text', head: '计费规则', width: 30, value: explained.rule },
  { kind: 'text', head: '更正的明细', width: 20, value: (row) => row.corrects_line_id },
  { kind: 'text', head: '明细编号', width: 20, value: (row) => row.line_id },
];

/** The lines of one bill, in its order (R10.3). */
export const billLineList = exportedList<'billLines', ExportedBillLine>({
  kind: 'billLines',
  words: async (_db, _tenantId, { billNo, loanNo }) => [...word('账单号', billNo), ...word('业务编号', loanNo)],
  faults: async (db, tenantId, { billNo }) =>
    (await hasIssuedBill(db, tenantId, billNo)) ? [] : [{ field: 'billNo', message: '没有这张账单' }],
  count: (db, { tenantId, filter }) => countExportedBillLines(db, tenantId, filter),
  rows: ({ tenantId, filter }) => exportedBillLines(tenantId, filter),
  layout: async (db, { tenantId, filter: { billNo } }) => ({
    columns: lineColumns(
      lineWords(await isBillOfLoans(db, tenantId, billNo)),
      await readLineExplanation(db, tenantId, billNo),
    ),
    // A bill has one direction.
    totals: [{ label: '合计', counts: () => true, heads: [fee, stands], amountOf: stands }],
    about: (await listBillRules(db, tenantId, billNo)).flatMap(ruleWords),
  }),
});
