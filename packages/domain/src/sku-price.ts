import { type Fen, rmbText } from './money.ts';

/** What a price depends on, as the wire has it. */
export interface SkuTerms {
  /** Null where it is agreed upon. */
  readonly price: Fen | null;
  /** What the price is for: `人`; by the month where there is a term. */
  readonly unit: string;
  readonly billing: 'prepaid' | 'postpaid';
  readonly termMonths: readonly number[];
}

/**
 * What a SKU costs, in the same words wherever it is told: the amount, and what it is for (`¥12.00`, ` / 人 / 月`).
 *
 * @source R3.7, R10.2
 */
export const skuPrice = ({ price, unit, billing, termMonths }: SkuTerms): { amount: string; per: string } => {
  if (price === null) return { amount: '面议', per: '' };
  if (price === 0 && billing === 'postpaid') return { amount: '按用量后付', per: '' };
  return { amount: rmbText(price), per: ` / ${unit}${termMonths.length > 0 ? ' / 月' : ''}` };
};
