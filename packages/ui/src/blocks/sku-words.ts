/** A SKU to compare, as the wire has it. */
export type SkuSummary = {
  skuId: string;
  name: string;
  billing: 'prepaid' | 'postpaid';
  termMonths: readonly number[];
  options: readonly { key: string; label: string; values: readonly { value: string; label: string }[] }[];
  minQuantity: number;
  maxQuantity: number;
  annualRate?: string | undefined;
};

/** The price of a SKU as text: the large part and its unit (`¥12.00`, ` / 人 / 月`). */
export type SkuPrice = { amount: string; per: string };

/** The quantities that can be bought: `10 – 1,500`; `1` where there is no choice. */
export function skuQuantity({ minQuantity, maxQuantity }: Pick<SkuSummary, 'minQuantity' | 'maxQuantity'>): string {
  const least = minQuantity.toLocaleString('en-US');
  return minQuantity === maxQuantity ? least : `${least} – ${maxQuantity.toLocaleString('en-US')}`;
}
