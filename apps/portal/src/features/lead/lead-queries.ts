import type { CallInput } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { useQuery } from '@tanstack/react-query';

/** The topic of a message. */
export type Topic = CallInput<'portal.contact'>['topic'];

/** Sends a message; returns its ticket number. */
export const sendContact = mutation({
  mutationKey: ['lead', 'contact'],
  mutationFn: (input: CallInput<'portal.contact'>) => call('portal.contact', input),
});

/** The name of the product that a message is about; undefined until it is loaded, without a product, and when loading failed. */
export const useProductName = (pid = ''): string | undefined =>
  useQuery({
    queryKey: ['catalog', 'product', pid],
    queryFn: ({ signal }) => call('portal.productQueryDetail', { pid }, { signal }),
    enabled: pid !== '',
  }).data?.name;
