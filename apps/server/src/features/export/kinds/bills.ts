import { billApprovalNames, billDirectionNames, billPaymentNames, billStatusNames } from '@ronghui/domain/bill';
import { lastDayBefore } from '@ronghui/domain/calendar';
import { shanghaiTime } from '@ronghui/domain/csv';
import { type BillFilter, countExportedBills, type ExportedBill, exportedBills } from '#features/bill/bill.reads';
import { rangeWords, word } from '#kernel/files/table/about-words';
import { dayFault, exportedList, type FilterOf, rangeFaults, rangeOf } from '../export-kind.ts';
import { dimensionFaults, dimensionWords } from './dimension-words.ts';

const filterOf = ({ from, to, ...filter }: FilterOf<'bills'>): BillFilter => ({
  ...filter,
  ...rangeOf({ from, to }),
});

const money = [
  '明细费用（元）',
  '最低收费补足（元）',
  '封顶减免（元）',
  '调整（元）',
  '金额（元）',
  '其中税额（元）',
  '已付（元）',
  '核销（元）',
] as const;
const [lines, minimum, cap, adjusted, amount, tax, paid, writtenOff] = money;

/** The bills of a tenant (R10.3). Payable and receivable are never added. */
export const billList = exportedList<'bills', ExportedBill>({
  kind: 'bills',
  words: async (db, tenantId, filter) => [
    ...word('账单号', filter.billNo),
    ...word('方向', filter.direction && billDirectionNames[filter.direction]),
    ...(await dimensionWords(db, tenantId, filter)),
    ...word('状态', filter.status && billStatusNames[filter.status]),
    ...word('复核', filter.approval && (billApprovalNames[filter.approval] || '无须复核')),
    ...word('付款', filter.payment && billPaymentNames[filter.payment]),
    ...rangeWords('付款到期', filter.dueFrom, filter.dueTo),
    ...rangeWords('出账日期', filter.from, filter.to),
  ],
  faults: async (db, tenantId, filter) => [
    ...rangeFaults(filter),
    ...dayFault('dueFrom', filter.dueFrom),
    ...dayFault('dueTo', filter.dueTo),
    ...(await dimensionFaults(db, tenantId, filter)),
  ],
  count: (db, { tenantId, filter, until }) => countExportedBills(db, tenantId, { filter: filterOf(filter), until }),
  rows: ({ tenantId, filter, until }) => exportedBills(tenantId, filterOf(filter), until),
  layout: async () => ({
    columns: [
      { kind: 'text', head: '账单号', width: 24, value: (row) => row.bill_no },
      { kind: 'text', head: '方向', width: 8, value: (row) => billDirectionNames[row.direction] },
      { kind: 'text', head: '账期', width: 16, value: (row) => row.stage_name },
      { kind: 'text', head: '项目', width: 16, value: (row) => row.project_name },
      { kind: 'text', head: '产品', width: 16, value: (row) => row.product_name },
      { kind: 'text', head: '机构', width: 16, value: (row) => row.org_name },
      { kind: 'count', head: '明细数', width: 10, value: (row) => row.line_count },
      { kind: 'money', head: lines, width: 18, value: (row) => row.lines_fen },
      { kind: 'money', head: minimum, width: 18, value: (row) => row.minimum_fen },
      { kind: 'money', head: cap, width: 18, value: (row) => row.cap_fen },
      { kind: 'money', head: adjusted, width: 14, value: (row) => row.adjusted_fen },
      { kind: 'money', head: amount, width: 18, value: (row) => row.amount_fen },
      { kind: 'money', head: tax, width: 16, value: (row) => row.tax_fen },
      { kind: 'money', head: paid, width: 18, value: (row) => row.paid_fen },
      { kind: 'money', head: writtenOff, width: 14, value: (row) => row.written_off_fen },
      { kind: 'text', head: '状态', width: 12, value: (row) => billStatusNames[row.status] },
      { kind: 'text', head: '复核', width: 10, value: (row) => billApprovalNames[row.approval] },
      { kind: 'day', head: '确认截止', width: 12, value: (row) => lastDayBefore(row.confirm_by) },
      {
        kind: 'text',
        head: '付款到期',
        width: 18,
        value: (row) => (row.due_is_expected ? `${row.due_on}（预计）` : row.due_on),
      },
      { kind: 'text', head: '出账时间', width: 20, value: (row) => shanghaiTime(row.issued_at) },
      {
        kind: 'text',
        head: '结清时间',
        width: 20,
        value: (row) => (row.settled_at === null ? '' : shanghaiTime(row.settled_at)),
      },
    ],
    totals: [
      { label: '应付合计', counts: ({ direction }) => direction === 'payable', heads: money, amountOf: amount },
      { label: '应收合计', counts: ({ direction }) => direction === 'receivable', heads: money, amountOf: amount },
    ],
  }),
});
