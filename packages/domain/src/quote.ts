/**
 * What a purchase would cost. One function, used by the live quote and by the order, so that both always agree (R10.2).
 *
 * @unit amounts are fen
 */

/** A specification with everything that its price depends on. */
export interface PricedSku {
  readonly name: string;
  readonly unit: string;
  /** Per unit, and per month where there is a term; null reads 面议. @unit fen */
  readonly price: number | null;
  readonly billing: 'prepaid' | 'postpaid';
  readonly termMonths: readonly number[];
  readonly minQuantity: number;
  readonly maxQuantity: number;
  readonly options: readonly {
    readonly key: string;
    readonly label: string;
    readonly values: readonly { readonly value: string; readonly label: string; readonly priceDelta: number }[];
  }[];
  /** A lower price from a quantity on. */
  readonly tiers: readonly { readonly minQuantity: number; readonly price: number }[];
  /** Percent of the list price that a term pays. */
  readonly termDiscounts: readonly { readonly termMonths: number; readonly percent: number }[];
}

/** What the customer chose. */
export interface QuoteChoice {
  readonly quantity: number;
  readonly termMonths?: number | undefined;
  readonly options?: Readonly<Record<string, string>> | undefined;
}

/** A line of the quote. */
export interface QuoteItem {
  readonly label: string;
  readonly amount: number;
}

export type Quote =
  | { readonly ok: true; readonly items: readonly QuoteItem[]; readonly totalAmount: number }
  | { readonly ok: false; readonly reason: 'invalid'; readonly path: string; readonly message: string }
  | { readonly ok: false; readonly reason: 'notPriced' | 'tooLarge' };

const invalid = (path: string, message: string): Quote => ({ ok: false, reason: 'invalid', path, message });

const faultOf = (sku: PricedSku, choice: QuoteChoice): Quote | null => {
  const { quantity, termMonths, options = {} } = choice;
  if (quantity < sku.minQuantity) return invalid('quantity', `数量不能少于 ${sku.minQuantity}`);
  if (quantity > sku.maxQuantity) return invalid('quantity', `数量不能多于 ${sku.maxQuantity}`);
  if (sku.termMonths.length === 0 && termMonths !== undefined) return invalid('termMonths', '该规格没有期限可选');
  if (sku.termMonths.length > 0 && (termMonths === undefined || !sku.termMonths.includes(termMonths))) {
    return invalid('termMonths', '请选择可用的期限');
  }
  for (const key of Object.keys(options)) {
    if (!sku.options.some((option) => option.key === key)) return invalid(`options.${key}`, '没有这个选项');
  }
  for (const option of sku.options) {
    const chosen = options[option.key];
    if (!option.values.some((each) => each.value === chosen)) {
      return invalid(`options.${option.key}`, `请选择${option.label}`);
    }
  }
  return null;
};

const unitPrice = (sku: PricedSku, quantity: number, price: number): number => {
  const tier = sku.tiers
    .filter((each) => each.minQuantity <= quantity)
    .sort((a, b) => b.minQuantity - a.minQuantity)[0];
  return tier?.price ?? price;
};

const itemsOf = (sku: PricedSku, choice: QuoteChoice, price: number): QuoteItem[] => {
  const months = choice.termMonths ?? 1;
  const times = choice.quantity * months;
  const span = choice.termMonths === undefined ? '' : ` × ${choice.termMonths} 个月`;
  const measure = `${choice.quantity} ${sku.unit}${span}`;
  const items: QuoteItem[] = [
    { label: `${sku.name}（${measure}）`, amount: unitPrice(sku, choice.quantity, price) * times },
  ];
  for (const option of sku.options) {
    const value = option.values.find((each) => each.value === choice.options?.[option.key]);
    if (value !== undefined && value.priceDelta !== 0) {
      items.push({ label: `${option.label}：${value.label}（${measure}）`, amount: value.priceDelta * times });
    }
  }
  const discount = sku.termDiscounts.find((each) => each.termMonths === choice.termMonths);
  if (discount !== undefined && discount.percent < 100) {
    const listed = items.reduce((sum, item) => sum + item.amount, 0);
    // Half a fen is rounded in the customer's favour.
    const off = -Math.ceil((listed * (100 - discount.percent)) / 100);
    items.push({ label: `${choice.termMonths} 个月期限优惠（按 ${discount.percent}% 计）`, amount: off });
  }
  return items;
};

/**
 * Prices a choice.
 *
 * @reason invalid    a field is out of range or not on offer; `path` and `message` name it
 * @reason notPriced  the price is negotiated (面议)
 * @reason tooLarge   the sum leaves the safe range
 * @source R10.2
 */
export const quote = (sku: PricedSku, choice: QuoteChoice): Quote => {
  const fault = faultOf(sku, choice);
  if (fault !== null) return fault;
  if (sku.billing === 'postpaid') {
    return { ok: true, items: [{ label: '按实际用量后付，开通时无需付款', amount: 0 }], totalAmount: 0 };
  }
  if (sku.price === null) return { ok: false, reason: 'notPriced' };
  const items = itemsOf(sku, choice, sku.price);
  // The discount multiplies by up to 100 before dividing: keep that product inside the safe range too.
  const reach = items.reduce((sum, item) => sum + Math.abs(item.amount), 0) * 100;
  if (!Number.isSafeInteger(reach)) return { ok: false, reason: 'tooLarge' };
  return { ok: true, items, totalAmount: items.reduce((sum, item) => sum + item.amount, 0) };
};

/** The lowest price a product starts from; null when none of its specifications is priced (面议). @unit fen */
export const lowestPrice = (skus: readonly PricedSku[]): number | null => {
  const prices = skus
    .filter((sku) => sku.billing === 'prepaid')
    .flatMap((sku) => (sku.price === null ? [] : [sku.price, ...sku.tiers.map((tier) => tier.price)]));
  return prices.length === 0 ? null : Math.min(...prices);
};
