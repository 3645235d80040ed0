import type { CallInput, CallReply, Download } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { useWatching } from '@ronghui/web/queries/watch';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A feedback in the list, and its case. */
export type Feedback = CallReply<'ops.feedback.page'>['items'][number];
export type FeedbackCase = CallReply<'ops.feedback.detail'>;
export type Proposal = NonNullable<FeedbackCase['proposal']>;
/** From which difference an answer needs a second member of staff. */
export type FourEyes = CallReply<'ops.feedback.fourEyes'>;
/** What an answer would do. */
export type Preview = CallReply<'ops.feedback.preview'>;

const filters = ['queue', 'billNo', 'feedbackNo', 'tenantId', 'stageId', 'taken', 'late', 'from', 'to'] as const;

const statuses = ['inProgress', 'resolved', 'rejected'];
const outcomes = ['answered', 'adjusted'];

/** What a chip of the list asks for: a queue, a status, an outcome, or everything. */
const chosen = (queue: string) => {
  if (queue === 'all') return {};
  if (outcomes.includes(queue)) return { outcome: queue };
  return statuses.includes(queue) ? { status: queue } : { queue };
};

/** The feedback of all merchants for the list page; without a filter what waits for an answer. @source R11.6 */
export const useFeedbackList = () =>
  useListPage({
    operation: 'ops.feedback.page',
    queryKey: ['feedback', 'page'],
    filters,
    ask: ({ queue = 'answer', late, ...filter }, { signal, ...part }) => {
      const asked = { ...chosen(queue), ...(late === undefined ? {} : { late: true }), ...filter };
      // The address may contain any value; the server validates it.
      return call('ops.feedback.page', { ...(asked as CallInput<'ops.feedback.page'>), ...part }, { signal });
    },
  });

/** One case; `empty` when there is none with that number. */
export const useCase = (
  feedbackNo: string,
): { readonly state: QueryStatus<FeedbackCase>; readonly query: UseQueryResult<FeedbackCase> } => {
  const query = useQuery({
    ...readWhenOpened,
    queryKey: ['feedback', 'detail', feedbackNo],
    queryFn: ({ signal }) => call('ops.feedback.detail', { feedbackNo }, { signal }),
  });
  return { query, state: recordStatus('ops.feedback.detail', query) };
};

/** Who else has it open, and how much has been done to it by now. */
export const useWatch = (feedbackNo: string): CallReply<'ops.feedback.watch'> | undefined =>
  useWatching({
    queryKey: ['feedback', 'watch', feedbackNo],
    ask: (signal) => call('ops.feedback.watch', { feedbackNo }, { signal }),
  });

/** What was written at former rejections. */
export const usePhrases = (isAsked: boolean): readonly string[] =>
  useQuery({
    queryKey: ['feedback', 'phrases'],
    queryFn: ({ signal }) => call('ops.feedback.phrases', {}, { signal }),
    enabled: isAsked,
  }).data?.phrases ?? [];

/** The difference from which an answer needs a second member of staff. */
export const useFourEyes = (): FourEyes | undefined =>
  useQuery({
    queryKey: ['feedback', 'fourEyes'],
    queryFn: ({ signal }) => call('ops.feedback.fourEyes', {}, { signal }),
  }).data;

/** An attachment; every fetch is in the audit trail. */
export const useAttachment = (feedbackNo: string, fileId: string): UseQueryResult<Download> =>
  useQuery({
    queryKey: ['feedback', 'file', feedbackNo, fileId],
    queryFn: ({ signal }) => call('ops.feedback.download', { feedbackNo, fileId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Refreshes queue and case after a step was taken or refused. */
const refresh = {
  onSettled: () =>
    void invalidate(
      ['feedback', 'page'],
      ['feedback', 'detail'],
      ['feedback', 'phrases'],
      ['bill', 'lines'],
      ['bill', 'issued'],
      ['desk', 'queues'],
    ),
};

/** What an answer would do to the bill, its lines, tax and dates; nothing is stored. */
export const previewAnswer = mutation({
  mutationKey: ['feedback', 'preview'],
  mutationFn: (input: CallInput<'ops.feedback.preview'>) => call('ops.feedback.preview', input),
});

/** Answers a case, or proposes the answer. */
export const answerCase = mutation({
  mutationKey: ['feedback', 'handle'],
  mutationFn: (input: CallInput<'feedback.handle'>) => call('feedback.handle', input),
  ...refresh,
});

/** Writes to the merchant. */
export const writeMessage = mutation({
  mutationKey: ['feedback', 'add'],
  mutationFn: (input: CallInput<'ops.feedback.add'>) => call('ops.feedback.add', input),
  ...refresh,
});

/** Releases a colleague's answer. */
export const releaseProposal = mutation({
  mutationKey: ['feedback', 'release'],
  mutationFn: (input: CallInput<'ops.feedback.release'>) => call('ops.feedback.release', input),
  ...refresh,
});

/** Sends a colleague's answer back. */
export const sendBackProposal = mutation({
  mutationKey: ['feedback', 'sendBack'],
  mutationFn: (input: CallInput<'ops.feedback.sendBack'>) => call('ops.feedback.sendBack', input),
  ...refresh,
});

/** Takes back what one has proposed. */
export const takeBackProposal = mutation({
  mutationKey: ['feedback', 'takeBack'],
  mutationFn: (input: CallInput<'ops.feedback.takeBack'>) => call('ops.feedback.takeBack', input),
  ...refresh,
});

/** Sets from which difference an answer needs a second. */
export const setFourEyes = mutation({
  mutationKey: ['feedback', 'setFourEyes'],
  mutationFn: (input: CallInput<'ops.feedback.setFourEyes'>) => call('ops.feedback.setFourEyes', input),
  onSettled: () => void invalidate(['feedback', 'fourEyes']),
});

/** Releases a looser limit, sends it back or takes it back. */
export const decideFourEyes = mutation({
  mutationKey: ['feedback', 'decideFourEyes'],
  mutationFn: (input: CallInput<'ops.feedback.decideFourEyes'>) => call('ops.feedback.decideFourEyes', input),
  onSettled: () => void invalidate(['feedback', 'fourEyes']),
});
