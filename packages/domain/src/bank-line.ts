/** Statements of a bank: what their columns stand for, what a line says, and by what it is the same line (R15, receipts 2.1, 2.2). */

export { type BalanceChain, balanceChain, type LineOrder, lineOrders } from './bank-line/balance-chain.ts';
export {
  type BankMapping,
  bankHeadFault,
  bankHeads,
  recogniseBank,
} from './bank-line/bank-columns.ts';
export { type BankField, bankFieldNames, bankFields } from './bank-line/bank-fields.ts';
export { type BankFault, type BankRow, bankSorting } from './bank-line/bank-row.ts';
export {
  contradictedLines,
  type FileLine,
  type KeyedLine,
  keyedLines,
  type RefusedLine,
  type StoredLine,
} from './bank-line/line-key.ts';
