import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { useQuery } from '@tanstack/react-query';

/** Requests a trial; returns its ticket number. */
export const requestTrial = mutation({
  mutationKey: ['purchase', 'trial'],
  mutationFn: (input: CallInput<'customerContact.trial'>) => call('customerContact.trial', input),
});

/** Places an order; returns its number. Refreshes the lists of orders and consents, and the to-dos. */
export const purchase = mutation({
  mutationKey: ['purchase', 'place'],
  mutationFn: (input: CallInput<'portal.purchase'>) => call('portal.purchase', input),
  onSuccess: () => void invalidate(['order'], ['authorization'], ['home']),
});

/** What the page says of an order that was just placed. */
export type PlacedOrder = Pick<CallReply<'order.detail'>, 'waitsForCertification' | 'totalAmount'>;

/** The order that was placed; undefined until it is known. The order's own drawer has it under the same key. */
export const usePlacedOrder = (orderNo: string): PlacedOrder | undefined =>
  useQuery({
    queryKey: ['order', 'detail', orderNo],
    queryFn: ({ signal }) => call('order.detail', { orderNo }, { signal }),
  }).data;
