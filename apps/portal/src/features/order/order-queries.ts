import { CallError, type CallInput, type CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type QueryStatus, queryStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { storeFile } from '#features/file/file.shared.ts';

/** An order as the list has it, and whole. */
export type Order = CallReply<'order.page'>['items'][number];
export type OrderDetail = CallReply<'order.detail'>;

const filters = ['status', 'pid', 'orderNo', 'from', 'to'] as const;

/** The orders, as the list page shows them. @source R10.2 */
export const useOrderList = () =>
  useListPage({
    operation: 'order.page',
    queryKey: ['order', 'page'],
    filters,
    // The address may hold anything; the server says what is wrong with it.
    ask: (filter, { signal, ...part }) =>
      call('order.page', { ...(filter as Partial<CallInput<'order.page'>>), ...part }, { signal }),
  });

/** One order; `empty` when the tenant has none of that number. */
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

/** How many of the latest orders are looked through for products that are no longer on offer. */
const lookedThrough = 100;

/**
 * What can be filtered by: the products on offer, and those that are not any more but stand in orders or in the address.
 *
 * @source R10.2
 */
export const useProductNames = (chosen: string): readonly { readonly value: string; readonly label: string }[] => {
  const { data: map } = useQuery({
    queryKey: ['catalog', 'productMap'],
    queryFn: ({ signal }) => call('portal.queryProductMap', {}, { signal }),
  });
  const { data: latest } = useQuery({
    queryKey: ['order', 'latest'],
    queryFn: ({ signal }) => call('order.page', { page: 1, pageSize: lookedThrough }, { signal }),
  });
  const offered = (map?.categories ?? []).flatMap(({ products }) =>
    products.map(({ pid, name }) => ({ value: pid, label: name })),
  );
  if (map === undefined) return offered;
  const gone = new Map((latest?.items ?? []).map(({ pid, productName }) => [pid, `${productName}（已下架）`]));
  if (chosen !== '' && !gone.has(chosen)) gone.set(chosen, '已下架的产品');
  for (const { value } of offered) gone.delete(value);
  return [...offered, ...[...gone].map(([value, label]) => ({ value, label }))];
};

/** After a step of an order, done or refused: the list, the order, the consents that hang on it, and the to-dos. */
const refresh = { onSettled: () => void invalidate(['order'], ['authorization'], ['home']) };

/** Cancels an order. */
export const cancelOrder = mutation({
  mutationKey: ['order', 'cancel'],
  mutationFn: (input: CallInput<'order.cancel'>) => call('order.cancel', input),
  ...refresh,
});

/** Places the order that follows this one. */
export const renewOrder = mutation({
  mutationKey: ['order', 'renew'],
  mutationFn: (input: CallInput<'order.renew'>) => call('order.renew', input),
  ...refresh,
});

/** Stores files one after the other; what is stored already is not sent again. */
export const storeFiles = async (files: readonly File[], stored: Map<File, string>): Promise<string[]> => {
  for (const file of files) {
    if (!stored.has(file)) stored.set(file, await storeFile(file));
  }
  return files.flatMap((file) => stored.get(file) ?? []);
};

/** Sends the proof of a payment. */
export const sendVoucher = mutation({
  mutationKey: ['order', 'uploadVoucher'],
  mutationFn: (input: CallInput<'order.uploadVoucher'>) => call('order.uploadVoucher', input),
  ...refresh,
});
