import type { HeadNames } from '../table.ts';

/** What a column of a merchant's ledger can stand for. */
export const ledgerFields = [
  'reference',
  'occurredOn',
  'amount',
  'amountIn',
  'amountOut',
  'flow',
  'counterparty',
] as const;
export type LedgerField = (typeof ledgerFields)[number];

/** Their names on screen and in reports. */
export const ledgerFieldNames: Readonly<Record<LedgerField, string>> = {
  reference: '业务编号',
  occurredOn: '日期',
  amount: '金额',
  amountIn: '收入金额',
  amountOut: '支出金额',
  flow: '收/支',
  counterparty: '对方',
};

/** Signs of the amounts: as they stand, or turned round (what the merchant pays is often written below zero). */
export const ledgerSigns = ['asIs', 'reversed'] as const;
export type LedgerSign = (typeof ledgerSigns)[number];

/** The order in which a day is written, where its year does not come first. */
export const dayOrders = ['ymd', 'dmy', 'mdy'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** The unit of the amounts. */
export const ledgerUnits = ['yuan', 'fen'] as const;
export type LedgerUnit = (typeof ledgerUnits)[number];

/** How a ledger is read: its columns (the first is 0) and its formats. */
export interface LedgerMapping {
  readonly columns: Readonly<Partial<Record<LedgerField, number>>>;
  readonly sign: LedgerSign;
  readonly dayOrder: DayOrder;
  readonly unit: LedgerUnit;
}

/** What files call the columns, those of WeChat Pay and Alipay among them. */
export const ledgerHeads: HeadNames<LedgerField> = {
  reference: [
    '业务编号',
    '借据号',
    '借据编号',
    '贷款编号',
    '合同编号',
    '商户订单号',
    '商户单号',
    '订单号',
    '商家订单号',
    '流水号',
    '单号',
    '编号',
    'reference',
    'loanNo',
    'orderNo',
  ],
  occurredOn: ['业务日期', '交易时间', '交易日期', '发生时间', '放款日期', '记账日期', '入账时间', '日期', 'date'],
  amount: ['金额', '金额（元）', '交易金额', '订单金额', '服务费', '手续费', '费用', '放款金额', 'amount', 'fee'],
  amountIn: ['收入金额', '收入（+元）', '收入', '贷方金额', '贷方发生额', 'credit'],
  amountOut: ['支出金额', '支出（-元）', '支出', '借方金额', '借方发生额', 'debit'],
  flow: ['收/支', '收支类型', '收支', '资金流向'],
  counterparty: ['交易对方', '对方账户', '对方名称', '对方', '机构', '客户名称', 'counterparty'],
};

/** Why a ledger cannot be read by a mapping, as a sentence with its field; null where it can. @source R5.5 */
export const ledgerMappingFault = ({
  columns,
}: LedgerMapping): { readonly field: LedgerField; readonly message: string } | null => {
  const taken = new Map<number, LedgerField>();
  for (const field of ledgerFields) {
    const column = columns[field];
    if (column === undefined) continue;
    const other = taken.get(column);
    if (other !== undefined) {
      return { field, message: `“${ledgerFieldNames[field]}”与“${ledgerFieldNames[other]}”选了同一列` };
    }
    taken.set(column, field);
  }
  if (columns.occurredOn === undefined) return { field: 'occurredOn', message: '请选择“日期”所在的列' };
  const isSplit = columns.amountIn !== undefined || columns.amountOut !== undefined;
  if (columns.amount === undefined && !isSplit) return { field: 'amount', message: '请选择“金额”所在的列' };
  if (columns.amount !== undefined && isSplit) {
    return { field: 'amount', message: '“金额”与收入、支出金额只能选一种' };
  }
  if (columns.flow !== undefined && isSplit) return { field: 'flow', message: '已分收入与支出两列，不用再选“收/支”' };
  return null;
};
