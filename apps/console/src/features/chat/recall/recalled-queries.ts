import type { CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { type QueryStatus, queryStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** What staff took back, as it was written. */
export type Recalled = CallReply<'ops.chat.recalled'>;

/** Reads it once for each time that it is opened: every look stands in the trail. @source service 1.3 */
export const useRecalled = (asked: {
  readonly conversationId: string;
  readonly seq: number;
}): { readonly state: QueryStatus<Recalled>; readonly query: UseQueryResult<Recalled> } => {
  const query = useQuery({
    queryKey: ['chatRecalled', asked],
    queryFn: ({ signal }) => call('ops.chat.recalled', asked, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { query, state: queryStatus('ops.chat.recalled', query) };
};
