import { type Fen, fen } from './fen.ts';

/**
 * The most that a line's basis, a fee, a bill, a claim, an adjustment or a payment may come to: ten billion yuan. A typing error of some digits
 * is beyond it, and whatever one bill makes of such amounts stays within the safe range.
 *
 * @source billing.md, bills
 */
export const largestAmount: Fen = fen(1_000_000_000_000);

/** Whether an amount, or what is deducted, is within the bound; the same holds for a count of units. */
export const isWithinBound = (amount: number): boolean => Math.abs(amount) <= largestAmount;
