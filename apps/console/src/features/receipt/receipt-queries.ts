import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A receipt in the list, and its detail. */
export type Receipt = CallReply<'ops.receipt.list'>['items'][number];
export type ReceiptDetail = CallReply<'ops.receipt.detail'>;

const filters = ['queue', 'serial', 'tenantId', 'from', 'to'] as const;

/** The receipts of all merchants for the list page. @source R15.3 */
export const useReceiptList = () =>
  useListPage({
    operation: 'ops.receipt.list',
    queryKey: ['receipt', 'list'],
    filters,
    ask: ({ queue, ...filter }, { signal, ...part }) => {
      const asked = queue === 'unapplied' ? { ...filter, isUnapplied: true } : filter;
      // The address may contain any value; the server validates it.
      return call('ops.receipt.list', { ...(asked as CallInput<'ops.receipt.list'>), ...part }, { signal });
    },
  });

/** One receipt; `empty` when there is none with that number. */
export const useReceipt = (
  receiptNo: string,
): { readonly state: QueryStatus<ReceiptDetail>; readonly query: UseQueryResult<ReceiptDetail> } => {
  const query = useQuery({
    ...readWhenOpened,
    queryKey: ['receipt', 'detail', receiptNo],
    queryFn: ({ signal }) => call('ops.receipt.detail', { receiptNo }, { signal }),
  });
  return { query, state: recordStatus('ops.receipt.detail', query) };
};

/** Takes back what never arrived. */
export const takeBackReceipt = mutation({
  mutationKey: ['receipt', 'takeBack'],
  mutationFn: (input: CallInput<'ops.receipt.takeBack'>) => call('ops.receipt.takeBack', input),
  onSettled: () => void invalidate(['receipt', 'list'], ['receipt', 'detail']),
});
