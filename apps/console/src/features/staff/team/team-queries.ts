import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { readWhenOpened } from '@ronghui/web/queries/read-when-opened';
import { type QueryStatus, recordStatus } from '@ronghui/web/state/query-status';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** A colleague in the list, and their detail. */
export type Member = CallReply<'ops.staff.page'>['items'][number];
export type MemberDetail = CallReply<'ops.staff.detail'>;
/** A password for one login. */
export type OneTimePassword = Pick<CallReply<'ops.staff.create'>, 'oneTimePassword' | 'expiresAt'>;

const filters = ['keyword', 'role', 'status'] as const;

/** The staff for the list page. @source R6.1 */
export const useStaffList = () =>
  useListPage({
    operation: 'ops.staff.page',
    queryKey: ['staff', 'page'],
    filters,
    // The address may contain any value; the server validates it.
    ask: (filter, { signal, cursor: _, ...part }) =>
      call('ops.staff.page', { ...(filter as Partial<CallInput<'ops.staff.page'>>), ...part }, { signal }),
  });

/** One colleague; `empty` when there is none with that id. */
export const useMember = (
  staffId: string,
): { readonly state: QueryStatus<MemberDetail>; readonly query: UseQueryResult<MemberDetail> } => {
  const query = useQuery({
    ...readWhenOpened,
    queryKey: ['staff', 'detail', staffId],
    queryFn: ({ signal }) => call('ops.staff.detail', { staffId }, { signal }),
  });
  return { query, state: recordStatus('ops.staff.detail', query) };
};

/** Refreshes list and detail after a step succeeded or was refused. */
const refresh = { onSettled: () => void invalidate(['staff']) };

/** Makes an account; the reply has its one-time password. */
export const createMember = mutation({
  mutationKey: ['staff', 'create'],
  mutationFn: (input: CallInput<'ops.staff.create'>) => call('ops.staff.create', input),
  ...refresh,
});

/** Changes name and roles. */
export const updateMember = mutation({
  mutationKey: ['staff', 'update'],
  mutationFn: (input: CallInput<'ops.staff.update'>) => call('ops.staff.update', input),
  ...refresh,
});

/** Locks an account. */
export const lockMember = mutation({
  mutationKey: ['staff', 'lock'],
  mutationFn: (input: CallInput<'ops.staff.lock'>) => call('ops.staff.lock', input),
  ...refresh,
});

/** Replaces a password by a one-time one. */
export const resetPassword = mutation({
  mutationKey: ['staff', 'resetPassword'],
  mutationFn: (input: CallInput<'ops.staff.resetPassword'>) => call('ops.staff.resetPassword', input),
  ...refresh,
});

/** The steps that take nothing but the account. */
export type PlainStep = 'unlock' | 'resetTotp' | 'endSessions';

/** Takes one of these steps. */
export const takeStep = mutation({
  mutationKey: ['staff', 'step'],
  mutationFn: (step: PlainStep, input: CallInput<'ops.staff.unlock'>) => call(`ops.staff.${step}`, input),
  ...refresh,
});
