import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { useQuery } from '@tanstack/react-query';

/** A line as the list has it. */
export type LoanConsult = CallReply<'loanConsult.page'>['items'][number];
export type LoanConsultSum = CallReply<'loanConsult.sum'>;

const filters = ['stageId', 'orgId', 'projectId', 'productId', 'loanNo', 'from', 'to'] as const;
type Filter = Readonly<Partial<Record<(typeof filters)[number], string>>>;

/** The lines, as the list page shows them. @source R10.5 */
export const useLoanConsultList = () =>
  useListPage({
    operation: 'loanConsult.page',
    queryKey: ['loanConsult', 'page'],
    filters,
    // The address may hold anything; the server says what is wrong with it.
    ask: (filter, { signal, ...part }) =>
      call('loanConsult.page', { ...(filter as Partial<CallInput<'loanConsult.page'>>), ...part }, { signal }),
  });

/** The sums of the whole filter. @source R10.5 */
export const useLoanConsultSum = (filter: Filter) =>
  useQuery({
    queryKey: ['loanConsult', 'sum', filter],
    queryFn: ({ signal }) => call('loanConsult.sum', filter, { signal }),
  });

/** The file of a filter. @source R10.5 */
export const downloadLines = (filter: Filter) => call('loanConsult.download', filter);
