import type { CallInput, CallReply, Download } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { useWatching } from '@ronghui/web/queries/watch';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A submission in the list, and one under review. */
export type Submission = CallReply<'ops.certification.page'>['items'][number];
export type Review = CallReply<'ops.certification.detail'>;

const filters = ['status', 'taken', 'keyword', 'from', 'to'] as const;
/** The queue: what waits for a decision. */
const queue = { status: 'pending' };

/** The submissions for the list page; without a filter those that wait. @source R11.4 */
export const useSubmissionList = () =>
  useListPage({
    operation: 'ops.certification.page',
    queryKey: ['certification', 'page'],
    filters,
    ask: ({ status = queue.status, ...more }, { signal, ...part }) => {
      const filter = { ...(status === 'all' ? {} : { status }), ...more };
      // The address may contain any value; the server validates it.
      return call(
        'ops.certification.page',
        { ...(filter as CallInput<'ops.certification.page'>), ...part },
        { signal },
      );
    },
  });

/** One submission; `empty` when there is none with that number. */
export const useReview = (
  submissionNo: string,
): { readonly state: QueryStatus<Review>; readonly query: UseQueryResult<Review> } => {
  const query = useQuery({
    ...readWhenOpened,
    queryKey: ['certification', 'detail', submissionNo],
    queryFn: ({ signal }) => call('ops.certification.detail', { submissionNo }, { signal }),
  });
  return { query, state: recordStatus('ops.certification.detail', query) };
};

/** Who else has it open, and in which version it is by now. */
export const useWatch = (submissionNo: string): CallReply<'ops.certification.watch'> | undefined =>
  useWatching({
    queryKey: ['certification', 'watch', submissionNo],
    ask: (signal) => call('ops.certification.watch', { submissionNo }, { signal }),
  });

/** The reasons that were written before, by field. */
export const usePhrases = (isAsked: boolean): CallReply<'ops.certification.phrases'>['items'] =>
  useQuery({
    queryKey: ['certification', 'phrases'],
    queryFn: ({ signal }) => call('ops.certification.phrases', {}, { signal }),
    enabled: isAsked,
  }).data?.items ?? [];

/** A document of a submission; every fetch is in the audit trail. */
export const useDocument = (submissionNo: string, fileId: string): UseQueryResult<Download> =>
  useQuery({
    queryKey: ['certification', 'document', submissionNo, fileId],
    queryFn: ({ signal }) => call('ops.certification.download', { submissionNo, fileId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Refreshes queue and submission after a decision was taken or refused. */
const refresh = {
  onSettled: () =>
    void invalidate(
      ['certification', 'page'],
      ['certification', 'detail'],
      ['certification', 'phrases'],
      ['desk', 'queues'],
    ),
};

/** Passes a company. */
export const approve = mutation({
  mutationKey: ['certification', 'approve'],
  mutationFn: (input: CallInput<'ops.certification.approve'>) => call('ops.certification.approve', input),
  ...refresh,
});

/** Sends a submission back. */
export const reject = mutation({
  mutationKey: ['certification', 'reject'],
  mutationFn: (input: CallInput<'ops.certification.reject'>) => call('ops.certification.reject', input),
  ...refresh,
});

/** A number in full; every look is in the audit trail. */
export const revealNumber = mutation({
  mutationKey: ['certification', 'reveal'],
  mutationFn: async (input: CallInput<'ops.certification.reveal'>): Promise<string> =>
    (await call('ops.certification.reveal', input)).value,
});
