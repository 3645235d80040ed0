import { useDraft } from '@ronghui/web/forms/draft';
import { useSearch } from '@ronghui/web/navigation/hash-location';
import { type Configuration, emptyConfiguration, normaliseConfiguration } from './configuration.ts';
import type { Product } from './purchase-queries.ts';

/** The purpose of the configuration. */
export type ConfigType = 'purchase' | 'trial';

/** The step of the page. */
export type ConfigStep = 'configure' | 'confirm' | 'done';

/** The form of an order or ticket number in the address. */
const ticketPattern = /^[A-Za-z0-9-]{1,32}$/;

/** The configuration of a product with the state of its page. */
export interface ConfigState {
  readonly type: ConfigType;
  readonly product: Product;
  readonly configuration: Configuration;
  readonly step: ConfigStep;
  /** The number of the order or ticket; it is in the address, so that it survives a reload. */
  readonly ticketNo: string;
  readonly change: (changes: Partial<Configuration>) => void;
  /** Goes to a step through the address, so that the browser's back and forward work too. */
  readonly goTo: (step: 'configure' | 'confirm') => void;
  readonly finish: (ticketNo: string) => void;
}

/** The configuration in the address, when an order is bought again. */
const configurationOfAddress = (query: URLSearchParams): Partial<Configuration> => {
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
 * The configuration, kept in this tab over a login and a reload. The SKU and the step are in the address; a configuration in the address
 * counts until the customer changes it.
 *
 * @source R1.1, R2.10, R10.2, ux "skuConfig"
 */
export const useConfig = (product: Product, type: ConfigType): ConfigState => {
  const [query, changeQuery] = useSearch();
  const kept = useDraft<Configuration>(`sku-config:${product.pid}:${type}`, emptyConfiguration);
  const named = query.get('step');
  const ticketNo = query.get('ticket') ?? '';
  const isDone = named === 'done' && ticketPattern.test(ticketNo);
  const configuration = normaliseConfiguration(
    product.skus,
    { ...kept.fields, ...configurationOfAddress(query) },
    query.get('sku'),
  );
  return {
    type,
    product,
    configuration,
    step: isDone ? 'done' : named === 'confirm' ? 'confirm' : 'configure',
    ticketNo,
    change: (changes) => {
      kept.change({ ...configuration, ...changes });
      const isFromAddress = ['quantity', 'term', 'options'].some((name) => query.has(name));
      if (changes.skuId === undefined && !isFromAddress) return;
      changeQuery(
        { sku: changes.skuId ?? configuration.skuId, quantity: null, term: null, options: null },
        { replace: true },
      );
    },
    goTo: (step) => changeQuery({ step: step === 'confirm' ? step : null, ticket: null }),
    finish: (sent) => changeQuery({ step: 'done', ticket: sent }, { replace: true }),
  };
};
