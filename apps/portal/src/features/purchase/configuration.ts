import { skuPrice } from '@ronghui/domain/sku-price';
import type { Product, Sku } from './purchase-queries.ts';

/** What a customer configures of a product: SKU, quantity, term and options. */
export interface Configuration {
  readonly skuId: string;
  readonly quantity: number;
  /** Null without a term. */
  readonly termMonths: number | null;
  readonly options: Readonly<Record<string, string>>;
}

/** The configuration before the customer selects anything. */
export const emptyConfiguration: Configuration = { skuId: '', quantity: 0, termMonths: null, options: {} };

/**
 * Makes a configuration valid for the present offer: keeps what is offered, and takes the first offered value for the rest. A draft may
 * be older than the offer, or contain any value.
 */
export const normaliseConfiguration = (
  skus: readonly Sku[],
  kept: Configuration,
  named: string | null,
): Configuration => {
  const sku = skus.find(({ skuId }) => skuId === named) ?? skus.find(({ skuId }) => skuId === kept.skuId) ?? skus[0];
  if (sku === undefined) return emptyConfiguration;
  const wanted = Number.isInteger(kept.quantity) ? kept.quantity : 0;
  const options = sku.options.map(({ key, values }) => {
    const value = values.find((each) => each.value === kept.options?.[key]) ?? values[0];
    return [key, value?.value ?? ''];
  });
  return {
    skuId: sku.skuId,
    quantity: Math.min(sku.maxQuantity, Math.max(sku.minQuantity, wanted)),
    termMonths: sku.termMonths.find((months) => months === kept.termMonths) ?? sku.termMonths[0] ?? null,
    options: Object.fromEntries(options),
  };
};

/** The SKU of a configuration. */
export const skuOf = (product: Product, { skuId }: Configuration): Sku | undefined =>
  product.skus.find((sku) => sku.skuId === skuId);

/** The configuration as the wire has it: a missing term and missing options are absent. */
export const configurationInput = (pid: string, { skuId, quantity, termMonths, options }: Configuration) => ({
  pid,
  skuId,
  quantity,
  ...(termMonths !== null && { termMonths }),
  ...(Object.keys(options).length > 0 && { options: { ...options } }),
});

/** `¥12.00 / 人 / 月`; 面议 without a price. */
export const priceText = (sku: Sku): string => {
  const { amount, per } = skuPrice(sku);
  return amount + per;
};

/** A configuration as labelled lines; a trial has neither quantity nor term. */
export const configurationLines = (
  product: Product,
  configuration: Configuration,
  isTrial: boolean,
): readonly { readonly label: string; readonly value: string }[] => {
  const sku = skuOf(product, configuration);
  if (sku === undefined) return [{ label: '产品', value: product.name }];
  const options = sku.options.map(({ key, label, values }) => ({
    label,
    value: values.find(({ value }) => value === configuration.options[key])?.label ?? '—',
  }));
  const size = [
    { label: '数量', value: `${configuration.quantity.toLocaleString('en-US')} ${sku.unit}` },
    ...(configuration.termMonths !== null ? [{ label: '期限', value: `${configuration.termMonths} 个月` }] : []),
  ];
  return [
    { label: '产品', value: product.name },
    { label: '规格', value: sku.name },
    ...options,
    ...(isTrial ? [] : size),
  ];
};
