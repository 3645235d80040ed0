import { type Fen, fen } from './fen.ts';

/**
 * Prorates an amount by weight, so that the parts sum to it exactly: each gets its share rounded down, and the remaining fen go to the largest
 * remainders, among equal ones to the earlier. A negative amount is prorated like its absolute value. A weight of 0 gets nothing.
 *
 * @param weights  counts or amounts: integers of at least 0, not all 0
 * @throws RangeError for other weights
 */
export const prorate = (amount: Fen, weights: readonly number[]): readonly Fen[] => {
  if (!weights.every((weight) => Number.isSafeInteger(weight) && weight >= 0)) {
    throw new RangeError('a weight is an integer of at least 0');
  }
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total === 0n) throw new RangeError('an amount is shared among weights that are not all 0');
  const size = BigInt(Math.abs(amount));
  const shares = weights.map((weight, at) => {
    const product = size * BigInt(weight);
    return { at, whole: Number(product / total), remainder: product % total };
  });
  const left = Math.abs(amount) - shares.reduce((sum, { whole }) => sum + whole, 0);
  const byRemainder = [...shares].sort((a, b) => {
    if (a.remainder !== b.remainder) return a.remainder > b.remainder ? -1 : 1;
    return a.at - b.at;
  });
  const favoured = new Set(byRemainder.slice(0, left).map(({ at }) => at));
  const sign = amount < 0 ? -1 : 1;
  return shares.map(({ at, whole }) => fen(sign * (whole + (favoured.has(at) ? 1 : 0))));
};
