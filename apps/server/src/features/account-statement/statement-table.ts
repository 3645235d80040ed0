import type { Output } from '@ronghui/contract';
import { ageNames, postingNames } from '@ronghui/domain/account-statement';
import { type BillDirection, billStatusNames } from '@ronghui/domain/bill';
import { dayOf } from '@ronghui/domain/calendar';
import { differenceOf, type FenSum, noFen, rmbText } from '@ronghui/domain/money';
import type { FilterWord } from '#kernel/files/table/about-words';
import type { TableColumn, TableTotal } from '#kernel/files/table/table';
import type { ExportedPosting } from './account-statement.sql.ts';

/** What the two directions are called for who reads the file. */
export type DirectionNames = Readonly<Record<BillDirection, string>>;

const money = ['增加（元）', '减少（元）'] as const;
const [raised, lowered] = money;

/** The columns of a statement of account as a file: each posting with the balance of its direction after it. @source receipts 3.2 */
export const statementColumns = (names: DirectionNames): readonly TableColumn<ExportedPosting>[] => [
  { kind: 'text', head: '方向', width: 10, value: (row) => names[row.direction] },
  { kind: 'day', head: '日期', width: 12, value: (row) => dayOf(row.at) },
  { kind: 'text', head: '事项', width: 12, value: (row) => postingNames[row.kind] },
  { kind: 'text', head: '摘要', width: 32, value: (row) => row.title },
  { kind: 'text', head: '单号', width: 24, value: (row) => row.item_no },
  { kind: 'text', head: '账单状态', width: 12, value: (row) => row.bill_status && billStatusNames[row.bill_status] },
  { kind: 'money', head: raised, width: 16, value: (row) => (row.amount_fen > 0 ? row.amount_fen : null) },
  {
    kind: 'money',
    head: lowered,
    width: 16,
    value: (row) => (row.amount_fen > 0 ? null : differenceOf(noFen, row.amount_fen)),
  },
  { kind: 'money', head: '余额（元）', width: 18, value: (row) => row.balance_fen },
  { kind: 'day', head: '到账日', width: 12, value: (row) => row.value_on },
  { kind: 'text', head: '银行流水号', width: 24, value: (row) => row.serial },
  { kind: 'text', head: '收款编号', width: 24, value: (row) => row.receipt_no },
];

/** What raised and lowered each direction, below the rows; the two are never added. */
export const statementTotals = (names: DirectionNames): readonly TableTotal<ExportedPosting>[] =>
  (['payable', 'receivable'] as const).map((direction) => ({
    label: `${names[direction]}发生额`,
    counts: (row) => row.direction === direction,
    heads: money,
  }));

const sideWords = (name: string, side: Output<'accountStatement.sum'>['payable']): readonly FilterWord[] => {
  const line = (label: string, amount: FenSum): FilterWord => [`${name} · ${label}`, rmbText(amount)];
  return [
    line('期初', side.openingAmount),
    line('期末', side.closingAmount),
    line('期末 · 其中待确认', side.pendingAmount),
    line('期末 · 其中差异处理中', side.disputedAmount),
    ...side.ages.flatMap(({ band, count, amount }) => (count === 0 ? [] : [line(`期末 · ${ageNames[band]}`, amount)])),
  ];
};

/** What the file says beside its rows: balances, ages, unapplied money, and the digest of a statement whose last day is over. @source receipts 3.1, receipts 3.2 */
export const statementWords = (
  { payable, receivable, unapplied, isFinal, sha256 }: Output<'accountStatement.sum'>,
  names: DirectionNames,
): readonly FilterWord[] => [
  ...sideWords(names.payable, payable),
  ...sideWords(names.receivable, receivable),
  ['预收款 · 期初', rmbText(unapplied.openingAmount)],
  ['预收款 · 收到', rmbText(unapplied.inAmount)],
  ['预收款 · 认款', rmbText(unapplied.appliedAmount)],
  ['预收款 · 退款', rmbText(unapplied.refundedAmount)],
  ['预收款 · 期末', rmbText(unapplied.closingAmount)],
  ['预收款 · 其中核对中', rmbText(unapplied.inCheckAmount)],
  ['指纹（SHA-256）', isFinal ? sha256 : '最后一天还没有过完，没有指纹'],
];
