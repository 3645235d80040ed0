import type { CallInput, CallReply, Download } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { useWatching } from '@ronghui/web/queries/watch';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A bill in the list, and its statement. */
export type SettledBill = CallReply<'ops.bill.toSettle'>['items'][number];
export type SettledDetail = CallReply<'ops.bill.detail'>;
/** What is open, each direction its own. */
export type OpenSums = CallReply<'ops.bill.toSettleSum'>;
/** A payment as it is registered. */
export type AskedPayment = CallInput<'ops.bill.settle'>['payments'][number];
/** What became of a payment. */
export type PaymentResult = CallReply<'ops.bill.settle'>['results'][number];

const filters = ['queue', 'direction', 'billNo', 'tenantId', 'stageId', 'taken', 'dueFrom', 'dueTo'] as const;
type Asked = CallInput<'ops.bill.toSettle'>;

/** The bills that are to be settled, or were, for the list page. @source R11.6 */
export const useSettlementList = () =>
  useListPage({
    operation: 'ops.bill.toSettle',
    queryKey: ['bill', 'toSettle'],
    filters,
    // The address may contain any value; the server validates it.
    ask: (filter, { signal, ...part }) => call('ops.bill.toSettle', { ...(filter as Asked), ...part }, { signal }),
  });

/** The sums of the same filter; none of what is settled, which is open no more. */
export const useOpenSums = (filter: object): OpenSums | undefined => {
  const { queue, ...rest } = filter as Asked;
  return useQuery({
    queryKey: ['bill', 'toSettleSum', filter],
    queryFn: ({ signal }) =>
      call(
        'ops.bill.toSettleSum',
        { ...rest, ...(queue !== undefined && queue !== 'settled' && { queue }) },
        { signal },
      ),
    enabled: queue !== 'settled',
    placeholderData: (former) => former,
  }).data;
};

/** One bill; `empty` when there is none with that number. */
export const useSettledBill = (
  billNo: string,
): { readonly state: QueryStatus<SettledDetail>; readonly query: UseQueryResult<SettledDetail> } => {
  const query = useQuery({
    queryKey: ['bill', 'settled', billNo],
    queryFn: ({ signal }) => call('ops.bill.detail', { billNo }, { signal }),
    ...readWhenOpened,
  });
  return { query, state: recordStatus('ops.bill.detail', query) };
};

/** Who else has it open, and in which version it is by now. */
export const useWatch = (billNo: string): CallReply<'ops.bill.watch'> | undefined =>
  useWatching({
    queryKey: ['bill', 'watch', billNo],
    ask: (signal) => call('ops.bill.watch', { billNo }, { signal }),
  });

/** A file of a voucher; every fetch is in the audit trail. */
export const useBillVoucher = (billNo: string, fileId: string): UseQueryResult<Download> =>
  useQuery({
    queryKey: ['bill', 'voucher', billNo, fileId],
    queryFn: ({ signal }) => call('ops.bill.download', { billNo, fileId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A bill with what is open of it. */
export type OpenBill = Pick<
  SettledBill,
  'billNo' | 'tenantName' | 'direction' | 'stageName' | 'productName' | 'remainingAmount' | 'version'
>;

/** Those of some bills of a merchant that are open, however many others it has. */
export const listOpenBills = async (
  { tenantId, direction }: Pick<SettledBill, 'tenantId' | 'direction'>,
  billNos: readonly string[],
): Promise<readonly OpenBill[]> => {
  const open: OpenBill[] = [];
  let cursor: string | undefined;
  do {
    const asked = {
      tenantId,
      direction,
      queue: 'open' as const,
      pageSize: 100,
      ...(cursor !== undefined && { cursor }),
    };
    const reply = await call('ops.bill.toSettle', asked);
    open.push(...reply.items.filter(({ billNo }) => billNos.includes(billNo)));
    cursor = reply.nextCursor ?? undefined;
  } while (cursor !== undefined && open.length < billNos.length);
  return open;
};

/** Refreshes every list and sum that shows what is paid, and the queues of the first page. */
const refreshed = {
  onSettled: () =>
    void invalidate(
      ['bill', 'toSettle'],
      ['bill', 'toSettleSum'],
      ['bill', 'settled'],
      ['bill', 'issued'],
      ['desk', 'queues'],
    ),
};

/** Registers payments of several bills; each has an outcome of its own. */
export const registerPayments = mutation({
  mutationKey: ['bill', 'settleMany'],
  mutationFn: async (input: CallInput<'ops.bill.settle'>): Promise<readonly PaymentResult[]> =>
    (await call('ops.bill.settle', input)).results,
  ...refreshed,
});

/** Sends a voucher back with a reason, for all bills that it names. */
export const returnVoucher = mutation({
  mutationKey: ['bill', 'returnVoucher'],
  mutationFn: (input: CallInput<'ops.bill.returnVoucher'>) => call('ops.bill.returnVoucher', input),
  ...refreshed,
});

/** Takes a registered payment back with a reason. */
export const reversePayment = mutation({
  mutationKey: ['bill', 'reversePayment'],
  mutationFn: (input: CallInput<'ops.bill.reversePayment'>) => call('ops.bill.reversePayment', input),
  ...refreshed,
});

/** Registers a payment of one bill; its outcome is the only result. */
export const registerPayment = mutation({
  mutationKey: ['bill', 'settle'],
  mutationFn: async (input: CallInput<'ops.bill.settle'>): Promise<PaymentResult | undefined> =>
    (await call('ops.bill.settle', input)).results[0],
  ...refreshed,
});

/** Gives up what is open of a bill, or proposes that to a colleague. */
export const writeOff = mutation({
  mutationKey: ['bill', 'writeOff'],
  mutationFn: (input: CallInput<'ops.bill.writeOff'>) => call('ops.bill.writeOff', input),
  ...refreshed,
});

/** Releases a proposed write-off, sends it back, or takes one's own back. */
export const decideWriteOff = mutation({
  mutationKey: ['bill', 'decideWriteOff'],
  mutationFn: (input: CallInput<'ops.bill.decideWriteOff'>) => call('ops.bill.decideWriteOff', input),
  ...refreshed,
});

/** Undoes a write-off with a reason. */
export const undoWriteOff = mutation({
  mutationKey: ['bill', 'undoWriteOff'],
  mutationFn: (input: CallInput<'ops.bill.undoWriteOff'>) => call('ops.bill.undoWriteOff', input),
  ...refreshed,
});
