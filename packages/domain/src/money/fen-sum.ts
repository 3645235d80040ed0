import { type Fen, fen } from './fen.ts';

declare const beyond: unique symbol;

/** A sum beyond the safe range: its decimal digits. Only `fenSum` creates one. @unit fen */
export type BeyondFen = string & { readonly [beyond]: 'fen' };

/**
 * A sum over any number of amounts: an amount, or where it is beyond the safe range its digits as text. So a sum of many rows is exact however many
 * there are, and never an error.
 *
 * @unit fen
 * @source billing.md, bills
 */
export type FenSum = Fen | BeyondFen;

/** A total as a sum. */
export const fenSum = (total: bigint): FenSum => {
  const number = Number(total);
  // The brand exists only for the compiler.
  return Number.isSafeInteger(number) ? fen(number) : (String(total) as BeyondFen);
};

const totalOf = (sums: Iterable<number | string>): bigint => {
  let total = 0n;
  for (const sum of sums) total += BigInt(sum);
  return total;
};

/** Sums together; 0 for none. */
export const addSums = (sums: Iterable<FenSum>): FenSum => fenSum(totalOf(sums));

/** Counts of units together, in the same form. */
export const addQuantities = (quantities: Iterable<number | string>): number | string => fenSum(totalOf(quantities));

/** The first sum minus the second. */
export const differenceOfSums = (sum: FenSum, less: FenSum): FenSum => fenSum(BigInt(sum) - BigInt(less));

/** For the order of sums: below 0 where the first is smaller, 0 where they are equal. */
export const compareSums = (one: FenSum, other: FenSum): number =>
  Number(BigInt(one) > BigInt(other)) - Number(BigInt(one) < BigInt(other));

/** The nearest number to a sum, for what is drawn and not written: the height of a bar. */
export const sizeOfSum = (sum: FenSum): number => Number(sum);
