import type { CallInput, CallReply, Download } from '@ronghui/client';
import { statementDays } from '@ronghui/domain/account-statement';
import { dayOf } from '@ronghui/domain/calendar';
import { call, serverNow } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { queryStatus } from '@ronghui/web/state/query-status';
import { useQuery } from '@tanstack/react-query';

/** The sums of a merchant's statement. */
export type Statement = CallReply<'ops.accountStatement.sum'>;
type Postings = CallReply<'ops.accountStatement.page'>;
/** A posting as the list has it. */
export type Posting = Postings['items'][number];

const todayNow = (): string => dayOf(new Date(serverNow()));

const noPostings: Postings = { items: [], total: 0, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null };

/** The statement of the merchant of the address, of no one where none is chosen: its sums and its postings. @source R15.3, receipts 3.2 */
export const useStatement = () => {
  const list = useListPage({
    operation: 'ops.accountStatement.page',
    queryKey: ['accountStatement', 'page'],
    filters: ['tenantId', 'direction', 'from', 'to'] as const,
    ask: ({ tenantId, direction, ...days }, { signal, ...part }) =>
      tenantId === undefined
        ? Promise.resolve(noPostings)
        : call(
            'ops.accountStatement.page',
            {
              tenantId,
              ...statementDays(days, todayNow()),
              direction: direction === 'receivable' ? direction : 'payable',
              ...part,
            },
            { signal },
          ),
  });
  const { tenantId = '' } = list.filter;
  const today = todayNow();
  const span = statementDays(list.filter, today);
  const sum = useQuery({
    queryKey: ['accountStatement', 'sum', tenantId, span],
    queryFn: ({ signal }) => call('ops.accountStatement.sum', { tenantId, ...span }, { signal }),
    enabled: tenantId !== '',
  });
  return { list, tenantId, span, today, sum: queryStatus('ops.accountStatement.sum', sum) };
};

/** The statement as a workbook, both directions. @source receipts 3.2 */
export const exportStatement = (asked: CallInput<'ops.accountStatement.export'>): Promise<Download> =>
  call('ops.accountStatement.export', asked);
