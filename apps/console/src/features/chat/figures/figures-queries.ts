import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { type QueryStatus, queryStatus } from '@ronghui/web/state/query-status';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { noCategory, shownDaysOf } from './figures-words.ts';

/** The days, and their figures. */
export type Asked = CallInput<'ops.chat.figures'>;
export type ServiceFigures = CallReply<'ops.chat.figures'>;
/** The figures of some receptions. */
export type Figures = ServiceFigures['total'];
/** A reception of the list. */
export type Reception = CallReply<'ops.chat.receptions'>['items'][number];

/** How customer service went on some days. @source service 5.5 */
export const useServiceFigures = (
  asked: Asked,
  isAsked: boolean,
): { readonly state: QueryStatus<ServiceFigures>; readonly query: UseQueryResult<ServiceFigures> } => {
  const query = useQuery({
    queryKey: ['chat', 'figures', asked],
    queryFn: ({ signal }) => call('ops.chat.figures', asked, { signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return { query, state: queryStatus('ops.chat.figures', query, ({ total }) => total.receptions === 0) };
};

/** The receptions for the list page, of the last thirty days where the address names none. @source service 5.5 */
export const useReceptionList = () => {
  const list = useListPage({
    operation: 'ops.chat.receptions',
    queryKey: ['chat', 'receptions'],
    filters: ['from', 'to', 'kind', 'category', 'staffId'],
    ask: ({ from = '', to = '', category, ...filter }, { signal, ...part }) => {
      const of = category === undefined ? {} : { category: category === noCategory ? '' : category };
      const asked = { ...filter, ...of, ...shownDaysOf({ from, to }) };
      // The address may contain any value; the server validates it.
      return call('ops.chat.receptions', { ...(asked as CallInput<'ops.chat.receptions'>), ...part }, { signal });
    },
  });
  return { ...list, values: { ...list.values, ...shownDaysOf(list.values) } };
};
