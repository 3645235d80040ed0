import {
  currencyHeads,
  flowHeads,
  type HeadNames,
  type MoneyUnit,
  moneyHeadFault,
  preambleFault,
  type SideValue,
  takenColumn,
  unitOfHead,
} from '../table.ts';

/** What a column of a merchant's ledger can stand for. */
export const ledgerFields = [
  'reference',
  'occurredOn',
  'amount',
  'amountIn',
  'amountOut',
  'flow',
  'counterparty',
  'refund',
  'currency',
  'status',
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
  refund: '退款金额',
  currency: '币种',
  status: '交易状态',
};

/** Signs of the amounts: as they stand, or turned round (what the merchant pays is often written below zero). */
export const ledgerSigns = ['asIs', 'reversed'] as const;
export type LedgerSign = (typeof ledgerSigns)[number];

/** The order in which a day is written, where its year does not come first; `serial` is the number of a spreadsheet. */
export const dayOrders = ['ymd', 'dmy', 'mdy', 'serial'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** How a ledger is read: its columns (the first is 0) and its formats. */
export interface LedgerMapping {
  readonly columns: Readonly<Partial<Record<LedgerField, number>>>;
  readonly sign: LedgerSign;
  readonly dayOrder: DayOrder;
  readonly unit: MoneyUnit;
  /** What a person has named of the values of the column of sides. */
  readonly sides?: readonly SideValue[] | undefined;
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
    '单据号',
    '单据编号',
    '单号',
    '编号',
    '发票号码',
    'invoice number',
    'reference',
    'loanNo',
    'orderNo',
  ],
  occurredOn: [
    '业务日期',
    '交易时间',
    '交易日期',
    '发生时间',
    '发生日期',
    '放款日期',
    '记账日期',
    '入账时间',
    '交易成功时间',
    '下单时间',
    '交易日',
    '记账日',
    '过账日期',
    '日期',
    'transaction date',
    'posting date',
    'date',
    '付款时间',
    '支付时间',
    '到账时间',
    '动账时间',
    '业务时间',
    '完成时间',
    '创建时间',
  ],
  amount: [
    '金额',
    '金额（元）',
    '交易金额',
    '订单金额',
    '服务费',
    '手续费',
    '费用',
    '放款金额',
    'billing amount',
    'transaction amount',
    'amount',
    // Of PayPal: what was paid, before its fee.
    'gross',
    'fee',
    '发生额',
    '订单总额',
  ],
  amountIn: [
    '收入金额',
    '收入（+元）',
    '收入',
    '贷方金额',
    '贷方发生额',
    '转入金额',
    '存入金额',
    '存入',
    '贷方',
    'credit amount',
    'credit',
  ],
  amountOut: [
    '支出金额',
    '支出（-元）',
    '支出',
    '借方金额',
    '借方发生额',
    '转出金额',
    '支取金额',
    '支取',
    '借方',
    'debit amount',
    'debit',
  ],
  flow: flowHeads,
  counterparty: [
    '交易对方',
    '对方账户',
    '对方名称',
    '对方户名',
    '对方单位',
    '对方',
    '机构',
    '客户名称',
    'counterparty',
  ],
  // A shop's own table may have a column of this name that is in its amounts already: by hand, and in the statements that are known.
  refund: [],
  currency: currencyHeads,
  status: [
    '交易状态',
    '当前状态',
    '订单状态',
    '支付状态',
    '付款状态',
    '状态',
    '交易结果',
    '支付结果',
    '付款结果',
    '处理结果',
    '是否成功',
    '是否支付',
    'payment status',
    'financial status',
    'status',
  ],
};

/** Why a ledger cannot be read by a mapping, as a sentence with its field; null where it can. @source R5.5 */
export const ledgerMappingFault = ({
  columns,
}: LedgerMapping): { readonly field: LedgerField; readonly message: string } | null => {
  const doubled = takenColumn(ledgerFields, (field) => columns[field]);
  if (doubled !== null) {
    const { field, other } = doubled;
    return { field, message: `“${ledgerFieldNames[field]}”与“${ledgerFieldNames[other]}”选了同一列` };
  }
  if (columns.occurredOn === undefined) return { field: 'occurredOn', message: '请选择“日期”所在的列' };
  const isSplit = columns.amountIn !== undefined || columns.amountOut !== undefined;
  if (columns.amount === undefined && !isSplit) return { field: 'amount', message: '请选择“金额”所在的列' };
  if (columns.amount !== undefined && isSplit) {
    return { field: 'amount', message: '“金额”与收入、支出金额只能选一种' };
  }
  if (columns.refund !== undefined && isSplit) {
    return { field: 'refund', message: '已分收入与支出两列，不用再选“退款金额”' };
  }
  if (columns.flow !== undefined && isSplit) return { field: 'flow', message: '已分收入与支出两列，不用再选“收/支”' };
  return null;
};

const onlyYuan = '只能核对人民币金额';

/**
 * Why a mapping cannot be used on a file with this head; null where it can. What is in another currency is no yuan.
 *
 * @param preamble the rows above the head, which may name a currency for all of the file
 * @source R13.1
 */
export const ledgerHeadFault = (
  mapping: LedgerMapping,
  head: readonly string[],
  preamble: readonly (readonly string[])[] = [],
): { readonly field: LedgerField; readonly message: string } | null => {
  const units = new Set<MoneyUnit>();
  for (const field of ['amount', 'amountIn', 'amountOut', 'refund'] as const) {
    const column = mapping.columns[field];
    if (column === undefined) continue;
    const name = head[column] ?? '';
    const message = moneyHeadFault(name, onlyYuan, mapping.columns.currency !== undefined);
    if (message !== null) return { field, message };
    units.add(unitOfHead(name) ?? 'yuan');
    if (units.size > 1) return { field, message: '两列金额的单位不同，请先换算成一种' };
  }
  const hasCurrencies = mapping.columns.currency !== undefined;
  const message = preambleFault(preamble, { only: onlyYuan, hasCurrencies });
  return message === null ? ledgerMappingFault(mapping) : { field: 'amount', message };
};

/** What is wrong with a cell of a row. */
export interface LedgerFault {
  readonly field: LedgerField;
  /** What the cell says. */
  readonly text: string;
  readonly reason: string;
}
