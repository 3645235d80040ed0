import type { CallInput, CallReply, Download } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A lead in the list, and its detail. */
export type Lead = CallReply<'ops.lead.page'>['items'][number];
export type LeadDetail = CallReply<'ops.lead.detail'>;
/** What staff do with a lead. */
export type LeadAction = LeadDetail['actions'][number];

const filters = ['status', 'owner', 'source', 'due', 'keyword', 'from', 'to'] as const;
type Values = Readonly<Partial<Record<(typeof filters)[number], string>>>;

/** The filter of the address as the server takes it; the address may contain any value, which the server validates. */
const filterOf = ({ due, ...rest }: Values) =>
  ({ ...rest, ...(due === undefined ? {} : { due: due === 'yes' }) }) as CallInput<'ops.lead.export'>;

/** The leads for the list page. @source R11.4 */
export const useLeadList = () =>
  useListPage({
    operation: 'ops.lead.page',
    queryKey: ['lead', 'page'],
    filters,
    ask: (filter, { signal, ...part }) => call('ops.lead.page', { ...filterOf(filter), ...part }, { signal }),
  });

/** A lead as it is now. */
export const readLead = (ticketNo: string): Promise<LeadDetail> => call('ops.lead.detail', { ticketNo });

/** One lead; `empty` when there is none with that number. */
export const useLead = (
  ticketNo: string,
): { readonly state: QueryStatus<LeadDetail>; readonly query: UseQueryResult<LeadDetail> } => {
  const query = useQuery({
    ...readWhenOpened,
    queryKey: ['lead', 'detail', ticketNo],
    queryFn: ({ signal }) => call('ops.lead.detail', { ticketNo }, { signal }),
  });
  return { query, state: recordStatus('ops.lead.detail', query) };
};

/** The colleagues who may take a lead over, as options. */
export const useColleagues = (): readonly { readonly value: string; readonly label: string }[] => {
  const query = useQuery({
    queryKey: ['lead', 'colleagues'],
    queryFn: ({ signal }) => call('ops.lead.colleagues', {}, { signal }),
  });
  return (query.data?.items ?? []).map(({ staffId, name }) => ({ value: staffId, label: name }));
};

/** Fetches the name, the mobile or the message in full; every look is in the audit trail. */
export const revealLead = mutation({
  mutationKey: ['lead', 'reveal'],
  mutationFn: async (input: CallInput<'ops.lead.reveal'>): Promise<string> =>
    (await call('ops.lead.reveal', input)).value,
});

/** The leads of a filter as a file. */
export const exportLeads = (filter: Values): Promise<Download> => call('ops.lead.export', filterOf(filter));

/** Refreshes list and detail after a step was taken or refused. */
const refresh = { onSettled: () => void invalidate(['lead', 'page'], ['lead', 'detail'], ['desk', 'queues']) };

/** The steps that take nothing but the lead. */
export const takePlainStep = mutation({
  mutationKey: ['lead', 'plainStep'],
  mutationFn: (step: 'take' | 'reopen', input: CallInput<'ops.lead.take'>) => call(`ops.lead.${step}`, input),
  ...refresh,
});

/** Hands a lead over to a colleague. */
export const assignLead = mutation({
  mutationKey: ['lead', 'assign'],
  mutationFn: (input: CallInput<'ops.lead.assign'>) => call('ops.lead.assign', input),
  ...refresh,
});

/** Says which merchant a lead became. */
export const winLead = mutation({
  mutationKey: ['lead', 'win'],
  mutationFn: (input: CallInput<'ops.lead.win'>) => call('ops.lead.win', input),
  ...refresh,
});

/** Says why nothing came of a lead. */
export const loseLead = mutation({
  mutationKey: ['lead', 'lose'],
  mutationFn: (input: CallInput<'ops.lead.lose'>) => call('ops.lead.lose', input),
  ...refresh,
});

/** Says that a lead was not won after all. */
export const undoWin = mutation({
  mutationKey: ['lead', 'undoWin'],
  mutationFn: (input: CallInput<'ops.lead.undoWin'>) => call('ops.lead.undoWin', input),
  ...refresh,
});

/** Adds a note. */
export const noteLead = mutation({
  mutationKey: ['lead', 'note'],
  mutationFn: (input: CallInput<'ops.lead.note'>) => call('ops.lead.note', input),
  ...refresh,
});

/** Sets a reminder, or takes it away. */
export const remindOfLead = mutation({
  mutationKey: ['lead', 'remind'],
  mutationFn: (input: CallInput<'ops.lead.remind'>) => call('ops.lead.remind', input),
  ...refresh,
});
