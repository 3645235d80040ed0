import type { Fen, Rate } from '../money.ts';

/** Who pays: `payable`, the merchant pays the provider; `receivable`, the provider pays the merchant. @source billing.md, bills */
export const billDirections = ['payable', 'receivable'] as const;
export type BillDirection = (typeof billDirections)[number];

/** A tier of a tiered fee. */
export interface FeeTier {
  /** The stage's total basis from which the tier is reached; the first tier's is 0. @unit fen, or units */
  readonly from: number;
  readonly rate: Rate;
}

/**
 * How a fee is reckoned from a line's basis.
 *
 * - `rate`: basis × rate.
 * - `fixed`: an amount a line or a unit.
 * - `tiered`, `whole`: every line at the rate of the tier that the total basis of the bill reaches.
 * - `tiered`, `marginal`: the lines fill the tiers in order of day and reference, each slice at its tier's own rate.
 *
 * A rate of an amount is millionths of it. A rate of a count is millionths of a fen per unit (¥2.00 a card is 200,000,000), so that
 * a price may be finer than a fen; the product basis × rate is millionths of a fen in both cases.
 *
 * @source billing.md, rules
 */
export type FeeScheme =
  | { readonly kind: 'rate'; readonly rate: Rate }
  | { readonly kind: 'fixed'; readonly fee: Fen; readonly per: 'line' | 'unit' }
  | { readonly kind: 'tiered'; readonly method: 'whole' | 'marginal'; readonly tiers: readonly FeeTier[] };

/** The smallest and the largest fee of a line and of a bill; null where there is none. @source billing.md, rules */
export interface FeeLimits {
  readonly lineMinimum: Fen | null;
  readonly lineCap: Fen | null;
  readonly billMinimum: Fen | null;
  readonly billCap: Fen | null;
}

/** What a version of a rule says. Amounts include the tax. */
export interface FeeTerms extends FeeLimits {
  /** The unit of a counted basis, such as 张; null where the basis is an amount of money. */
  readonly unit: string | null;
  readonly direction: BillDirection;
  readonly scheme: FeeScheme;
  readonly taxRate: Rate;
}

/** What a fee depends on of a line. */
export interface FeeLine {
  /** The line's reference, whatever the product. */
  readonly loanNo: string;
  readonly occurredOn: string;
  /** Negative where the line takes back a former one. @unit fen, or units of `unit` */
  readonly basis: number;
  readonly unit: string | null;
  /** A rate that was agreed for this line alone; it takes the place of the rule's. */
  readonly rate: Rate | null;
}
