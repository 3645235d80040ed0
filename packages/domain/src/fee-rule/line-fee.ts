import { differenceOf, type Fen, fenOfMillionths, noFen, type Rate } from '../money.ts';
import type { FeeLimits, FeeLine, FeeTerms, FeeTier } from './fee-terms.ts';

/** Where a line stands in its bill, which tiers depend on. @unit fen, or units */
export interface TierPosition {
  /** The bill's total basis. */
  readonly total: number;
  /** The basis of the lines before it, in order of day and reference. */
  readonly before: number;
}

/** A part of a line's basis and the rate of it. */
interface FeeSlice {
  readonly basis: number;
  readonly rate: Rate;
}

/** A line's fee, and how it was reckoned. */
export interface LineFee {
  /** The products that were added up; empty for a fixed amount a line. */
  readonly slices: readonly FeeSlice[];
  /** The fee before it was rounded. @unit millionths of a fen */
  readonly exact: bigint;
  readonly rounded: Fen;
  /** The limit that took the place of the rounded fee. */
  readonly limit: 'minimum' | 'cap' | null;
  readonly fee: Fen;
}

const million = 1_000_000n;

/** The last tier whose beginning the total reaches; the first one for a total below 0. */
export const tierOfTotal = (tiers: readonly FeeTier[], total: number): FeeTier | undefined =>
  tiers.findLast(({ from }) => from <= total) ?? tiers[0];

/**
 * What a total basis costs by marginal tiers; below 0 the first tier goes on.
 *
 * In SQL, over the tiers with their next one's beginning: `sum(rate * (least(total, next_from) - tier_from))` of the tiers with
 * `tier_from < total`, and `total * first_rate` for a total below 0.
 *
 * @unit millionths of a fen
 */
export const millionthsUpTo = (tiers: readonly FeeTier[], total: number): bigint => {
  if (total < 0) return BigInt(total) * BigInt(tiers[0]?.rate ?? 0);
  return tiers.reduce((sum, { from, rate }, at) => {
    const end = Math.min(total, tiers[at + 1]?.from ?? total);
    return end > from ? sum + BigInt(end - from) * BigInt(rate) : sum;
  }, 0n);
};

/** The slices of a line that fills marginal tiers from a total on; a negative one takes them back from the highest down. */
const slicesOf = (tiers: readonly FeeTier[], before: number, basis: number): readonly FeeSlice[] => {
  const low = Math.min(before, before + basis);
  const high = Math.max(before, before + basis);
  const slices = tiers.flatMap(({ from, rate }, at) => {
    const start = Math.max(low, at === 0 ? low : from);
    const end = Math.min(high, tiers[at + 1]?.from ?? high);
    return end > start ? [{ basis: basis < 0 ? start - end : end - start, rate }] : [];
  });
  return basis < 0 ? [...slices].reverse() : slices;
};

const productsOf = (terms: FeeTerms, line: FeeLine, { total, before }: TierPosition): readonly FeeSlice[] => {
  const { scheme } = terms;
  const { basis, rate } = line;
  if (rate !== null) return [{ basis, rate }];
  switch (scheme.kind) {
    case 'rate':
      return [{ basis, rate: scheme.rate }];
    case 'fixed':
      return [];
    case 'tiered': {
      if (scheme.method === 'marginal') return slicesOf(scheme.tiers, before, basis);
      const tier = tierOfTotal(scheme.tiers, total);
      return tier === undefined ? [] : [{ basis, rate: tier.rate }];
    }
  }
};

const exactFee = ({ scheme }: FeeTerms, { basis, rate }: FeeLine, slices: readonly FeeSlice[]): bigint => {
  if (rate === null && scheme.kind === 'fixed') {
    const times = scheme.per === 'unit' ? basis : basis < 0 ? -1 : 1;
    return BigInt(scheme.fee) * BigInt(times) * million;
  }
  return slices.reduce((sum, slice) => sum + BigInt(slice.basis) * BigInt(slice.rate), 0n);
};

/** A limit holds for the size of a fee, also of a line below 0: corrections of bills that were issued before `feeOfCorrection`. */
const limited = (
  rounded: Fen,
  isBack: boolean,
  { lineMinimum, lineCap }: FeeLimits,
): Pick<LineFee, 'limit' | 'fee'> => {
  const size = Math.abs(rounded);
  const signed = (amount: Fen): Fen => (isBack ? differenceOf(noFen, amount) : amount);
  if (lineMinimum !== null && size < lineMinimum) return { limit: 'minimum', fee: signed(lineMinimum) };
  if (lineCap !== null && size > lineCap) return { limit: 'cap', fee: signed(lineCap) };
  return { limit: null, fee: rounded };
};

/**
 * The fee of a line: exact products, rounded once, then limited.
 *
 * In integer arithmetic, which SQL can copy:
 * - `n`, millionths of a fen: `basis × rate` for a line with a rate of its own, whatever the rule; else `basis × rate` for a rate and for
 *   whole tiers (the rate of the tier that the total reaches), `millionthsUpTo(before + basis) − millionthsUpTo(before)` for marginal ones,
 *   `fee × basis × 1,000,000` for a fixed fee a unit, `fee × 1,000,000` for one a line (negative for a negative basis).
 * - `rounded = sign(n) × ((2 × |n| + 1,000,000) div 2,000,000)`; PostgreSQL's `round(n * 0.000001)` of numeric is the same. Its quotient
 *   `n / 1000000` is not: a large one is rounded before it is rounded to the fen.
 * - `size = least(greatest(|rounded|, lineMinimum), lineCap)`, negative for a negative basis.
 *
 * @throws RangeError beyond the safe range
 * @source billing.md, rules and rounding
 */
export const feeOfLine = (terms: FeeTerms, line: FeeLine, position: TierPosition): LineFee => {
  const slices = productsOf(terms, line, position);
  const exact = exactFee(terms, line, slices);
  const rounded = fenOfMillionths(exact);
  return { slices, exact, rounded, ...limited(rounded, line.basis < 0, terms) };
};
