import { CallError, type CallInput, type CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type QueryStatus, queryStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { storeFile } from '#features/file/file.shared.ts';

/** An order in the list, and its detail. */
export type Order = CallReply<'order.page'>['items'][number];
export type OrderDetail = CallReply<'order.detail'>;

const filters = ['status', 'pid', 'orderNo', 'from', 'to'] as const;

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
export const useOrderSum = (filter: Readonly<Partial<Record<(typeof filters)[number], string>>>) =>
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
    queryFn: ({ signal }) => call('order.detail', { orderNo }, { signal }),
  });
  const isMissing = query.error instanceof CallError && [404, 422].includes(query.error.status);
  return { query, state: isMissing ? { status: 'empty' } : queryStatus('order.detail', query) };
};

/** How many of the latest orders are searched for products that are no longer offered. */
const searchedOrders = 100;

/**
 * The products to filter by: those on offer, and withdrawn ones that are in orders or in the address.
 *
 * @source R10.2
 */
export const useProductNames = (selected: string): readonly { readonly value: string; readonly label: string }[] => {
  const { data: map } = useQuery({
    queryKey: ['catalog', 'productMap'],
    queryFn: ({ signal }) => call('portal.queryProductMap', {}, { signal }),
  });
  const { data: latest } = useQuery({
    queryKey: ['order', 'latest'],
    queryFn: ({ signal }) => call('order.page', { page: 1, pageSize: searchedOrders }, { signal }),
  });
  const offered = (map?.categories ?? []).flatMap(({ products }) =>
    products.map(({ pid, name }) => ({ value: pid, label: name })),
  );
  if (map === undefined) return offered;
  const gone = new Map((latest?.items ?? []).map(({ pid, productName }) => [pid, `${productName}（已下架）`]));
  if (selected !== '' && !gone.has(selected)) gone.set(selected, '已下架的产品');
  for (const { value } of offered) gone.delete(value);
  return [...offered, ...[...gone].map(([value, label]) => ({ value, label }))];
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

/** Stores files one after the other; files in `stored` are not sent again. */
export const storeFiles = async (files: readonly File[], stored: Map<File, string>): Promise<string[]> => {
  for (const file of files) {
    if (!stored.has(file)) stored.set(file, await storeFile(file));
  }
  return files.flatMap((file) => stored.get(file) ?? []);
};

/** Sends a voucher. */
export const sendVoucher = mutation({
  mutationKey: ['order', 'uploadVoucher'],
  mutationFn: (input: CallInput<'order.uploadVoucher'>) => call('order.uploadVoucher', input),
  ...refresh,
});
