import type { CallInput } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';

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
