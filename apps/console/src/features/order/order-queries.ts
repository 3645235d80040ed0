import type { CallInput, CallReply, Download } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { useWatching } from '@ronghui/web/queries/watch';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** An order in the list, and its detail. */
export type Order = CallReply<'ops.order.page'>['items'][number];
export type OrderDetail = CallReply<'ops.order.detail'>;

const filters = ['queue', 'status', 'taken', 'tenantId', 'keyword', 'from', 'to', 'paidFrom', 'paidTo'] as const;

/** The orders for the list page; without a filter those to review. @source R11.5 */
export const useOrderList = () =>
  useListPage({
    operation: 'ops.order.page',
    queryKey: ['order', 'page'],
    filters,
    ask: ({ queue = 'review', ...more }, { signal, ...part }) => {
      const filter = { ...(queue === 'all' ? {} : { queue }), ...more };
      // The address may contain any value; the server validates it.
      return call('ops.order.page', { ...(filter as CallInput<'ops.order.page'>), ...part }, { signal });
    },
  });

/** One order; `empty` when there is none with that number. */
export const useOrder = (
  orderNo: string,
): { readonly state: QueryStatus<OrderDetail>; readonly query: UseQueryResult<OrderDetail> } => {
  const query = useQuery({
    ...readWhenOpened,
    queryKey: ['order', 'detail', orderNo],
    queryFn: ({ signal }) => call('ops.order.detail', { orderNo }, { signal }),
  });
  return { query, state: recordStatus('ops.order.detail', query) };
};

/** Who else has it open, and in which version it is by now. */
export const useWatch = (orderNo: string): CallReply<'ops.order.watch'> | undefined =>
  useWatching({
    queryKey: ['order', 'watch', orderNo],
    ask: (signal) => call('ops.order.watch', { orderNo }, { signal }),
  });

/** A file of a voucher; every fetch is in the audit trail. */
export const useVoucherFile = (orderNo: string, fileId: string): UseQueryResult<Download> =>
  useQuery({
    queryKey: ['order', 'voucher', orderNo, fileId],
    queryFn: ({ signal }) => call('ops.order.download', { orderNo, fileId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Refreshes list and detail after a step was taken or refused. */
const refresh = {
  // A refund puts the invoice of the order into a queue.
  onSettled: () => void invalidate(['order', 'page'], ['order', 'detail'], ['invoice', 'page'], ['desk', 'queues']),
};

/** The steps without a reason. */
export const takePlainStep = mutation({
  mutationKey: ['order', 'plainStep'],
  mutationFn: (step: 'review' | 'open', input: CallInput<'ops.order.review'>) => call(`ops.order.${step}`, input),
  ...refresh,
});

/** The steps with a reason. */
export const takeReasonedStep = mutation({
  mutationKey: ['order', 'reasonedStep'],
  mutationFn: (step: 'reject' | 'refund' | 'terminate', input: CallInput<'ops.order.reject'>) =>
    call(`ops.order.${step}`, input),
  ...refresh,
});

/** Accepts a payment, or sends its voucher back. */
export const checkPayment = mutation({
  mutationKey: ['order', 'checkPayment'],
  mutationFn: (input: CallInput<'ops.order.checkPayment'>) => call('ops.order.checkPayment', input),
  ...refresh,
});
