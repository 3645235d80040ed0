import type { Fen } from '@ronghui/domain/money';
import { type Configuration, type PricedSku, type QuoteItem, quote } from '@ronghui/domain/quote';
import { wrongField } from '#kernel/calls/wrong-field';

/** A price, or the operations' reason why there is none. */
export type Priced =
  | { readonly ok: true; readonly items: QuoteItem[]; readonly totalAmount: Fen }
  | { readonly ok: false; readonly reason: 'notPriced' }
  | { readonly ok: false; readonly reason: 'invalid'; readonly data: ReturnType<typeof wrongField> };

/** What a request names of a configuration: the contract leaves out a term or options that a specification does not have. */
interface ConfigurationInput {
  readonly quantity: number;
  readonly termMonths?: number | undefined;
  readonly options?: Readonly<Record<string, string>> | undefined;
}

/** The configuration of a request. */
export const configurationOf = ({ quantity, termMonths, options }: ConfigurationInput): Configuration => ({
  quantity,
  termMonths: termMonths ?? null,
  options: options ?? {},
});

/** The price of a configuration; the quote and the order both use it (R10.2). */
export const priceOf = (sku: PricedSku, configuration: Configuration): Priced => {
  const result = quote(sku, configuration);
  if (result.ok) return { ok: true, items: [...result.items], totalAmount: result.totalAmount };
  const { reason } = result;
  if (reason === 'notPriced') return { ok: false, reason };
  const data = reason === 'invalid' ? wrongField(result.path, result.message) : wrongField('quantity', '数量过大');
  return { ok: false, reason: 'invalid', data };
};
