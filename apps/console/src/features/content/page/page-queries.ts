import type { CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useQuery } from '@tanstack/react-query';

/** A page of the portal in the list. */
export type PageEntry = CallReply<'ops.content.page'>['items'][number];

/** The pages that are composed of blocks; the portal has a handful. @source R2.8 */
export const usePages = () =>
  useQuery({
    queryKey: ['content', 'page', 'page'],
    queryFn: ({ signal }) => call('ops.content.page', { record: 'page', pageSize: 50 }, { signal }),
  });
