import { skuPrice } from '@ronghui/domain/sku-price';
import type { Product, Sku } from './purchase-queries.ts';

/** What a customer chooses of a product. */
export interface Choice {
  readonly skuId: string;
  readonly quantity: number;
  /** 0 where there is no term. */
  readonly termMonths: number;
  readonly options: Readonly<Record<string, string>>;
}

/** Before anything is chosen. */
export const noChoice: Choice = { skuId: '', quantity: 0, termMonths: 0, options: {} };

/**
 * A choice that is on offer: what was chosen, and for the rest the first of what can be. A draft may be older than the offer, or
 * anything at all.
 */
export const settleChoice = (skus: readonly Sku[], kept: Choice, named: string | null): Choice => {
  const sku = skus.find(({ skuId }) => skuId === named) ?? skus.find(({ skuId }) => skuId === kept.skuId) ?? skus[0];
  if (sku === undefined) return noChoice;
  const wanted = Number.isInteger(kept.quantity) ? kept.quantity : 0;
  const options = sku.options.map(({ key, values }) => {
    const value = values.find((each) => each.value === kept.options?.[key]) ?? values[0];
    return [key, value?.value ?? ''];
  });
  return {
    skuId: sku.skuId,
    quantity: Math.min(sku.maxQuantity, Math.max(sku.minQuantity, wanted)),
    termMonths: sku.termMonths.find((months) => months === kept.termMonths) ?? sku.termMonths[0] ?? 0,
    options: Object.fromEntries(options),
  };
};

/** The SKU of a choice. */
export const skuOf = (product: Product, { skuId }: Choice): Sku | undefined =>
  product.skus.find((sku) => sku.skuId === skuId);

/** The payload of a quote. */
export const quoteInput = (pid: string, { skuId, quantity, termMonths, options }: Choice) => ({
  pid,
  skuId,
  quantity,
  ...(termMonths > 0 && { termMonths }),
  ...(Object.keys(options).length > 0 && { options: { ...options } }),
});

/** `¥12.00 / 人 / 月`; 面议 without a price. */
export const priceText = (sku: Sku): string => {
  const { amount, per } = skuPrice(sku);
  return amount + per;
};

/** A choice line by line; a trial has neither quantity nor term. */
export const choiceLines = (
  product: Product,
  choice: Choice,
  isTrial: boolean,
): readonly { readonly label: string; readonly value: string }[] => {
  const sku = skuOf(product, choice);
  if (sku === undefined) return [{ label: '产品', value: product.name }];
  const options = sku.options.map(({ key, label, values }) => ({
    label,
    value: values.find(({ value }) => value === choice.options[key])?.label ?? '—',
  }));
  const size = [
    { label: '数量', value: `${choice.quantity.toLocaleString('en-US')} ${sku.unit}` },
    ...(choice.termMonths > 0 ? [{ label: '期限', value: `${choice.termMonths} 个月` }] : []),
  ];
  return [
    { label: '产品', value: product.name },
    { label: '规格', value: sku.name },
    ...options,
    ...(isTrial ? [] : size),
  ];
};
