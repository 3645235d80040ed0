import type { CallInput, CallReply } from '@ronghui/client';
import { daysOfMonth } from '@ronghui/domain/bank-line/account-month';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { useListState } from '@ronghui/web/state/list-state';
import { queryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { useQuery } from '@tanstack/react-query';

/** A line of a statement, and a month of an account. */
export type Line = CallReply<'ops.bankLine.list'>['items'][number];
type Lines = CallReply<'ops.bankLine.list'>;
export type Month = CallReply<'ops.bankLine.month'>;
/** An account of ours. */
export type Account = CallReply<'ops.bankLine.accounts'>['items'][number];

const filters = ['ownAccount', 'month', 'lines'] as const;
const noLines: Lines = { items: [], total: 0, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null };

/**
 * A month of an account with its lines, of the address; otherwise that of the account that merchants pay to, and the earliest month that is not closed, or the
 * latest.
 *
 * @source receipts 2.6
 */
export const useMonthEnd = (accounts: readonly Account[]) => {
  const { filter: asked } = useListState(filters);
  const usual = accounts.find(({ isPayee }) => isPayee) ?? accounts[0];
  const ownAccount = asked.ownAccount ?? usual?.ownAccount ?? '';
  const months = useQuery({
    queryKey: ['bankLine', 'months', ownAccount],
    queryFn: ({ signal }) => call('ops.bankLine.months', { ownAccount }, { signal }),
    enabled: ownAccount !== '',
  });
  const listed = months.data?.items ?? [];
  const month = asked.month ?? listed.findLast(({ isClosed }) => !isClosed)?.month ?? listed[0]?.month ?? '';
  const list = useListPage({
    operation: 'ops.bankLine.list',
    queryKey: ['bankLine', 'list', ownAccount, month],
    filters,
    ask: ({ lines }, { signal, ...part }) =>
      month === ''
        ? Promise.resolve(noLines)
        : call(
            'ops.bankLine.list',
            { ownAccount, ...daysOfMonth(month), ...(lines === 'all' ? {} : { isOpen: true }), ...part },
            { signal },
          ),
  });
  const query = useQuery({
    queryKey: ['bankLine', 'month', ownAccount, month],
    queryFn: ({ signal }) => call('ops.bankLine.month', { ownAccount, month }, { signal }),
    enabled: month !== '',
  });
  return {
    list,
    ownAccount,
    month,
    months: listed,
    sum: recordStatus('ops.bankLine.month', query),
    onRetry: () => void query.refetch(),
  };
};

/** The colleagues who may look into money of nobody known. */
export const useColleagues = () => {
  const query = useQuery({
    ...readWhenOpened,
    queryKey: ['bankLine', 'colleagues'],
    queryFn: ({ signal }) => call('ops.bankLine.colleagues', {}, { signal }),
  });
  return queryStatus('ops.bankLine.colleagues', query, ({ items }) => items.length === 0);
};

const refreshed = { onSettled: () => void invalidate(['bankLine'], ['receipt'], ['desk', 'queues']) };

/** Says what a line is. */
export const explainLine = mutation({
  mutationKey: ['bankLine', 'explain'],
  mutationFn: (input: CallInput<'ops.bankLine.explain'>) => call('ops.bankLine.explain', input),
  ...refreshed,
});

/** Takes back the note of a line. */
export const dropExplanation = mutation({
  mutationKey: ['bankLine', 'dropExplanation'],
  mutationFn: (input: CallInput<'ops.bankLine.dropExplanation'>) => call('ops.bankLine.dropExplanation', input),
  ...refreshed,
});

/** Closes a month. */
export const closeMonth = mutation({
  mutationKey: ['bankLine', 'closeMonth'],
  mutationFn: (input: CallInput<'ops.bankLine.closeMonth'>) => call('ops.bankLine.closeMonth', input),
  ...refreshed,
});

/** Whom and what a line names, which is sealed; each look stands in the trail. */
export const revealLine = mutation({
  mutationKey: ['bankLine', 'reveal'],
  mutationFn: (input: CallInput<'ops.bankLine.reveal'>) => call('ops.bankLine.reveal', input),
});
