import { useDraft } from '@ronghui/web/forms/draft';
import { useSearch } from '@ronghui/web/navigation/hash-location';
import { type Choice, noChoice, settleChoice } from './choice.ts';
import type { Product } from './purchase-queries.ts';

/** What the configuration leads to. */
export type ConfigType = 'purchase' | 'trial';

/** Where the configuration is. */
export type ConfigStep = 'choose' | 'confirm' | 'done';

/** An order or ticket number as it may stand in the address. */
const ticketPattern = /^[A-Za-z0-9-]{1,32}$/;

/** The configuration of a product as the page uses it. */
export interface Config {
  readonly type: ConfigType;
  readonly product: Product;
  readonly choice: Choice;
  readonly step: ConfigStep;
  /** The number of what was sent; it stands in the address, so that it survives a reload. */
  readonly ticketNo: string;
  readonly choose: (changes: Partial<Choice>) => void;
  /** A step forth or back, so that the browser's own buttons work too. */
  readonly goTo: (step: 'choose' | 'confirm') => void;
  readonly finish: (ticketNo: string) => void;
}

/** A choice that the address brings along: that of an order that is bought again. */
const choiceOfAddress = (query: URLSearchParams): Partial<Choice> => {
  const options = (query.get('options') ?? '').split('~').flatMap((pair) => {
    const at = pair.indexOf('.');
    return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)] as const];
  });
  return {
    ...(query.has('quantity') && { quantity: Number(query.get('quantity')) }),
    ...(query.has('term') && { termMonths: Number(query.get('term')) }),
    ...(options.length > 0 && { options: Object.fromEntries(options) }),
  };
};

/**
 * The choice, kept in this tab over a login and a reload; the SKU and the step stand in the address, and a choice that came with it counts
 * until another is made.
 *
 * @source R1.1, R2.10, R10.2, ux "skuConfig"
 */
export const useConfig = (product: Product, type: ConfigType): Config => {
  const [query, change] = useSearch();
  const kept = useDraft<Choice>(`sku-config:${product.pid}:${type}`, noChoice);
  const named = query.get('step');
  const ticketNo = query.get('ticket') ?? '';
  const isDone = named === 'done' && ticketPattern.test(ticketNo);
  const choice = settleChoice(product.skus, { ...kept.fields, ...choiceOfAddress(query) }, query.get('sku'));
  return {
    type,
    product,
    choice,
    step: isDone ? 'done' : named === 'confirm' ? 'confirm' : 'choose',
    ticketNo,
    choose: (changes) => {
      kept.change({ ...choice, ...changes });
      const isFromAddress = ['quantity', 'term', 'options'].some((name) => query.has(name));
      if (changes.skuId === undefined && !isFromAddress) return;
      change({ sku: changes.skuId ?? choice.skuId, quantity: null, term: null, options: null }, { replace: true });
    },
    goTo: (step) => change({ step: step === 'confirm' ? step : null, ticket: null }),
    finish: (sent) => change({ step: 'done', ticket: sent }, { replace: true }),
  };
};
