import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { followed } from '@ronghui/web/queries/watch';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** An order in the list, and its detail. */
export type Order = CallReply<'order.page'>['items'][number];
export type OrderDetail = CallReply<'order.detail'>;

const filters = ['status', 'payment', 'pid', 'orderNo', 'from', 'to'] as const;
/** The filter of the list, as its address has it. */
export type OrderFilter = Readonly<Partial<Record<(typeof filters)[number], string>>>;

/** The orders for the list page. @source R10.2 */
export const useOrderList = () =>
  useListPage({
    operation: 'order.page',
    queryKey: ['order', 'page'],
    filters,
    // The address may contain any value; the server validates it.
    ask: (filter, { signal, ...part }) =>
      call('order.page', { ...(filter as Partial<CallInput<'order.page'>>), ...part }, { signal }),
  });

/** What is to be paid and what is being checked, over the whole filter. @source R10.2 */
export const useOrderSum = (filter: OrderFilter) =>
  useQuery({
    queryKey: ['order', 'sum', filter],
    // The address may contain any value; the server validates it.
    queryFn: ({ signal }) => call('order.sum', filter as Partial<CallInput<'order.sum'>>, { signal }),
  });

/** One order; `empty` when the tenant has no order with that number. */
export const useOrder = (
  orderNo: string,
): { readonly state: QueryStatus<OrderDetail>; readonly query: UseQueryResult<OrderDetail> } => {
  const query = useQuery({
    queryKey: ['order', 'detail', orderNo],
    ...followed,
    queryFn: ({ signal }) => call('order.detail', { orderNo }, { signal }),
  });
  return { query, state: recordStatus('order.detail', query) };
};

/** The products to filter by: those that orders or lines are of, and the one in the address. @source R10.2 */
export const useProductNames = (selected: string): readonly { readonly value: string; readonly label: string }[] => {
  const { data } = useQuery({
    queryKey: ['product', 'list'],
    queryFn: ({ signal }) => call('product.list', {}, { signal }),
  });
  const known = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = selected === '' || known.some(({ value }) => value === selected);
  return data === undefined || isKnown ? known : [...known, { value: selected, label: '其他产品' }];
};

/** Refreshes the list, the order, its consents and the to-dos, after a step of an order succeeded or was refused. */
const refresh = { onSettled: () => void invalidate(['order'], ['authorization'], ['home']) };

/** Cancels an order. */
export const cancelOrder = mutation({
  mutationKey: ['order', 'cancel'],
  mutationFn: (input: CallInput<'order.cancel'>) => call('order.cancel', input),
  ...refresh,
});

/** Renews an order. */
export const renewOrder = mutation({
  mutationKey: ['order', 'renew'],
  mutationFn: (input: CallInput<'order.renew'>) => call('order.renew', input),
  ...refresh,
});

/** Sends a voucher. */
export const sendVoucher = mutation({
  mutationKey: ['order', 'uploadVoucher'],
  mutationFn: (input: CallInput<'order.uploadVoucher'>) => call('order.uploadVoucher', input),
  ...refresh,
});
