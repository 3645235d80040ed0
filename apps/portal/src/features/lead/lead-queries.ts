import type { CallInput } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { useQuery } from '@tanstack/react-query';

/** What a message is about. */
export type Topic = CallInput<'portal.contact'>['topic'];

/** Sends a message; answers its ticket number. */
export const sendContact = mutation({
  mutationKey: ['lead', 'contact'],
  mutationFn: (input: CallInput<'portal.contact'>) => call('portal.contact', input),
});

/** The name of the product that a message is about; undefined until it is known, for none, and when it cannot be had. */
export const useProductName = (pid = ''): string | undefined =>
  useQuery({
    queryKey: ['catalog', 'product', pid],
    queryFn: ({ signal }) => call('portal.productQueryDetail', { pid }, { signal }),
    enabled: pid !== '',
  }).data?.name;
