/** Statements of account (对账单): what is open between a merchant and the provider, and how it came about over a span of days (R15.3, receipts 3.1). */

import { isDay } from './calendar/shanghai-day.ts';
import { addSums, differenceOfSums, type FenSum, noFen } from './money.ts';

/**
 * What changes a balance: a bill at its issue, a change of its amount, a payment and its reversal, a write-off and its undoing; of an order its
 * price and its payment on the day it is paid, and both again where it is refunded.
 */
export const postingKinds = [
  'issued',
  'adjusted',
  'paid',
  'reversed',
  'writtenOff',
  'writeOffUndone',
  'orderPrice',
  'orderPaid',
  'orderWithdrawn',
  'orderRefunded',
] as const;
/** One of them. */
export type PostingKind = (typeof postingKinds)[number];

/** How long what is open has been due at the end of a span: not yet, 1–30 days, 31–60, more. */
export const ageBands = ['notDue', 'upTo30', 'upTo60', 'beyond60'] as const;
/** One of them. */
export type AgeBand = (typeof ageBands)[number];

/** Postings of one kind within a span. @unit fen, below 0 where they lower the balance */
export interface Flow {
  readonly kind: PostingKind;
  readonly count: number;
  readonly amount: FenSum;
}

/** The balance after the flows of a span. @unit fen */
export const closingOf = (opening: FenSum, flows: readonly Pick<Flow, 'amount'>[]): FenSum =>
  addSums([opening, ...flows.map(({ amount }) => amount)]);

/** What raised the balance of a span, and what lowered it, as a number that is not below 0. @unit fen */
export const movesOf = (flows: readonly Flow[]): { readonly raised: FenSum; readonly lowered: FenSum } => ({
  raised: addSums(flows.flatMap(({ amount }) => (BigInt(amount) > 0n ? [amount] : []))),
  lowered: differenceOfSums(noFen, addSums(flows.flatMap(({ amount }) => (BigInt(amount) < 0n ? [amount] : [])))),
});

/** Unapplied money (预收款) at the two ends of a span, and what of it was applied and refunded between; a reversal lowers `applied`. @unit fen */
export interface UnappliedSpan {
  readonly opening: FenSum;
  readonly applied: FenSum;
  readonly refunded: FenSum;
  readonly closing: FenSum;
}

/** What came in: the rest of the equation opening + in − applied − refunded = closing. @unit fen */
export const cameIn = ({ opening, applied, refunded, closing }: UnappliedSpan): FenSum =>
  differenceOfSums(addSums([closing, applied, refunded]), opening);

/** The first year that a span may begin in. */
const firstDay = '2000-01-01';

/** What is wrong with a span of days, in words at its field; null where nothing is. A statement does not reach beyond today. */
export const spanFault = (
  { from, to }: { readonly from: string; readonly to: string },
  today: string,
): { readonly path: 'from' | 'to'; readonly text: string } | null => {
  if (!isDay(from) || from < firstDay) return { path: 'from', text: '开始日期不存在，或早于 2000 年' };
  if (!isDay(to)) return { path: 'to', text: '结束日期不存在' };
  if (to < from) return { path: 'to', text: '结束日期不能早于开始日期' };
  return to > today ? { path: 'to', text: '结束日期不能晚于今天' } : null;
};

/** What kinds of postings are called on screen and paper. */
export const postingNames: Readonly<Record<PostingKind, string>> = {
  issued: '出账',
  adjusted: '调整',
  paid: '付款',
  reversed: '撤销付款',
  writtenOff: '差额核销',
  writeOffUndone: '撤销核销',
  orderPrice: '订单',
  orderPaid: '订单付款',
  orderWithdrawn: '订单退订',
  orderRefunded: '订单退款',
};

/** What the ages of open bills are called. */
export const ageNames: Readonly<Record<AgeBand, string>> = {
  notDue: '未到期',
  upTo30: '逾期 1–30 天',
  upTo60: '逾期 31–60 天',
  beyond60: '逾期 60 天以上',
};

interface Days {
  readonly from: string;
  readonly to: string;
}

/** The first day of the month before that of a day. */
const monthBefore = (day: string): string => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return month === 1 ? `${year - 1}-12-01` : `${year}-${String(month - 1).padStart(2, '0')}-01`;
};

/**
 * The days of a statement: those that were asked for, or last month and this one; an open end is the beginning of time or today, and none is beyond today.
 */
export const statementDays = ({ from = '', to = '' }: Partial<Days>, today: string): Days => ({
  from: from === '' ? (to === '' ? monthBefore(today) : '2000-01-01') : from,
  to: to === '' || to > today ? today : to,
});
