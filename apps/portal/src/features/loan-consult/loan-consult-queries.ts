import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { type ContentStatus, detailStatus } from '@ronghui/web/state/content-status';
import { useQuery } from '@tanstack/react-query';

/** A row as the list has it, and whole. */
export type LoanConsult = CallReply<'loanConsult.page'>['items'][number];
export type LoanConsultDetail = CallReply<'loanConsult.detail'>;

const filters = ['loanNo'] as const;

/** The loan-consult lines, as the list page shows them. @source R10.5 */
export const useLoanConsultList = () =>
  useListPage({
    operation: 'loanConsult.page',
    queryKey: ['loanConsult', 'page'],
    filters,
    // The address may hold anything; the server says what is wrong with it.
    ask: (filter, { signal, ...part }) =>
      call('loanConsult.page', { ...(filter as Partial<CallInput<'loanConsult.page'>>), ...part }, { signal }),
  });

/** One row; `empty` when the tenant has none of that number. */
export const useLoanConsult = (
  lineId: string,
): { readonly state: ContentStatus<LoanConsultDetail>; readonly retry: () => void } => {
  const query = useQuery({
    queryKey: ['loanConsult', 'detail', lineId],
    queryFn: ({ signal }) => call('loanConsult.detail', { lineId }, { signal }),
  });
  return { state: detailStatus('loanConsult.detail', query), retry: () => void query.refetch() };
};
