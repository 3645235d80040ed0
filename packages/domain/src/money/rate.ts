import { type Fen, fen } from './fen.ts';
import type { FenSum } from './fen-sum.ts';

declare const brand: unique symbol;

/** A rate. @unit millionths, an integer: 6 % is 60,000 */
export type Rate = number & { readonly [brand]: 'rate' };

const millionthsIn = { percent: 10_000, perMille: 1000, millionths: 1 } as const;

/** The units of rates: per cent for fees and discounts, per mille for term prices, millionths for rules and lines. */
export type RateUnit = keyof typeof millionthsIn;

/**
 * Converts a rate from a unit: `rateOf(5.8, 'percent')` is 58,000 millionths.
 *
 * @throws RangeError for a rate finer than a millionth, infinite, or beyond the safe range
 */
export const rateOf = (count: number, unit: RateUnit): Rate => {
  const scale = millionthsIn[unit];
  const millionths = Math.round(count * scale);
  // 0.07 × 10,000 is not an integer in floating point; converting back to the same number proves that nothing was rounded off.
  if (!Number.isSafeInteger(millionths) || millionths / scale !== count) {
    throw new RangeError(`${count} ${unit} is no rate in millionths`);
  }
  return (millionths + 0) as Rate;
};

/** A rate in per cent as a number: 58,000 millionths are 5.8. `rateOf` turns it back to the same rate. */
export const percentOf = (rate: Rate): number => rate / millionthsIn.percent;

/**
 * How fractions of a fen are rounded. `halfAwayFromZero` is the rule of fees and taxes (billing.md); `up`, to the next fen, that of a
 * discount, so that the customer never gets a smaller discount than promised (R10.2).
 */
export type Rounding = 'halfAwayFromZero' | 'up';

const whole = 1_000_000n;

/** A quotient with a positive divisor, rounded to an integer. */
const quotient = (dividend: bigint, divisor: bigint, rounding: Rounding): number => {
  const size = dividend < 0n ? -dividend : dividend;
  const rest = size % divisor;
  const isAway = rounding === 'up' ? rest > 0n && dividend > 0n : rest * 2n >= divisor;
  const rounded = isAway ? size / divisor + 1n : size / divisor;
  return Number(dividend < 0n ? -rounded : rounded);
};

const divide = (dividend: bigint, divisor: bigint, rounding: Rounding): Fen =>
  fen(quotient(dividend, divisor, rounding));

/**
 * An amount times a rate, rounded once. It is exact for a product of any size.
 *
 * @throws RangeError when the result leaves the safe range
 * @source billing.md, rounding
 */
export const applyRate = (basis: Fen, rate: Rate, rounding: Rounding = 'halfAwayFromZero'): Fen =>
  divide(BigInt(basis) * BigInt(rate), whole, rounding);

/**
 * An exact sum of products basis × rate as an amount, rounded once, half away from zero.
 *
 * @unit millionths of a fen
 * @throws RangeError when the result leaves the safe range
 * @source billing.md, rounding
 */
export const fenOfMillionths = (millionths: bigint): Fen => divide(millionths, whole, 'halfAwayFromZero');

/**
 * An amount × a number ÷ another one above 0, half away from zero; null beyond the safe range.
 *
 * @throws RangeError for a divisor that is not above 0
 */
export const scaledFen = (amount: Fen, times: number, by: number): Fen | null => {
  if (by <= 0) throw new RangeError(`${by} divides nothing`);
  const size = quotient(BigInt(amount) * BigInt(times), BigInt(by), 'halfAwayFromZero');
  return Number.isSafeInteger(size) ? fen(size) : null;
};

/** The rate that an amount is of a basis, to the nearest millionth; null where there is none, or beyond the safe range. */
export const averageRate = (amount: FenSum, basis: FenSum | number): Rate | null => {
  const divisor = BigInt(basis);
  if (divisor <= 0n) return null;
  const millionths = quotient(BigInt(amount) * whole, divisor, 'halfAwayFromZero');
  return Number.isSafeInteger(millionths) ? rateOf(millionths, 'millionths') : null;
};

/**
 * The tax in an amount that includes it: amount × rate ÷ (1 + rate), half away from zero.
 *
 * @throws RangeError for a negative rate
 * @source billing.md, rules
 */
export const taxIn = (amount: Fen, rate: Rate): Fen => {
  if (rate < 0) throw new RangeError(`${rate} is no tax rate`);
  return divide(BigInt(amount) * BigInt(rate), whole + BigInt(rate), 'halfAwayFromZero');
};
