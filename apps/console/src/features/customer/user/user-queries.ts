import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A user in the list, and their detail. */
export type Account = CallReply<'ops.account.page'>['items'][number];
export type AccountDetail = CallReply<'ops.account.detail'>;

const filters = ['keyword', 'status'] as const;

/** The users for the list page. @source R11.4 */
export const useAccountList = () =>
  useListPage({
    operation: 'ops.account.page',
    queryKey: ['customer', 'account', 'page'],
    filters,
    // A person's name stands in no address.
    unseen: ['keyword'],
    // The address may contain any value; the server validates it.
    ask: (filter, { signal, ...part }) =>
      call('ops.account.page', { ...(filter as Partial<CallInput<'ops.account.page'>>), ...part }, { signal }),
  });

/** One user; `empty` when there is none with that id. */
export const useAccount = (
  userId: string,
): { readonly state: QueryStatus<AccountDetail>; readonly query: UseQueryResult<AccountDetail> } => {
  const query = useQuery({
    ...readWhenOpened,
    queryKey: ['customer', 'account', 'detail', userId],
    queryFn: ({ signal }) => call('ops.account.detail', { userId }, { signal }),
  });
  return { query, state: recordStatus('ops.account.detail', query) };
};

/** Finds a user by the whole mobile. */
export const findUser = mutation({
  mutationKey: ['customer', 'find'],
  mutationFn: (input: Omit<CallInput<'ops.account.find'>, 'kid'>) => call('ops.account.find', input),
});

/** Fetches a masked part in full; every look is in the audit trail. */
export const revealPersonal = mutation({
  mutationKey: ['customer', 'reveal'],
  mutationFn: async (input: CallInput<'ops.account.reveal'>): Promise<string> =>
    (await call('ops.account.reveal', input)).value,
});

/** Refreshes what is shown of customers after a step succeeded or was refused. */
const refresh = { onSettled: () => void invalidate(['customer']) };

/** The steps that take a reason alone. */
export type PlainStep = 'lock' | 'unlock' | 'endSessions';

/** Takes one of these steps. */
export const takePlainStep = mutation({
  mutationKey: ['customer', 'plainStep'],
  mutationFn: (step: PlainStep, input: CallInput<'ops.account.lock'>) => call(`ops.account.${step}`, input),
  ...refresh,
});

/** Removes the second factor of a person who was made sure of. */
export const resetTotp = mutation({
  mutationKey: ['customer', 'resetTotp'],
  mutationFn: (input: CallInput<'ops.account.resetTotp'>) => call('ops.account.resetTotp', input),
  ...refresh,
});

/** Changes the mobile of a person who was made sure of. */
export const changeMobile = mutation({
  mutationKey: ['customer', 'changeMobile'],
  mutationFn: (input: Omit<CallInput<'ops.account.changeMobile'>, 'kid'>) => call('ops.account.changeMobile', input),
  ...refresh,
});
