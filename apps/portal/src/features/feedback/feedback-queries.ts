import { CallError, type CallInput, type CallOptions, type CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { saveFile } from '@ronghui/web/files/save-file';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { followed } from '@ronghui/web/queries/watch';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A feedback in the list, and its detail. */
export type Feedback = CallReply<'feedback.page'>['items'][number];
export type FeedbackDetail = CallReply<'feedback.detail'>;
/** A line of a bill that can be claimed. */
export type BillLine = CallReply<'bill.lines'>['items'][number];

const filters = ['status', 'billNo', 'awaiting'] as const;

/** The feedback for the list page. @source R10.4 */
export const useFeedbackList = () =>
  useListPage({
    operation: 'feedback.page',
    queryKey: ['feedback', 'page'],
    filters,
    // The address may contain any value; the server validates it.
    ask: (filter, { signal, ...part }) =>
      call('feedback.page', { ...(filter as Partial<CallInput<'feedback.page'>>), ...part }, { signal }),
  });

/** A query whose record may not exist: `empty` then. */
interface Found<Data> {
  readonly state: QueryStatus<Data>;
  readonly query: UseQueryResult<Data>;
}

const foundIn = <Data>(operationId: string, query: UseQueryResult<Data>): Found<Data> => {
  return { query, state: recordStatus(operationId, query) };
};

/** One feedback; `empty` when the tenant has none with that number. */
export const useFeedback = (feedbackNo: string): Found<FeedbackDetail> =>
  foundIn(
    'feedback.detail',
    useQuery({
      queryKey: ['feedback', 'detail', feedbackNo],
      ...followed,
      queryFn: ({ signal }) => call('feedback.detail', { feedbackNo }, { signal }),
    }),
  );

/** The bill that a claim is about; `empty` when the tenant has none with that number. */
export const useClaimedBill = (billNo: string): Found<CallReply<'bill.detail'>> =>
  foundIn(
    'bill.detail',
    useQuery({
      queryKey: ['bill', 'detail', billNo],
      queryFn: ({ signal }) => call('bill.detail', { billNo }, { signal }),
    }),
  );

/** The first lines of a bill whose reference begins with a text. */
export const useFoundLines = (billNo: string, loanNo: string) =>
  useQuery({
    queryKey: ['bill', 'lines', 'found', billNo, loanNo],
    queryFn: ({ signal }) =>
      call('bill.lines', { billNo, pageSize: 20, ...(loanNo === '' ? {} : { loanNo }) }, { signal }),
  });

/** Whether the tenant has to be certified first; the list of stages is refused like everything about bills. @source R4.13 */
export const useUncertified = (): boolean => {
  const { error } = useQuery({
    queryKey: ['stage', 'all'],
    queryFn: ({ signal }) => call('stage.all', {}, { signal }),
  });
  return error instanceof CallError && error.errCode === 'RHCE002';
};

/** Refreshes what a step of a feedback, taken or refused, may have changed. */
const refresh = { onSettled: () => void invalidate(['feedback'], ['bill'], ['home']) };

/** Claims a difference on a bill. */
export const claimDifference = mutation({
  mutationKey: ['feedback', 'claim'],
  mutationFn: (input: CallInput<'bill.varianceFeedback'>) => call('bill.varianceFeedback', input),
  ...refresh,
});

/** Adds a message, or reopens an answered feedback. */
export const addToFeedback = mutation({
  mutationKey: ['feedback', 'add'],
  mutationFn: (input: CallInput<'feedback.add'>) => call('feedback.add', input),
  ...refresh,
});

/** Takes a feedback back. */
export const withdrawFeedback = mutation({
  mutationKey: ['feedback', 'withdraw'],
  mutationFn: (input: CallInput<'feedback.withdraw'>) => call('feedback.withdraw', input),
  ...refresh,
});

/** Records whether the answer helped. */
export const rateFeedback = mutation({
  mutationKey: ['feedback', 'rate'],
  mutationFn: (input: CallInput<'feedback.rate'>) => call('feedback.rate', input),
  ...refresh,
});

interface FileToStore extends Pick<CallOptions, 'signal' | 'onProgress'> {
  readonly file: File;
}

/** Stores an attachment; returns its id. @source R5.7 */
export const storeAttachment = mutation({
  mutationKey: ['feedback', 'upload'],
  mutationFn: async (input: FileToStore): Promise<string> => (await call('feedback.upload', {}, input)).fileId,
});

/** Saves an attachment through the browser. */
export const saveAttachment = async (feedbackNo: string, fileId: string): Promise<void> =>
  saveFile(await call('feedback.download', { feedbackNo, fileId }));
