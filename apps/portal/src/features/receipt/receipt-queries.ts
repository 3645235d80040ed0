import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { useQuery } from '@tanstack/react-query';

/** The tenant's unapplied money. */
export type Unapplied = CallReply<'receipt.unapplied'>;

/** The money that arrived and pays no bill yet; undefined until it is answered. @source R15.3, receipts 1.2 */
export const useUnapplied = (): Unapplied | undefined =>
  useQuery({
    queryKey: ['receipt', 'unapplied'],
    queryFn: ({ signal }) => call('receipt.unapplied', {}, { signal }),
  }).data;

/** The payment code of bills that are paid together. @source receipts 2.3 */
export const openPaymentSet = mutation({
  mutationKey: ['receipt', 'paymentSet'],
  mutationFn: (input: CallInput<'receipt.paymentSet'>) => call('receipt.paymentSet', input),
});
