import type { CallInput, CallReply, Download } from '@ronghui/client';
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

type Filter = Readonly<Partial<Record<'from' | 'to' | 'kind' | 'category' | 'staffId', string>>>;

/** What the address asks for; it may contain any value, and the server validates it. */
const askedOf = ({ from = '', to = '', category, ...filter }: Filter): CallInput<'ops.chat.exportReceptions'> => {
  const of = category === undefined ? {} : { category: category === noCategory ? '' : category };
  return { ...filter, ...of, ...shownDaysOf({ from, to }) } as CallInput<'ops.chat.exportReceptions'>;
};

/** The receptions of the filter as a file. @source service 5.5 */
export const exportReceptions = (filter: Filter): Promise<Download> =>
  call('ops.chat.exportReceptions', askedOf(filter));

/** The receptions for the list page, of the last thirty days where the address names none. @source service 5.5 */
export const useReceptionList = () => {
  const list = useListPage({
    operation: 'ops.chat.receptions',
    queryKey: ['chat', 'receptions'],
    filters: ['from', 'to', 'kind', 'category', 'staffId'],
    ask: (filter, { signal, ...part }) => call('ops.chat.receptions', { ...askedOf(filter), ...part }, { signal }),
  });
  return { ...list, values: { ...list.values, ...shownDaysOf(list.values) } };
};
