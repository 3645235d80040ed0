import type { CallInput, CallReply, Download } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type QueryStatus, queryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** An event in the list, one with its values, and the chain. */
export type Event = CallReply<'ops.audit.page'>['items'][number];
export type EventDetail = CallReply<'ops.audit.detail'>;
export type Chain = CallReply<'ops.audit.chain'>;
type Asked = CallInput<'ops.audit.export'>;
type Filter = Omit<Asked, 'idempotencyKey'>;

const filters = ['area', 'actor', 'object', 'tenantId', 'event', 'outcome', 'from', 'to'] as const;

/** How often a running verification is asked for, and the chain otherwise. @unit ms */
const askEveryMs = 1500;
const chainEveryMs = 30_000;

/** The events for the list page. @source R11.7 */
export const useEventList = () =>
  useListPage({
    operation: 'ops.audit.page',
    queryKey: ['audit', 'page'],
    filters,
    // The address may contain any value; the server validates it.
    ask: (filter, { signal, ...part }) => call('ops.audit.page', { ...(filter as Filter), ...part }, { signal }),
  });

/** An event that the trail has, by its title. */
export type NamedEvent = CallReply<'ops.audit.events'>['items'][number];

/** The events that the trail has; none until they are answered. */
export const useEventNames = (): readonly NamedEvent[] =>
  useQuery({
    queryKey: ['audit', 'events'],
    queryFn: ({ signal }) => call('ops.audit.events', {}, { signal }),
  }).data?.items ?? [];

/** One event; `empty` when there is none with that number. */
export const useEvent = (
  eventId: string,
): { readonly state: QueryStatus<EventDetail>; readonly query: UseQueryResult<EventDetail> } => {
  const query = useQuery({
    queryKey: ['audit', 'detail', eventId],
    queryFn: ({ signal }) => call('ops.audit.detail', { eventId }, { signal }),
  });
  return { query, state: recordStatus('ops.audit.detail', query) };
};

/** Whether a verification goes on. */
export const isVerifying = ({ job }: Pick<Chain, 'job'>): boolean =>
  job?.status === 'queued' || job?.status === 'running';

/** The head of the chain and its last verification; asked again while one runs. */
export const useChain = (): { readonly state: QueryStatus<Chain>; readonly query: UseQueryResult<Chain> } => {
  const query = useQuery({
    queryKey: ['audit', 'chain'],
    queryFn: ({ signal }) => call('ops.audit.chain', {}, { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isVerifying(data) ? askEveryMs : chainEveryMs),
  });
  return { query, state: queryStatus('ops.audit.chain', query) };
};

/** Asks for a verification of the chain, or of the part of it in a time. */
export const verifyChain = mutation({
  mutationKey: ['audit', 'verify'],
  mutationFn: (input: CallInput<'ops.audit.verify'>) => call('ops.audit.verify', input),
  onSettled: () => void invalidate(['audit', 'chain']),
});

/** An export of the trail that this member of staff asked for. */
export type TrailExport = NonNullable<CallReply<'ops.audit.lastExport'>['export']>;

/** Whether the file is still being made. */
export const isMaking = (last: TrailExport | null | undefined): boolean =>
  last?.status === 'queued' || last?.status === 'running';

/** The last export of this member of staff; asked again while it is made. `isSilent`: the server does not answer. */
export const useLastExport = (
  mayExport: boolean,
): { readonly last: TrailExport | null; readonly isSilent: boolean } => {
  const { data, error } = useQuery({
    queryKey: ['audit', 'lastExport'],
    queryFn: ({ signal }) => call('ops.audit.lastExport', {}, { signal }),
    enabled: mayExport,
    refetchInterval: ({ state }) => (isMaking(state.data?.export) ? askEveryMs : false),
  });
  return { last: data?.export ?? null, isSilent: error !== null };
};

/** A list's filter as an export takes it: each field, also those without a value. The server checks what an address may hold. */
export const askedOf = (filter: Readonly<Partial<Record<string, string>>>) => {
  const { actor, area, event, tenantId, object, outcome, from, to } = filter as Filter;
  return { actor, area, event, tenantId, object, outcome, from, to };
};

/** Asks for the events of a filter as a CSV; every export is in the trail itself. */
export const exportEvents = mutation({
  mutationKey: ['audit', 'export'],
  mutationFn: (input: Asked) => call('ops.audit.export', input),
  onSettled: () => void invalidate(['audit', 'lastExport']),
});

/** The file of an export. */
export const fetchExport = (exportId: string): Promise<Download> => call('ops.audit.download', { exportId });
