import type { CallInput, CallReply } from '@ronghui/client';
import { call, startUp } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { followed } from '@ronghui/web/queries/watch';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** The tenant's certification. */
export type Certification = CallReply<'certification.get'>;
/** The fields of a form that are saved as a draft. */
export type DraftInput = Omit<CallInput<'certification.saveDraft'>, 'idempotencyKey'>;
/** The payload of a submission. */
export type SubmitInput = CallInput<'certification.submit'>;

const key = ['certification'];

/** Fetches the tenant's certification. @source R4.11 */
export const useCertification = (): UseQueryResult<Certification> =>
  useQuery({ queryKey: key, ...followed, queryFn: ({ signal }) => call('certification.get', {}, { signal }) });

/** Saves a draft. The page keeps its own state, so nothing is fetched again. */
export const saveDraft = mutation({
  mutationKey: ['certification', 'saveDraft'],
  mutationFn: (draft: DraftInput): Promise<Certification> => call('certification.saveDraft', draft),
});

/** Waited for: the page goes on with where the certification stands. */
const refresh = () => {
  void invalidate(['tenant'], ['home']);
  return invalidate(key);
};

/** Marks the cached certification as stale after drafts were saved; it is fetched again when it is next shown. */
export const refreshCertification = (): Promise<void> => invalidate(key);

/** Submits the form. */
export const submitCertification = mutation({
  mutationKey: ['certification', 'submit'],
  mutationFn: (input: SubmitInput) => call('certification.submit', input),
  onSuccess: refresh,
});

/** Abandons a change: the form is again the one in force. */
export const abandonChange = mutation({
  mutationKey: ['certification', 'abandonChange'],
  mutationFn: () => call('certification.abandonChange', {}),
  onSuccess: refresh,
});

/** Submits the amount of the transfer that the user typed. @unit amount: fen */
export const verifyTransfer = mutation({
  mutationKey: ['certification', 'verifyTransfer'],
  mutationFn: (input: CallInput<'certification.verifyTransfer'>): Promise<Certification> =>
    call('certification.verifyTransfer', input),
  onSuccess: refresh,
});

/** Fetches the agreements in their present versions. */
export const reloadAgreements = (): Promise<unknown> => startUp();

/** Fetches a number in full; the audit trail records who did. */
export const revealNumber = mutation({
  mutationKey: ['certification', 'reveal'],
  mutationFn: async (input: Omit<CallInput<'personal.reveal'>, 'kind'>): Promise<string> =>
    (await call('personal.reveal', { kind: 'certification', ...input })).value,
});
