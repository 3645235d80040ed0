import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type ContentStatus, detailStatus } from '@ronghui/web/state/content-status';
import { queryOptions, useQuery } from '@tanstack/react-query';

/** An agreement with its text. */
export type AgreementDetail = CallReply<'agreement.detail'>;

const detail = (id: string, version: string | undefined) =>
  queryOptions({
    queryKey: ['agreement', id, version ?? 'current'],
    queryFn: ({ signal }) => call('agreement.detail', { id, ...(version !== undefined && { version }) }, { signal }),
  });

/** The text of an agreement in the given version, or the present one; `empty` when it does not exist. */
export const useAgreement = (
  id: string,
  version: string | undefined,
): { readonly state: ContentStatus<AgreementDetail>; readonly retry: () => void } => {
  const query = useQuery(detail(id, version));
  return { state: detailStatus('agreement.detail', query), retry: () => void query.refetch() };
};

/** The agreements of registration that changed since the user accepted them. @source R10.6 */
export const useChangedAgreements = (): CallReply<'agreement.changed'>['items'] =>
  useQuery({ queryKey: ['agreementChanged'], queryFn: ({ signal }) => call('agreement.changed', {}, { signal }) }).data
    ?.items ?? [];

/** Accepts changed agreements of registration; a refusal means that they have changed again. */
export const acceptAgreements = mutation({
  mutationKey: ['agreement', 'accept'],
  mutationFn: (input: CallInput<'agreement.accept'>) => call('agreement.accept', input),
  onSettled: () => {
    void invalidate(['authorization']);
    // Waited for: the question stands until the server says that nothing is asked.
    return invalidate(['agreementChanged']);
  },
});
