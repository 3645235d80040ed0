/** The price of a purchase. The live quote and the order use the same function, so that both always agree (R10.2). */

import { applyRate, differenceOf, type Fen, fen, noFen, rateOf, sumFen, timesFen } from './money.ts';

/** The fields of a specification that its price depends on. */
export interface PricedSku {
  readonly name: string;
  readonly unit: string;
  /** Per unit, and per month where there is a term; null: the price is negotiated (面议). */
  readonly price: Fen | null;
  readonly billing: 'prepaid' | 'postpaid';
  readonly termMonths: readonly number[];
  readonly minQuantity: number;
  readonly maxQuantity: number;
  readonly options: readonly {
    readonly key: string;
    readonly label: string;
    readonly values: readonly { readonly value: string; readonly label: string; readonly priceDelta: Fen }[];
  }[];
  /** Lower prices from a quantity on. */
  readonly tiers: readonly { readonly minQuantity: number; readonly price: Fen }[];
  /** Percent of the list price that a term pays. */
  readonly termDiscounts: readonly { readonly termMonths: number; readonly percent: number }[];
}

/** What the customer configures of a specification. */
export interface Configuration {
  readonly quantity: number;
  /** Null for a specification without terms. */
  readonly termMonths: number | null;
  /** Option key → value. */
  readonly options: Readonly<Record<string, string>>;
}

/** A line of the quote. */
export interface QuoteItem {
  readonly label: string;
  readonly amount: Fen;
}

export type Quote =
  | { readonly ok: true; readonly items: readonly QuoteItem[]; readonly totalAmount: Fen }
  | { readonly ok: false; readonly reason: 'invalid'; readonly path: string; readonly message: string }
  | { readonly ok: false; readonly reason: 'notPriced' | 'tooLarge' };

const invalid = (path: string, message: string): Quote => ({ ok: false, reason: 'invalid', path, message });

const faultOf = (sku: PricedSku, configuration: Configuration): Quote | null => {
  const { quantity, termMonths, options } = configuration;
  if (quantity < sku.minQuantity) return invalid('quantity', `数量不能少于 ${sku.minQuantity}`);
  if (quantity > sku.maxQuantity) return invalid('quantity', `数量不能多于 ${sku.maxQuantity}`);
  if (sku.termMonths.length === 0 && termMonths !== null) return invalid('termMonths', '该规格没有期限可选');
  if (sku.termMonths.length > 0 && (termMonths === null || !sku.termMonths.includes(termMonths))) {
    return invalid('termMonths', '请选择可用的期限');
  }
  for (const key of Object.keys(options)) {
    if (!sku.options.some((option) => option.key === key)) return invalid(`options.${key}`, '没有这个选项');
  }
  for (const option of sku.options) {
    const value = options[option.key];
    if (!option.values.some((each) => each.value === value)) {
      return invalid(`options.${option.key}`, `请选择${option.label}`);
    }
  }
  return null;
};

const unitPrice = (sku: PricedSku, quantity: number, price: Fen): Fen => {
  const tier = sku.tiers
    .filter((each) => each.minQuantity <= quantity)
    .sort((a, b) => b.minQuantity - a.minQuantity)[0];
  return tier?.price ?? price;
};

/** The largest quote, so that many orders can be added up within the safe range. */
const largestQuote = fen(90_071_992_547_409);

/** Checked in floating point, before the amounts become money. */
const isTooLarge = (sizes: readonly number[]): boolean =>
  sizes.reduce((sum, size) => sum + Math.abs(size), 0) > largestQuote;

interface Line {
  readonly label: string;
  /** Per unit, and per month where there is a term. */
  readonly price: Fen;
}

const linesOf = (sku: PricedSku, configuration: Configuration, price: Fen): readonly Line[] => {
  const span = configuration.termMonths === null ? '' : ` × ${configuration.termMonths} 个月`;
  const measure = `${configuration.quantity} ${sku.unit}${span}`;
  const options = sku.options.flatMap((option) => {
    const value = option.values.find((each) => each.value === configuration.options[option.key]);
    if (value === undefined || value.priceDelta === 0) return [];
    return [{ label: `${option.label}：${value.label}（${measure}）`, price: value.priceDelta }];
  });
  return [{ label: `${sku.name}（${measure}）`, price: unitPrice(sku, configuration.quantity, price) }, ...options];
};

/** The discount of a term; empty where there is none. */
const discountOf = (sku: PricedSku, { termMonths }: Configuration, listed: Fen): readonly QuoteItem[] => {
  const discount = sku.termDiscounts.find((each) => each.termMonths === termMonths);
  if (discount === undefined || discount.percent >= 100) return [];
  const off = applyRate(listed, rateOf(100 - discount.percent, 'percent'), 'up');
  return [{ label: `${termMonths} 个月期限优惠（按 ${discount.percent}% 计）`, amount: differenceOf(noFen, off) }];
};

/** The items of a price; null where they exceed the largest quote. */
const itemsOf = (sku: PricedSku, configuration: Configuration, price: Fen): readonly QuoteItem[] | null => {
  const times = configuration.quantity * (configuration.termMonths ?? 1);
  const lines = linesOf(sku, configuration, price);
  if (isTooLarge(lines.map((line) => line.price * times))) return null;
  const listed = lines.map((line) => ({ label: line.label, amount: timesFen(line.price, times) }));
  const items = [...listed, ...discountOf(sku, configuration, sumFen(listed.map(({ amount }) => amount)))];
  return isTooLarge(items.map(({ amount }) => amount)) ? null : items;
};

/**
 * Prices a configuration.
 *
 * @reason invalid    a field is out of range or not on offer; `path` and `message` name it
 * @reason notPriced  the price is negotiated (面议)
 * @reason tooLarge   the items exceed the largest quote
 * @source R10.2
 */
export const quote = (sku: PricedSku, configuration: Configuration): Quote => {
  const fault = faultOf(sku, configuration);
  if (fault !== null) return fault;
  if (sku.billing === 'postpaid') {
    return { ok: true, items: [{ label: '按实际用量后付，开通时无需付款', amount: noFen }], totalAmount: noFen };
  }
  if (sku.price === null) return { ok: false, reason: 'notPriced' };
  const items = itemsOf(sku, configuration, sku.price);
  if (items === null) return { ok: false, reason: 'tooLarge' };
  return { ok: true, items, totalAmount: sumFen(items.map(({ amount }) => amount)) };
};

/** The lowest price of a product; null when all of its prices are negotiated (面议). */
export const lowestPrice = (skus: readonly PricedSku[]): Fen | null => {
  const prices = skus
    .filter((sku) => sku.billing === 'prepaid')
    .flatMap((sku) => (sku.price === null ? [] : [sku.price, ...sku.tiers.map((tier) => tier.price)]));
  return prices.length === 0 ? null : prices.reduce((lowest, price) => (price < lowest ? price : lowest));
};
