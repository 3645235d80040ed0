import { type Fen, rmbText } from '../money.ts';
import { type PriceWords, priceUnit, type SkuTerms, type Tier, tierFrom, tierOf } from './sku-terms.ts';

/** A SKU as far as the price that it starts from depends on it. */
export interface OfferedSku extends SkuTerms {
  readonly minQuantity: number;
  readonly tiers: readonly Tier[];
}

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
