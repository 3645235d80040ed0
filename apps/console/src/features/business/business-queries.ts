import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { type QueryStatus, queryStatus } from '@ronghui/web/state/query-status';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';

type Ranged = 'orders' | 'bills' | 'certifications' | 'leads' | 'feedback';

/** The days, and what figures are added up by. */
export type Asked = CallInput<'ops.business.orders'>;
/** The figures of an area. */
export type Figures<Area extends Ranged> = CallReply<`ops.business.${Area}`>;
/** How old what is unpaid is. */
export type Unpaid = CallReply<'ops.business.unpaid'>;

/** An answer, and the way to ask again. */
export interface Answer<Data> {
  readonly state: QueryStatus<Data>;
  readonly query: UseQueryResult<Data>;
}

type Read<Area extends Ranged> = (asked: Asked, signal: AbortSignal) => Promise<Figures<Area>>;
const reads: { readonly [Area in Ranged]: Read<Area> } = {
  orders: (asked, signal) => call('ops.business.orders', asked, { signal }),
  bills: (asked, signal) => call('ops.business.bills', asked, { signal }),
  certifications: (asked, signal) => call('ops.business.certifications', asked, { signal }),
  leads: (asked, signal) => call('ops.business.leads', asked, { signal }),
  feedback: (asked, signal) => call('ops.business.feedback', asked, { signal }),
};

/** The figures of one area. @source R11.2 */
export const useFigures = <Area extends Ranged>(area: Area, asked: Asked): Answer<Figures<Area>> => {
  const query = useQuery({
    queryKey: ['business', area, asked],
    queryFn: ({ signal }) => reads[area](asked, signal),
    placeholderData: keepPreviousData,
  });
  return { query, state: queryStatus(`ops.business.${area}`, query) };
};

/** How old what is unpaid is, as of today. @source R11.2 */
export const useUnpaid = (): Answer<Unpaid> => {
  const query = useQuery({
    queryKey: ['business', 'unpaid'],
    queryFn: ({ signal }) => call('ops.business.unpaid', {}, { signal }),
  });
  return { query, state: queryStatus('ops.business.unpaid', query) };
};
