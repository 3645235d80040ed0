import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Agreement, readAgreement } from '#features/agreement/agreement.shared.ts';

/** A record in the list, and its detail. */
export type Authorization = CallReply<'authorization.page'>['items'][number];
export type AuthorizationDetail = CallReply<'authorization.detail'>;
/** The offer to give a consent again. */
export type Regrant = NonNullable<AuthorizationDetail['regrant']>;
/** The filter of the list, from the address. */
export type AuthorizationFilter = Readonly<Partial<Record<(typeof filters)[number], string>>>;

type Filter = Partial<CallInput<'authorization.page'>>;

const filters = ['status', 'orgId'] as const;

/** The ledger for its page. @source R10.6 */
export const useAuthorizationList = () =>
  useListPage({
    operation: 'authorization.page',
    queryKey: ['authorization', 'page'],
    filters,
    // The address may contain any value; the server validates it.
    ask: (filter, { signal, cursor: _, ...part }) =>
      call('authorization.page', { ...(filter as Filter), ...part }, { signal }),
  });

/** One record; `empty` when the tenant has no record with that number. */
export const useAuthorization = (
  recordId: string,
): { readonly state: QueryStatus<AuthorizationDetail>; readonly query: UseQueryResult<AuthorizationDetail> } => {
  const query = useQuery({
    queryKey: ['authorization', 'detail', recordId],
    queryFn: ({ signal }) => call('authorization.detail', { recordId }, { signal }),
  });
  return { query, state: recordStatus('authorization.detail', query) };
};

/** The text in the version that was agreed to. */
export const useAgreedText = ({
  id,
  version,
}: Pick<Agreement, 'id' | 'version'>): UseQueryResult<CallReply<'agreement.detail'>> =>
  useQuery({ queryKey: ['agreement', id, version], queryFn: () => readAgreement({ id, version }) });

/** Refreshes the ledger and the orders that depend on it. */
const refreshLedger = () => void invalidate(['authorization'], ['order'], ['home']);

/** Withdraws a consent. */
export const revokeAuthorization = mutation({
  mutationKey: ['authorization', 'revoke'],
  mutationFn: (input: CallInput<'authorization.revoke'>) => call('authorization.revoke', input),
  onSuccess: refreshLedger,
});

/** Gives a consent of an order again; returns the new records. A refusal may mean that the shown data is stale. */
export const grantAgain = mutation({
  mutationKey: ['authorization', 'grant'],
  mutationFn: (input: CallInput<'authorization.grant'>) => call('authorization.grant', input),
  onSettled: refreshLedger,
});

/** Exports the filtered ledger as a file. */
export const exportAuthorizations = (filter: AuthorizationFilter) => call('authorization.download', filter as Filter);
