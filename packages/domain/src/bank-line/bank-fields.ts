/** What a column of a bank's statement can stand for. @source receipts 2.1 */
export const bankFields = [
  'occurredOn',
  'time',
  'amount',
  'amountIn',
  'amountOut',
  'flow',
  'balance',
  'serial',
  'counterparty',
  'counterpartyAccount',
  'counterpartyBank',
  'remark',
  'purpose',
  'summary',
  'currency',
  'status',
] as const;
export type BankField = (typeof bankFields)[number];

/** Their names on screen. */
export const bankFieldNames: Readonly<Record<BankField, string>> = {
  occurredOn: '日期',
  time: '时间',
  amount: '金额',
  amountIn: '收入金额',
  amountOut: '支出金额',
  flow: '收/支',
  balance: '余额',
  serial: '流水号',
  counterparty: '对方户名',
  counterpartyAccount: '对方账号',
  counterpartyBank: '对方开户行',
  remark: '附言',
  purpose: '用途',
  summary: '摘要',
  currency: '币种',
  status: '交易状态',
};
