import { CallError, type CallInput, type CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type QueryStatus, queryStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Agreement, readAgreement } from '#features/agreement/agreement.shared.ts';

/** A record as the list has it, and whole. */
export type Authorization = CallReply<'authorization.page'>['items'][number];
export type AuthorizationDetail = CallReply<'authorization.detail'>;
/** Where a record can be given again. */
export type Regrant = NonNullable<AuthorizationDetail['regrant']>;
/** The filter of the list, as the address has it. */
export type AuthorizationFilter = Readonly<Partial<Record<(typeof filters)[number], string>>>;

type Filter = Partial<CallInput<'authorization.page'>>;

const filters = ['status', 'orgId'] as const;

/** The ledger, as its page shows it. @source R10.6 */
export const useAuthorizationList = () =>
  useListPage({
    operation: 'authorization.page',
    queryKey: ['authorization', 'page'],
    filters,
    // The address may hold anything; the server says what is wrong with it.
    ask: (filter, { signal, cursor: _, ...part }) =>
      call('authorization.page', { ...(filter as Filter), ...part }, { signal }),
  });

/** One record; `empty` when the tenant has none of that number. */
export const useAuthorization = (
  recordId: string,
): { readonly state: QueryStatus<AuthorizationDetail>; readonly query: UseQueryResult<AuthorizationDetail> } => {
  const query = useQuery({
    queryKey: ['authorization', 'detail', recordId],
    queryFn: ({ signal }) => call('authorization.detail', { recordId }, { signal }),
  });
  const isMissing = query.error instanceof CallError && [404, 422].includes(query.error.status);
  return { query, state: isMissing ? { status: 'empty' } : queryStatus('authorization.detail', query) };
};

/** The text as it was when it was agreed to. */
export const useAgreedText = (
  { id, version }: Pick<Agreement, 'id' | 'version'>,
  enabled: boolean,
): UseQueryResult<CallReply<'agreement.detail'>> =>
  useQuery({ queryKey: ['agreement', id, version], queryFn: () => readAgreement({ id, version }), enabled });

/** After a change of the ledger: orders that stand on it show it too. */
const refreshLedger = () => void invalidate(['authorization'], ['order'], ['home']);

/** Withdraws a consent. */
export const revokeAuthorization = mutation({
  mutationKey: ['authorization', 'revoke'],
  mutationFn: (input: CallInput<'authorization.revoke'>) => call('authorization.revoke', input),
  onSuccess: refreshLedger,
});

/** Gives a consent of an order again; answers the records that took the former ones' place. A refusal may mean that what is in sight is old. */
export const grantAgain = mutation({
  mutationKey: ['authorization', 'grant'],
  mutationFn: (input: CallInput<'authorization.grant'>) => call('authorization.grant', input),
  onSettled: refreshLedger,
});

/** The ledger of a filter as a file. */
export const exportAuthorizations = (filter: AuthorizationFilter) => call('authorization.download', filter as Filter);
