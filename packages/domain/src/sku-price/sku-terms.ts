import { type Fen, rmbText } from '../money.ts';
import { withoutEnd } from '../text-order.ts';

/** The facts that a SKU's price depends on, as the wire has them. */
export interface SkuTerms {
  /** Null where the price is negotiated (面议). */
  readonly price: Fen | null;
  /** The unit that the price applies to: `人`; per month where there is a term. */
  readonly unit: string;
  readonly billing: 'prepaid' | 'postpaid';
  readonly termMonths: readonly number[];
}

/** A lower price from a quantity on. */
export interface Tier {
  readonly minQuantity: number;
  readonly price: Fen;
}

/** A price as text: the amount and its unit (`¥12.00`, ` / 人 / 月`). */
export interface PriceWords {
  readonly amount: string;
  readonly per: string;
}

/** `人 / 月`: per month where there is a term. */
export const priceUnit = ({ unit, termMonths }: Pick<SkuTerms, 'unit' | 'termMonths'>): string =>
  `${unit}${termMonths.length > 0 ? ' / 月' : ''}`;

/**
 * The price of a SKU as text, the same wherever it is shown.
 *
 * @source R3.7, R10.2
 */
export const skuPrice = (sku: SkuTerms): PriceWords => {
  const { price, billing } = sku;
  if (price === null) return { amount: '面议', per: '' };
  if (price === 0 && billing === 'postpaid') return { amount: '按用量后付', per: '' };
  return { amount: rmbText(price), per: ` / ${priceUnit(sku)}` };
};

/** Whether a use is charged beside the price. @source R1.1 */
export const usageChargeText = ({ billing }: Pick<SkuTerms, 'billing'>): string =>
  billing === 'postpaid' ? '开通后按实际使用收费，按账期出账单。' : '已含在价格里，不另收费。';

/** `+¥1.00 / 人 / 月`: what an option adds; undefined where it adds nothing to pay. @source R1.1 */
export const surchargeText = (sku: SkuTerms, priceDelta: Fen): string | undefined =>
  priceDelta === 0 || sku.price === null || sku.billing === 'postpaid'
    ? undefined
    : `+${rmbText(priceDelta)} / ${priceUnit(sku)}`;

/** The tier of a quantity. */
export const tierOf = (tiers: readonly Tier[], quantity: number): Tier | undefined =>
  tiers.filter((each) => each.minQuantity <= quantity).sort((a, b) => b.minQuantity - a.minQuantity)[0];

/** `满 500 人`. */
export const tierFrom = (unit: string, minQuantity: number): string =>
  `满 ${minQuantity.toLocaleString('en-US')} ${unit}`;

/** `8.5 折`. @unit rate in per mille of the price */
export const discountText = (rate: number): string => {
  const digits = String(rate).padStart(3, '0');
  return `${withoutEnd(withoutEnd(`${digits.slice(0, -2)}.${digits.slice(-2)}`, '0'), '.')} 折`;
};

/** `12 个月 9 折`. @unit rate in per mille of the price */
export const termDiscountText = ({ months, rate }: { readonly months: number; readonly rate: number }): string =>
  `${months} 个月 ${discountText(rate)}`;
