import { useDraft } from '#kernel/draft.ts';
import { useSearch } from '#kernel/hash-location.ts';
import { type Choice, noChoice, settleChoice } from './choice.ts';
import type { Product } from './order-queries.ts';

/** What the configuration leads to. */
export type ConfigType = 'purchase' | 'trial';

/** Where the configuration is. */
export type ConfigStep = 'choose' | 'confirm' | 'done';

/** What was sent: kept, so that the number survives a reload. */
export interface Sent {
  readonly ticketNo: string;
  readonly mobileMasked: string;
}

const nothingSent: Sent = { ticketNo: '', mobileMasked: '' };

/** The configuration of a product as the page uses it. */
export interface Config {
  readonly type: ConfigType;
  readonly product: Product;
  readonly choice: Choice;
  readonly step: ConfigStep;
  readonly sent: Sent;
  readonly choose: (changes: Partial<Choice>) => void;
  /** A step forth or back, so that the browser's own buttons work too. */
  readonly goTo: (step: 'choose' | 'confirm') => void;
  readonly finish: (sent: Sent) => void;
}

/**
 * The choice, kept in this tab over a login and a reload; the SKU and the step stand in the address.
 *
 * @source R1.1, R2.10, ux "skuConfig"
 */
export const useConfig = (product: Product, type: ConfigType): Config => {
  const [query, change] = useSearch();
  const name = `sku-config:${product.pid}:${type}`;
  const kept = useDraft<Choice>(name, noChoice);
  const result = useDraft<Sent>(`${name}:sent`, nothingSent);
  const named = query.get('step');
  const isDone = named === 'done' && result.fields.ticketNo !== '';
  return {
    type,
    product,
    choice: settleChoice(product.skus, kept.fields, query.get('sku')),
    step: isDone ? 'done' : named === 'confirm' ? 'confirm' : 'choose',
    sent: result.fields,
    choose: (changes) => {
      kept.change(changes);
      if (changes.skuId !== undefined) change({ sku: changes.skuId }, { replace: true });
    },
    goTo: (step) => change({ step: step === 'confirm' ? step : null }),
    finish: (sent) => {
      result.change(sent);
      change({ step: 'done' }, { replace: true });
    },
  };
};
