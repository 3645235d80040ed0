import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type QueryStatus, queryStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A queue as it stands, and who has taken a thing. */
export type Queue = CallReply<'ops.desk.queues'>['items'][number];
export type Owner = NonNullable<CallReply<'ops.desk.owner'>['owner']>;
export type Kind = CallInput<'ops.desk.owner'>['kind'];
type Queues = CallReply<'ops.desk.queues'>;

/** How often the queues and an owner are asked for, while the page is in sight. @unit ms */
const askEveryMs = 30_000;

/** What waits, asked again while the page is in sight. @source R11.2 */
export const useQueues = (): { readonly state: QueryStatus<Queues>; readonly query: UseQueryResult<Queues> } => {
  const query = useQuery({
    queryKey: ['desk', 'queues'],
    queryFn: ({ signal }) => call('ops.desk.queues', {}, { signal }),
    refetchInterval: askEveryMs,
  });
  return { query, state: queryStatus('ops.desk.queues', query) };
};

/** What is left to do until merchants can come. @source R11.2 */
export const useOpening = (): UseQueryResult<CallReply<'ops.desk.opening'>> =>
  useQuery({
    queryKey: ['desk', 'opening'],
    queryFn: ({ signal }) => call('ops.desk.opening', {}, { signal }),
  });

/** Who has taken a thing; null for nobody, undefined until it is known. */
export const useOwner = (kind: Kind, objectId: string): Owner | null | undefined =>
  useQuery({
    queryKey: ['desk', 'owner', kind, objectId],
    queryFn: ({ signal }) => call('ops.desk.owner', { kind, objectId }, { signal }),
    refetchInterval: askEveryMs,
  }).data?.owner;

/** The colleagues who may go on with a thing. */
export const useColleagues = (kind: Kind, keyword: string) =>
  useQuery({
    queryKey: ['desk', 'colleagues', kind, keyword],
    queryFn: ({ signal }) => call('ops.desk.colleagues', { kind, ...(keyword === '' ? {} : { keyword }) }, { signal }),
    placeholderData: (former) => former,
  });

/** Refreshes the queues, the owner, and the lists that name owners or are filtered by them. */
const refresh = {
  onSettled: () =>
    void invalidate(
      ['desk'],
      ['certification', 'page'],
      ['order', 'page'],
      ['feedback', 'page'],
      ['invoice', 'page'],
      ['bill', 'toSettle'],
      ['bill', 'toSettleSum'],
      ['bill', 'stage'],
    ),
};

/** Takes a thing. */
export const take = mutation({
  mutationKey: ['desk', 'take'],
  mutationFn: (input: CallInput<'ops.desk.take'>) => call('ops.desk.take', input),
  ...refresh,
});

/** Hands a thing to a colleague, or takes it over from one. */
export const handOver = mutation({
  mutationKey: ['desk', 'handOver'],
  mutationFn: (input: CallInput<'ops.desk.handOver'>) => call('ops.desk.handOver', input),
  ...refresh,
});

/** Gives a thing back. */
export const release = mutation({
  mutationKey: ['desk', 'release'],
  mutationFn: (input: CallInput<'ops.desk.release'>) => call('ops.desk.release', input),
  ...refresh,
});
