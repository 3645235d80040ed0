import type { Fen } from '@ronghui/domain/money';
import { type PricedSku, type QuoteChoice, type QuoteItem, quote } from '@ronghui/domain/quote';
import { wrongField } from '#kernel/calls/wrong-field';

/** A price, or why there is none in the words of the operations that ask. */
export type Priced =
  | { readonly ok: true; readonly items: QuoteItem[]; readonly totalAmount: Fen }
  | { readonly ok: false; readonly reason: 'notPriced' }
  | { readonly ok: false; readonly reason: 'invalid'; readonly data: ReturnType<typeof wrongField> };

/** The price of a choice by the one rule (R10.2): the quote and the order ask here. */
export const priceOf = (sku: PricedSku, { quantity, termMonths, options }: QuoteChoice): Priced => {
  const result = quote(sku, { quantity, termMonths, options });
  if (result.ok) return { ok: true, items: [...result.items], totalAmount: result.totalAmount };
  const { reason } = result;
  if (reason === 'notPriced') return { ok: false, reason };
  const data = reason === 'invalid' ? wrongField(result.path, result.message) : wrongField('quantity', '数量过大');
  return { ok: false, reason: 'invalid', data };
};
