import type { CallInput, CallReply } from '@ronghui/client';
import { call, startUp } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** Where the tenant's certification stands. */
export type Certification = CallReply<'certification.get'>;
/** What of a form is saved before it is submitted. */
export type DraftInput = Omit<CallInput<'certification.saveDraft'>, 'idempotencyKey'>;
/** The form as it is submitted. */
export type SubmitInput = CallInput<'certification.submit'>;

const key = ['certification'];

/** Where the tenant's certification stands. @source R4.11 */
export const useCertification = (): UseQueryResult<Certification> =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => call('certification.get', {}, { signal }) });

/** Saves what is filled in. The page goes on with what it has, so nothing is asked for anew. */
export const saveDraft = mutation({
  mutationKey: ['certification', 'saveDraft'],
  mutationFn: (draft: DraftInput): Promise<Certification> => call('certification.saveDraft', draft),
});

/** Waited for: the page goes on with where the certification stands. */
const refresh = () => {
  void invalidate(['tenant'], ['home']);
  return invalidate(key);
};

/** What is known of the certification is older than what was saved; asked for anew when it is next in sight. */
export const refreshCertification = (): Promise<void> => invalidate(key);

/** Submits the form. */
export const submitCertification = mutation({
  mutationKey: ['certification', 'submit'],
  mutationFn: (input: SubmitInput) => call('certification.submit', input),
  onSuccess: refresh,
});

/** Gives a change up: the form is the one in force again. */
export const abandonChange = mutation({
  mutationKey: ['certification', 'abandonChange'],
  mutationFn: () => call('certification.abandonChange', {}),
  onSuccess: refresh,
});

/** Types the amount of the transfer back. @unit amount: fen */
export const verifyTransfer = mutation({
  mutationKey: ['certification', 'verifyTransfer'],
  mutationFn: (input: CallInput<'certification.verifyTransfer'>): Promise<Certification> =>
    call('certification.verifyTransfer', input),
  onSuccess: refresh,
});

/** Asks for the agreements in the versions that are in force now. */
export const reloadAgreements = (): Promise<unknown> => startUp();

/** A number in full; who looked stands in the trail. */
export const revealNumber = mutation({
  mutationKey: ['certification', 'reveal'],
  mutationFn: async (input: Omit<CallInput<'personal.reveal'>, 'kind'>): Promise<string> =>
    (await call('personal.reveal', { kind: 'certification', ...input })).value,
});
