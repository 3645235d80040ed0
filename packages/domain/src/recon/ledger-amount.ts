import { isWithinBound, largestAmount, rmbText } from '../money.ts';
import {
  amountFault,
  fenOfText,
  type MoneyUnit,
  type OutSign,
  type Side,
  sideOfText,
  type WrittenAmounts,
} from '../table.ts';
import type { LedgerTexts } from './ledger-cells.ts';
import type { LedgerFault, LedgerMapping } from './ledger-columns.ts';

/** The amount of a row before its sign is turned, and what is written. */
interface RowAmount {
  readonly amount: number;
  readonly written: WrittenAmounts;
  /** How what goes out is written; undefined where nothing does. */
  readonly out: OutSign | undefined;
  /** The amount where a minus gives back what went out. */
  readonly givenBack: number | undefined;
}

/** @source billing.md, bills */
const tooLarge = `超过一笔账的上限 ${rmbText(largestAmount)}，请检查所选的列与金额单位`;

type MoneyField = 'amount' | 'amountIn' | 'amountOut' | 'refund';

const moneyOf = (
  texts: LedgerTexts,
  field: MoneyField,
  unit: MoneyUnit,
  faults: LedgerFault[],
): number | null | undefined => {
  const text = texts[field];
  if (text === undefined) return undefined;
  const amount = fenOfText(text, unit);
  if (amount !== null && isWithinBound(amount)) return amount;
  const reason = amount === null ? amountFault(text, unit) : tooLarge;
  faults.push({ field, text, reason });
  return null;
};

/** What goes out: a row by itself does not tell whether its minus says so, or gives back. */
const paidOut = (paid: number): Pick<RowAmount, 'amount' | 'out' | 'givenBack'> => {
  if (paid === 0) return { amount: 0, out: undefined, givenBack: undefined };
  return paid > 0
    ? { amount: -paid, out: 'plain', givenBack: undefined }
    : { amount: paid, out: 'minus', givenBack: -paid };
};

const splitAmount = (texts: LedgerTexts, { columns, unit }: LedgerMapping, faults: LedgerFault[]): RowAmount | null => {
  const income = moneyOf(texts, 'amountIn', unit, faults);
  const expense = moneyOf(texts, 'amountOut', unit, faults);
  if (income === null || expense === null) return null;
  if (income === undefined && expense === undefined) {
    faults.push({ field: columns.amountIn === undefined ? 'amountOut' : 'amountIn', text: '', reason: '缺少金额' });
    return null;
  }
  const { amount, out, givenBack } = paidOut(expense ?? 0);
  const both = (income ?? 0) + amount;
  const back = givenBack === undefined ? undefined : (income ?? 0) + givenBack;
  if (isWithinBound(both) && isWithinBound(back ?? 0))
    return { amount: both, written: [income ?? 0, expense ?? 0], out, givenBack: back };
  faults.push({ field: 'amountIn', text: texts.amountIn ?? '', reason: tooLarge });
  return null;
};

const sideOf = (text: string, named: LedgerMapping['sides']): Side | null =>
  named?.find(({ value }) => value === text)?.side ?? sideOfText(text);

/** The amount of a row, where something is wrong with it null and its faults, `neutral` where it moves no money. */
export const ledgerAmountOf = (
  texts: LedgerTexts,
  mapping: LedgerMapping,
  faults: LedgerFault[],
): RowAmount | 'neutral' | null => {
  const { columns, unit, sides } = mapping;
  if (columns.amount === undefined) return splitAmount(texts, mapping, faults);
  const side = texts.flow === undefined ? null : sideOf(texts.flow, sides);
  if (side === 'neutral') return 'neutral';
  const paid = moneyOf(texts, 'amount', unit, faults);
  const refund = moneyOf(texts, 'refund', unit, faults);
  if (paid === undefined && refund === undefined) faults.push({ field: 'amount', text: '', reason: '缺少金额' });
  if (paid === null || refund === null || (paid === undefined && refund === undefined)) return null;
  const amount = (paid ?? 0) - Math.abs(refund ?? 0);
  if (!isWithinBound(amount)) {
    faults.push({ field: 'amount', text: texts.amount ?? '', reason: tooLarge });
    return null;
  }
  const written: WrittenAmounts = [paid ?? 0, refund ?? 0];
  if (columns.flow === undefined || side === 'in') return { amount, written, out: undefined, givenBack: undefined };
  if (side === 'out') return { ...paidOut(amount), written };
  const reason = texts.flow === undefined ? '缺少收/支' : '不知道是收入还是支出：请指定这个值';
  faults.push({ field: 'flow', text: texts.flow ?? '', reason });
  return null;
};
