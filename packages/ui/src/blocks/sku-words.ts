import { formatAmount } from '../widgets/amount/format-amount.ts';

/** A SKU to compare, as the wire has it. @unit price fen */
export type SkuSummary = {
  skuId: string;
  name: string;
  /** `null` shows 面议. */
  price: number | null;
  /** The unit that the price applies to: `人`; per month where there is a term. */
  unit: string;
  billing: 'prepaid' | 'postpaid';
  termMonths: readonly number[];
  options: readonly { key: string; label: string; values: readonly { value: string; label: string }[] }[];
  minQuantity: number;
  maxQuantity: number;
  annualRate?: string | undefined;
};

/**
 * The price of a SKU as text, the same wherever it is shown: the large part and its unit (`¥12.00`, ` / 人 / 月`).
 *
 * @source R3.7, R10.2
 */
export function skuPrice({
  price,
  unit,
  billing,
  termMonths,
}: Pick<SkuSummary, 'price' | 'unit' | 'billing' | 'termMonths'>): { amount: string; per: string } {
  if (price === null) return { amount: '面议', per: '' };
  if (price === 0 && billing === 'postpaid') return { amount: '按用量后付', per: '' };
  return { amount: formatAmount(price), per: ` / ${unit}${termMonths.length > 0 ? ' / 月' : ''}` };
}

/** The quantities that can be bought: `10 – 1,500`; `1` where there is no choice. */
export function skuQuantity({ minQuantity, maxQuantity }: Pick<SkuSummary, 'minQuantity' | 'maxQuantity'>): string {
  const least = minQuantity.toLocaleString('en-US');
  return minQuantity === maxQuantity ? least : `${least} – ${maxQuantity.toLocaleString('en-US')}`;
}
