import { CallError, type CallReply } from '@ronghui/client';
import { statementDays } from '@ronghui/domain/account-statement';
import { dayOf } from '@ronghui/domain/calendar';
import { call, serverNow } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { queryStatus } from '@ronghui/web/state/query-status';
import { useQuery } from '@tanstack/react-query';

/** The sums of a statement. */
export type Statement = CallReply<'accountStatement.sum'>;
/** A posting as the list has it. */
export type Posting = CallReply<'accountStatement.page'>['items'][number];
/** What the merchant pays, or what is paid to it. */
export type Direction = 'payable' | 'receivable';

const todayNow = (): string => dayOf(new Date(serverNow()));

const directionOf = (text: string | undefined): Direction => (text === 'receivable' ? text : 'payable');

/** A statement: the span and direction of the address, its sums, and its postings as the list page shows them. @source R15.3, receipts 3.1 */
export const useStatement = () => {
  const list = useListPage({
    operation: 'accountStatement.page',
    queryKey: ['accountStatement', 'page'],
    filters: ['from', 'to', 'direction'] as const,
    ask: (filter, { signal, ...part }) =>
      call(
        'accountStatement.page',
        { ...statementDays(filter, todayNow()), direction: directionOf(filter.direction), ...part },
        { signal },
      ),
  });
  const today = todayNow();
  const span = statementDays(list.filter, today);
  const sum = useQuery({
    queryKey: ['accountStatement', 'sum', span],
    queryFn: ({ signal }) => call('accountStatement.sum', span, { signal }),
  });
  return {
    list,
    span,
    today,
    direction: directionOf(list.filter.direction),
    sum: queryStatus('accountStatement.sum', sum),
    isUncertified: sum.error instanceof CallError && sum.error.errCode === 'RHCE002',
  };
};
