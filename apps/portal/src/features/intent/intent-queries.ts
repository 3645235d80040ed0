import type { CallInput, CallReply } from '@ronghui/client';
import { isOpenIntent } from '@ronghui/domain/intent/intent-terms';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** How a bill may be paid on line, with the latest payment of it. */
export type Payable = CallReply<'intent.ofBill'>;
export type Intent = CallReply<'intent.state'>;

/** How often a payment is asked for while nobody knows what becomes of it, and while there is no answer. @unit ms */
const [openPollMs, failedPollMs] = [3000, 15_000];

/** The payment on line of a bill, followed until it is known what became of it. @source receipts 4.4 */
export const usePayable = (
  billNo: string,
): { readonly state: QueryStatus<Payable>; readonly query: UseQueryResult<Payable> } => {
  const query = useQuery({
    queryKey: ['intent', 'ofBill', billNo],
    queryFn: ({ signal }) => call('intent.ofBill', { billNo }, { signal }),
    refetchInterval: ({ state: { data, error } }) => {
      if (error !== null) return failedPollMs;
      return data?.intent !== undefined && isOpenIntent(data.intent.status) ? openPollMs : false;
    },
  });
  return { query, state: recordStatus('intent.ofBill', query) };
};

const readAgain = { onSettled: () => void invalidate(['intent']) };

/** Asks a channel for the payment of a bill. @source receipts 4.2 */
export const createIntent = mutation({
  mutationKey: ['intent', 'create'],
  mutationFn: (input: CallInput<'intent.create'>) => call('intent.create', input),
  ...readAgain,
});

/** Takes back one that nobody has paid. @source receipts 4.2 */
export const closeIntent = mutation({
  mutationKey: ['intent', 'close'],
  mutationFn: (input: CallInput<'intent.close'>) => call('intent.close', input),
  ...readAgain,
});

/** Reads again what a payment changes. */
export const refreshPaid = (): Promise<void> => invalidate(['bill'], ['receipt'], ['home']);
