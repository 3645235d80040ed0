import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type QueryStatus, queryStatus } from '@ronghui/web/state/query-status';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';

/** The order of the providers, and what is entered of each. */
export type Settings = CallReply<'ops.sender.settings'>;
export type Setting = Settings['settings'][number];
/** How the providers did. */
export type Figures = CallReply<'ops.sender.figures'>;
/** The days of the figures. */
export type Asked = CallInput<'ops.sender.figures'>;

/** An answer, and the way to ask again. */
interface Answer<Data> {
  readonly state: QueryStatus<Data>;
  readonly query: UseQueryResult<Data>;
}

/** What is entered of each provider. */
export const useSettings = (): Answer<Settings> => {
  const query = useQuery({
    queryKey: ['sender', 'settings'],
    queryFn: ({ signal }) => call('ops.sender.settings', {}, { signal }),
  });
  return { query, state: queryStatus('ops.sender.settings', query) };
};

/** How the providers did on some days, unless those cannot be asked for. */
export const useFigures = (asked: Asked, enabled: boolean): Answer<Figures> => {
  const query = useQuery({
    queryKey: ['sender', 'figures', asked],
    queryFn: ({ signal }) => call('ops.sender.figures', asked, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
  return { query, state: queryStatus('ops.sender.figures', query) };
};

/** Saves what is entered of a provider. */
export const saveSetting = mutation({
  mutationKey: ['sender', 'save'],
  mutationFn: (input: CallInput<'ops.sender.save'>) => call('ops.sender.save', input),
  onSettled: () => void invalidate(['sender', 'settings']),
});

/** Sends a message to one's own number. */
export const sendTest = mutation({
  mutationKey: ['sender', 'test'],
  mutationFn: (input: CallInput<'ops.sender.test'>) => call('ops.sender.test', input),
  onSettled: () => void invalidate(['sender', 'figures']),
});
