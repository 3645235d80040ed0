import { type Fen, rmbText } from './money.ts';

/** The facts that a SKU's price depends on, as the wire has them. */
export interface SkuTerms {
  /** Null where the price is negotiated (面议). */
  readonly price: Fen | null;
  /** The unit that the price applies to: `人`; per month where there is a term. */
  readonly unit: string;
  readonly billing: 'prepaid' | 'postpaid';
  readonly termMonths: readonly number[];
}

/**
 * The price of a SKU as text, the same wherever it is shown: the amount and its unit (`¥12.00`, ` / 人 / 月`).
 *
 * @source R3.7, R10.2
 */
export const skuPrice = ({ price, unit, billing, termMonths }: SkuTerms): { amount: string; per: string } => {
  if (price === null) return { amount: '面议', per: '' };
  if (price === 0 && billing === 'postpaid') return { amount: '按用量后付', per: '' };
  return { amount: rmbText(price), per: ` / ${unit}${termMonths.length > 0 ? ' / 月' : ''}` };
};
