import type { CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { type CardsQuery, useCardsQuery } from '@ronghui/web/queries/list-query';

/** A line of a bill or a draft. */
export type BillLine = CallReply<'ops.bill.lines'>['items'][number];

/** A bill by its number, or a draft by its key. */
export type NamedBill = { readonly billNo: string } | { readonly tenantId: string; readonly billId: string };

/** The lines of a bill whose reference begins so, more at the end. @source R11.6 */
export const useBillLines = (bill: NamedBill, loanNo: string): CardsQuery<BillLine> =>
  useCardsQuery({
    queryKey: ['bill', 'lines', bill],
    list: { filter: loanNo === '' ? {} : { loanNo }, page: 1, pageSize: 20 },
    ask: ({ signal, ...part }) =>
      call('ops.bill.lines', { ...bill, ...(loanNo !== '' && { loanNo }), ...part }, { signal }),
  });
