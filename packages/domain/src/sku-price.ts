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

/** A lower price from a quantity on. */
export interface Tier {
  readonly minQuantity: number;
  readonly price: Fen;
}

/** A SKU as far as the price that it starts from depends on it. */
export interface OfferedSku extends SkuTerms {
  readonly minQuantity: number;
  readonly tiers: readonly Tier[];
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
  return `${`${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '')} 折`;
};

/** `12 个月 9 折`. @unit rate in per mille of the price */
export const termDiscountText = ({ months, rate }: { readonly months: number; readonly rate: number }): string =>
  `${months} 个月 ${discountText(rate)}`;

/** The price that a product starts from, as its card has it. */
export interface StartingPrice {
  /** Per `priceUnit`, for the smallest order; null where nothing is paid in advance. */
  readonly priceFrom: Fen | null;
  readonly priceUnit: string | null;
  /** `postpaid` where a product can be ordered and is paid by use alone. */
  readonly billing: 'prepaid' | 'postpaid';
}

/** What the smallest order of a SKU pays for a unit. */
const entryPrice = ({ price, tiers, minQuantity }: OfferedSku): Fen | null =>
  price === null ? null : (tierOf(tiers, minQuantity)?.price ?? price);

/** The SKU with the lowest starting price of those that are paid in advance. */
const cheapest = <Sku extends OfferedSku>(skus: readonly Sku[]): { sku: Sku; price: Fen } | undefined =>
  skus
    .flatMap((sku) => {
      const price = sku.billing === 'prepaid' ? entryPrice(sku) : null;
      return price === null ? [] : [{ sku, price }];
    })
    .reduce<{ sku: Sku; price: Fen } | undefined>(
      (lowest, each) => (lowest === undefined || each.price < lowest.price ? each : lowest),
      undefined,
    );

/** The price that a product starts from: what its smallest order pays, not what its largest one does. @source R1.1 */
export const startingPrice = (skus: readonly OfferedSku[]): StartingPrice => {
  const from = cheapest(skus);
  if (from !== undefined) return { priceFrom: from.price, priceUnit: priceUnit(from.sku), billing: 'prepaid' };
  const isByUse = skus.some(({ price, billing }) => price !== null && billing === 'postpaid');
  return { priceFrom: null, priceUnit: null, billing: isByUse ? 'postpaid' : 'prepaid' };
};

/** A starting price as text: `¥12.00`, ` / 人 / 月起`. @source R1.1, R3.7 */
export const startingPriceText = ({ priceFrom, priceUnit: unit, billing }: StartingPrice): PriceWords => {
  if (priceFrom === null) return { amount: billing === 'postpaid' ? '按用量后付' : '面议', per: '' };
  return { amount: rmbText(priceFrom), per: unit === null ? ' 起' : ` / ${unit}起` };
};

/** `满 500 人 ¥10.00`: how far the starting price of a product falls with the quantity; undefined where it does not. @source R1.1 */
export const bestTierText = (skus: readonly OfferedSku[]): string | undefined => {
  const from = cheapest(skus);
  const best = from?.sku.tiers.reduce<Tier | undefined>(
    (lowest, tier) => (tier.price < (lowest?.price ?? from.price) ? tier : lowest),
    undefined,
  );
  return from === undefined || best === undefined
    ? undefined
    : `${tierFrom(from.sku.unit, best.minQuantity)} ${rmbText(best.price)}`;
};
