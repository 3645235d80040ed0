import { CallError, type CallInput, type CallReply, errorText } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { type ContentStatus, detailStatus } from '@ronghui/web/state/content-status';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** A product with the data for its configuration. */
export type Product = CallReply<'portal.productQueryDetail'>;
/** A specification of a product. */
export type Sku = Product['skus'][number];

/** The product; `empty` when it does not exist. `reload` settles when it was fetched again. */
export const useConfigProduct = (
  pid: string,
): { readonly state: ContentStatus<Product>; readonly reload: () => Promise<unknown> } => {
  const query = useQuery({
    queryKey: ['catalog', 'product', pid],
    queryFn: ({ signal }) => call('portal.productQueryDetail', { pid }, { signal }),
  });
  return { state: detailStatus('portal.productQueryDetail', query), reload: () => query.refetch() };
};

/** The state of a live price. */
export interface Quote {
  /** The last price; it stays while a newer one is fetched. */
  readonly price: CallReply<'order.quote'> | undefined;
  readonly isBusy: boolean;
  /** The price is negotiated, so there is none to show. */
  readonly isNegotiated: boolean;
  /** The errors of the configuration, by field (`quantity`, `options.card`). */
  readonly faults: Readonly<Record<string, string>>;
  /** Why there is no price, for reasons other than the configuration. */
  readonly failure: string | undefined;
  readonly retry: () => void;
}

/** How long a configuration must stay unchanged before it is priced. @unit ms */
const quoteDelayMs = 250;

/** The live price of a configuration; a SKU without a price is not quoted. @source R1.1, R10.2, ux "skuConfig" */
export const useQuote = (configuration: CallInput<'order.quote'>, sku?: Pick<Sku, 'price'>): Quote => {
  const hasPrice = sku?.price !== null;
  const debounced = useDebounced(JSON.stringify(configuration));
  const query = useQuery({
    queryKey: ['order', 'quote', debounced],
    queryFn: ({ signal }): Promise<CallReply<'order.quote'>> => call('order.quote', JSON.parse(debounced), { signal }),
    placeholderData: keepPreviousData,
    enabled: hasPrice,
  });
  const isPending = hasPrice && debounced !== JSON.stringify(configuration);
  const error = isPending ? undefined : query.error;
  const known = error instanceof CallError ? error : undefined;
  const isNegotiated = !hasPrice || known?.errCode === 'RHOR002';
  const faults = Object.fromEntries(
    (hasPrice ? (known?.fields ?? []) : []).map(({ path, message }) => [path, message]),
  );
  const isOwnFault = isNegotiated || Object.keys(faults).length > 0;
  return {
    price: isNegotiated ? undefined : query.data,
    isBusy: isPending || query.isFetching,
    isNegotiated,
    faults,
    failure: error && hasPrice && !isOwnFault ? errorText('order.quote', error) : undefined,
    retry: () => void query.refetch(),
  };
};

/** Debounces a text; the first one is returned at once. */
const useDebounced = (text: string): string => {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), quoteDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
};
