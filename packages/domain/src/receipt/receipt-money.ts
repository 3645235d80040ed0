import { addFen, differenceOf, type Fen, noFen } from '../money.ts';

/** Where the money of a receipt is: each part is 0 or more, and together they are its amount. @unit fen @source receipts 1.2 */
export interface ReceiptMoney {
  readonly amount: Fen;
  /** Pays bills and orders. */
  readonly applied: Fen;
  /** Reserved for refunds that were asked for and are not done. */
  readonly refunding: Fen;
  readonly refunded: Fen;
  /** 未认款, or 预收款 of a known merchant. */
  readonly unapplied: Fen;
}

type Part = Exclude<keyof ReceiptMoney, 'amount'>;

/** What happens to the money of a receipt. */
export type ReceiptMove =
  | 'apply'
  | 'reverse'
  | 'askRefund'
  | 'refundDone'
  /** The bank or the channel refused it. */
  | 'refundFailed'
  /** It was done, and the money came back. */
  | 'refundReturned';

const moves: Readonly<Record<ReceiptMove, { readonly from: Part; readonly to: Part }>> = {
  apply: { from: 'unapplied', to: 'applied' },
  reverse: { from: 'applied', to: 'unapplied' },
  askRefund: { from: 'unapplied', to: 'refunding' },
  refundDone: { from: 'refunding', to: 'refunded' },
  refundFailed: { from: 'refunding', to: 'unapplied' },
  refundReturned: { from: 'refunded', to: 'unapplied' },
};

export type MoveDecision =
  | { readonly ok: true; readonly money: ReceiptMoney }
  | { readonly ok: false; readonly reason: 'notPositive' }
  | { readonly ok: false; readonly reason: 'notEnough'; readonly available: Fen };

/** The money of a receipt that arrived: all of it unapplied. @throws RangeError for an amount that is not above 0 @source receipts 1.2 */
export const moneyReceived = (amount: Fen): ReceiptMoney => {
  if (amount <= 0) throw new RangeError(`a receipt of ${amount} fen is none`);
  return { amount, applied: noFen, refunding: noFen, refunded: noFen, unapplied: amount };
};

/**
 * Moves a part of a receipt's money. No move makes or loses any: what leaves one part is in another one.
 *
 * @reason notPositive  the amount is not above 0
 * @reason notEnough    the part that it is taken from has only `available`
 * @source receipts 1.2
 */
export const moveMoney = (money: ReceiptMoney, move: ReceiptMove, amount: Fen): MoveDecision => {
  const { from, to } = moves[move];
  if (amount <= 0) return { ok: false, reason: 'notPositive' };
  const available = money[from];
  if (amount > available) return { ok: false, reason: 'notEnough', available };
  return { ok: true, money: { ...money, [from]: differenceOf(available, amount), [to]: addFen(money[to], amount) } };
};

/** Whether each part is 0 or more and their sum is the amount. @source receipts 1.2 */
export const isBalanced = ({ amount, ...parts }: ReceiptMoney): boolean =>
  Object.values(parts).every((part) => part >= 0) &&
  Object.values(parts).reduce((sum, part) => sum + BigInt(part), 0n) === BigInt(amount);

/** An application of a receipt to a bill or an order; one is one payment step. */
export interface Application {
  readonly amount: Fen;
  readonly isReversed: boolean;
}

/** A refund of a receipt. */
export interface ReceiptRefund {
  readonly amount: Fen;
  readonly state: 'asked' | 'done' | 'failed' | 'returned';
}

const sumWhere = <T extends { readonly amount: Fen }>(rows: readonly T[], has: (row: T) => boolean): Fen =>
  rows.reduce((sum, row) => (has(row) ? addFen(sum, row.amount) : sum), noFen);

/**
 * Where the money of a receipt is by its rows; its columns are held to this. Where the rows take more than there is, `unapplied` is below 0 and
 * the receipt is not balanced.
 *
 * @source receipts 1.2
 */
export const moneyOfRows = (
  amount: Fen,
  {
    applications,
    refunds,
  }: { readonly applications: readonly Application[]; readonly refunds: readonly ReceiptRefund[] },
): ReceiptMoney => {
  const applied = sumWhere(applications, ({ isReversed }) => !isReversed);
  const refunding = sumWhere(refunds, ({ state }) => state === 'asked');
  const refunded = sumWhere(refunds, ({ state }) => state === 'done');
  const unapplied = differenceOf(amount, addFen(applied, addFen(refunding, refunded)));
  return { amount, applied, refunding, refunded, unapplied };
};
