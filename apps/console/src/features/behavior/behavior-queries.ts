import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { type QueryStatus, queryStatus } from '@ronghui/web/state/query-status';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';

/** What was asked for, and its figures. */
export type Asked = CallInput<'ops.behavior.figures'>;
export type Figures = CallReply<'ops.behavior.figures'>;
export type Pages = CallReply<'ops.behavior.pages'>;

interface Answer<Data> {
  readonly state: QueryStatus<Data>;
  readonly query: UseQueryResult<Data>;
}

/** Visits by day, and the funnel. @source R11.8 */
export const useFigures = (asked: Asked): Answer<Figures> => {
  const query = useQuery({
    queryKey: ['behavior', 'figures', asked],
    queryFn: ({ signal }) => call('ops.behavior.figures', asked, { signal }),
    placeholderData: keepPreviousData,
  });
  return { query, state: queryStatus('ops.behavior.figures', query) };
};

/** Visits by page. @source R11.8 */
export const usePages = (asked: Asked): Answer<Pages> => {
  const query = useQuery({
    queryKey: ['behavior', 'pages', asked],
    queryFn: ({ signal }) => call('ops.behavior.pages', asked, { signal }),
    placeholderData: keepPreviousData,
  });
  return { query, state: queryStatus('ops.behavior.pages', query) };
};
