import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type QueryStatus, queryStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A reception that waits or is served. */
export type Reception = CallReply<'ops.chat.queue'>['items'][number];
type Queue = CallReply<'ops.chat.queue'>;

/** How often the queue is asked for while the page is in sight: within it every customer reads an answer. @unit ms */
const askEveryMs = 3_000;

/** What waits and what is served; asking for it keeps nobody logged in. @source service 5.1 */
export const useQueue = (): { readonly state: QueryStatus<Queue>; readonly query: UseQueryResult<Queue> } => {
  const query = useQuery({
    queryKey: ['chat', 'queue'],
    queryFn: ({ signal }) => call('ops.chat.queue', {}, { signal }),
    refetchInterval: askEveryMs,
  });
  return { query, state: queryStatus('ops.chat.queue', query) };
};

const refresh = { onSettled: () => void invalidate(['chat']) };

/** Takes a reception that waits; of two who take it at once one has it. @source service 5.2 */
export const take = mutation({
  mutationKey: ['chat', 'take'],
  mutationFn: (input: CallInput<'ops.chat.take'>) => call('ops.chat.take', input),
  ...refresh,
});

/** Ends a reception with its summary. @source service 5.2 */
export const end = mutation({
  mutationKey: ['chat', 'end'],
  mutationFn: (input: CallInput<'ops.chat.end'>) => call('ops.chat.end', input),
  ...refresh,
});
