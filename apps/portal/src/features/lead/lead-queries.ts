import type { CallInput } from '@ronghui/client';
import { call } from '#kernel/call.ts';
import { useQuery } from '#kernel/query.ts';

/** What a message is about. */
export type Topic = CallInput<'portal.contact'>['topic'];

/** Sends a message; answers its ticket number. */
export const sendContact = (input: CallInput<'portal.contact'>) => call('portal.contact', input);

/** The name of the product that a message is about; undefined until it is known, and for none. */
export const useProductName = (pid: string | undefined): string | undefined => {
  const { data } = useQuery({
    queryKey: ['catalog', 'product', pid],
    queryFn: ({ signal }) => call('portal.productQueryDetail', { pid: pid ?? '' }, { signal }),
    enabled: pid !== undefined,
  });
  return data?.name;
};
