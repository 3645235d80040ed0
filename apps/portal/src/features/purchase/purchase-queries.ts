import { CallError, type CallInput, type CallReply, errorText } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { detailStatus, type QueryStatus } from '@ronghui/web/state/query-status';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** A product as its configuration needs it. */
export type Product = CallReply<'portal.productQueryDetail'>;
/** A specification of a product. */
export type Sku = Product['skus'][number];

/** The product; `empty` when there is none of that id. `reload` answers when it is there anew. */
export const useConfigProduct = (
  pid: string,
): { readonly state: QueryStatus<Product>; readonly reload: () => Promise<unknown> } => {
  const query = useQuery({
    queryKey: ['catalog', 'product', pid],
    queryFn: ({ signal }) => call('portal.productQueryDetail', { pid }, { signal }),
  });
  return { state: detailStatus('portal.productQueryDetail', query), reload: () => query.refetch() };
};

/** What is known of a price. */
export interface Quote {
  /** The last price that is known; it stays while a newer one is on its way. */
  readonly price: CallReply<'order.quote'> | undefined;
  readonly isBusy: boolean;
  /** Negotiated: there is no price to show. */
  readonly isNegotiated: boolean;
  /** What is wrong with the choice, by field (`quantity`, `options.card`). */
  readonly faults: Readonly<Record<string, string>>;
  /** Why there is no price, where the choice is not to blame. */
  readonly failure: string | undefined;
  readonly retry: () => void;
}

/** How long a choice must rest before it is priced. @unit ms */
const restMs = 250;

/** The live price of a choice. @source R10.2, ux "skuConfig" */
export const useQuote = (choice: CallInput<'order.quote'>): Quote => {
  const rested = useRested(JSON.stringify(choice));
  const query = useQuery({
    queryKey: ['order', 'quote', rested],
    queryFn: ({ signal }): Promise<CallReply<'order.quote'>> => call('order.quote', JSON.parse(rested), { signal }),
    placeholderData: keepPreviousData,
  });
  const isResting = rested !== JSON.stringify(choice);
  const error = isResting ? undefined : query.error;
  const known = error instanceof CallError ? error : undefined;
  const isNegotiated = known?.errCode === 'RHOR002';
  const faults = Object.fromEntries((known?.fields ?? []).map(({ path, message }) => [path, message]));
  const isOwnFault = isNegotiated || Object.keys(faults).length > 0;
  return {
    price: query.data,
    isBusy: isResting || query.isFetching,
    isNegotiated,
    faults,
    failure: error && !isOwnFault ? errorText('order.quote', error) : undefined,
    retry: () => void query.refetch(),
  };
};

/** A text once it has rested; the first one at once. */
const useRested = (text: string): string => {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
};

/** Asks for a trial; answers its ticket number. */
export const requestTrial = mutation({
  mutationKey: ['purchase', 'trial'],
  mutationFn: (input: CallInput<'customerContact.trial'>) => call('customerContact.trial', input),
});

/** Places an order; answers its number. The lists of orders and consents, and the to-dos, are asked for anew. */
export const purchase = mutation({
  mutationKey: ['purchase', 'place'],
  mutationFn: (input: CallInput<'portal.purchase'>) => call('portal.purchase', input),
  onSuccess: () => void invalidate(['order'], ['authorization'], ['home']),
});
