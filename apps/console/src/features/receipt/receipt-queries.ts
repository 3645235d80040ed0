import type { CallInput, CallReply, Download } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { type QueryStatus, queryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A receipt in the list, and its detail. */
export type Receipt = CallReply<'ops.receipt.list'>['items'][number];
export type ReceiptDetail = CallReply<'ops.receipt.detail'>;

/** What the chips of the list ask for. */
const queues: Readonly<Record<string, Partial<CallInput<'ops.receipt.list'>>>> = {
  unapplied: { isUnapplied: true },
  prepaid: { isUnapplied: true, isUnknown: false },
  unknown: { isUnapplied: true, isUnknown: true },
};

const filters = ['queue', 'serial', 'tenantId', 'from', 'to'] as const;

/** The filter of the list as it is asked; the address may contain any value, and the server validates it. */
export const receiptFilterOf = ({
  queue = '',
  ...filter
}: Readonly<Partial<Record<string, string>>>): Partial<CallInput<'ops.receipt.list'>> => ({
  ...(filter as Partial<CallInput<'ops.receipt.list'>>),
  ...queues[queue],
});

/** Receipts, or what their parts pay, as a file. */
export const exportReceipts = (asked: CallInput<'ops.receipt.export'>): Promise<Download> =>
  call('ops.receipt.export', asked);

/** The receipts of all merchants for the list page. @source R15.3 */
export const useReceiptList = () =>
  useListPage({
    operation: 'ops.receipt.list',
    queryKey: ['receipt', 'list'],
    filters,
    ask: (filter, { signal, ...part }) => call('ops.receipt.list', { ...receiptFilterOf(filter), ...part }, { signal }),
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

/** A payable bill that is open. */
export type OpenBill = CallReply<'ops.bill.toSettle'>['items'][number];

/** The payable bills of a merchant that are open, those that are due first: as many as a list has. */
export const useOpenBills = (tenantId: string) => {
  const query = useQuery({
    queryKey: ['bill', 'toSettle', 'payable', tenantId],
    queryFn: ({ signal }) =>
      call('ops.bill.toSettle', { tenantId, direction: 'payable', queue: 'open', pageSize: 100 }, { signal }),
    enabled: tenantId !== '',
  });
  return { query, state: queryStatus('ops.bill.toSettle', query, ({ items }) => items.length === 0) };
};

/** Registers money that arrived. */
export const registerReceipt = mutation({
  mutationKey: ['receipt', 'register'],
  mutationFn: (input: CallInput<'ops.receipt.register'>) => call('ops.receipt.register', input),
  onSettled: () => void invalidate(['receipt', 'list']),
});

/** What an application changes: receipts, and everything that shows what is paid of bills. */
const refreshed = {
  onSettled: () =>
    void invalidate(
      ['receipt', 'list'],
      ['receipt', 'detail'],
      ['bill', 'toSettle'],
      ['bill', 'toSettleSum'],
      ['bill', 'settled'],
      ['bill', 'issued'],
      ['desk', 'queues'],
    ),
};

/** Applies unapplied money to bills. */
export const applyReceipt = mutation({
  mutationKey: ['receipt', 'apply'],
  mutationFn: (input: CallInput<'ops.receipt.apply'>) => call('ops.receipt.apply', input),
  ...refreshed,
});

/** Takes an application back: the payment of the bill. */
export const undoApplication = mutation({
  mutationKey: ['receipt', 'undo'],
  mutationFn: (input: CallInput<'ops.bill.reversePayment'>) => call('ops.bill.reversePayment', input),
  ...refreshed,
});

/** A receipt that may be the money of a line. */
export type RegisteredReceipt = NonNullable<CallReply<'ops.receipt.proposals'>['items'][number]['registered']>[number];

/** Says that a line of the bank is money that was registered. @source receipts 1.3 */
export const matchReceipt = mutation({
  mutationKey: ['receipt', 'match'],
  mutationFn: (input: CallInput<'ops.bankLine.match'>) => call('ops.bankLine.match', input),
  ...refreshed,
});

/** Takes that back. */
export const unmatchReceipt = mutation({
  mutationKey: ['receipt', 'unmatch'],
  mutationFn: (input: CallInput<'ops.bankLine.unmatch'>) => call('ops.bankLine.unmatch', input),
  ...refreshed,
});

/** What a receipt may pay, and why. */
export type Proposal = CallReply<'ops.receipt.proposals'>['items'][number]['proposals'][number];

/** What one receipt may pay, the surest first. @source receipts 2.4 */
export const useProposals = (receiptNo: string, version: number) => {
  const query = useQuery({
    ...readWhenOpened,
    queryKey: ['receipt', 'proposals', receiptNo, version],
    queryFn: ({ signal }) => call('ops.receipt.proposals', { receiptNos: [receiptNo] }, { signal }),
  });
  const none = (reply: CallReply<'ops.receipt.proposals'>): boolean =>
    reply.items.every(({ proposals, registered = [] }) => proposals.length + registered.length === 0);
  return { query, state: queryStatus('ops.receipt.proposals', query, none) };
};

/** What the one press would apply, as it is now. @source receipts 2.4 */
export const useExact = () => {
  const query = useQuery({
    ...readWhenOpened,
    queryKey: ['receipt', 'exact'],
    queryFn: ({ signal }) => call('ops.receipt.exact', {}, { signal }),
  });
  return { query, state: queryStatus('ops.receipt.exact', query, ({ count }) => count === 0) };
};

/** Applies exactly what was shown. */
export const applyExact = mutation({
  mutationKey: ['receipt', 'applyExact'],
  mutationFn: (input: CallInput<'ops.receipt.applyExact'>) => call('ops.receipt.applyExact', input),
  onSettled: () => {
    refreshed.onSettled();
    void invalidate(['receipt', 'exact'], ['receipt', 'proposals']);
  },
});
