import type { Fen } from '@ronghui/domain/money';
import { type PricedSku, type QuoteChoice, type QuoteItem, quote } from '@ronghui/domain/quote';

/** A price, or why there is none in the words of the operations that ask. */
export type Priced =
  | { readonly ok: true; readonly items: QuoteItem[]; readonly totalAmount: Fen }
  | { readonly ok: false; readonly reason: 'notPriced' }
  | {
      readonly ok: false;
      readonly reason: 'invalid';
      readonly data: { readonly fields: readonly { readonly path: string; readonly message: string }[] };
    };

const invalid = (path: string, message: string): Priced => ({
  ok: false,
  reason: 'invalid',
  data: { fields: [{ path, message }] },
});

/** The price of a choice by the one rule (R10.2): the quote and the order ask here. */
export const priceOf = (sku: PricedSku, { quantity, termMonths, options }: QuoteChoice): Priced => {
  const result = quote(sku, { quantity, termMonths, options });
  if (result.ok) return { ok: true, items: [...result.items], totalAmount: result.totalAmount };
  if (result.reason === 'invalid') return invalid(result.path, result.message);
  return result.reason === 'tooLarge' ? invalid('quantity', '数量过大') : { ok: false, reason: 'notPriced' };
};
