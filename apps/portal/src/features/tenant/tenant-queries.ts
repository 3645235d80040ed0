import type { CallInput, CallReply } from '@ronghui/client';
import { call, startUp } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { TenantRecord } from './tenant-record-queries.ts';

/** The fields that the tenant may change. */
export type TenantChanges = Omit<CallInput<'tenant.update'>, 'version' | 'stepTicket'>;
/** One member. */
export type Member = CallReply<'member.page'>['items'][number];
/** A pending invitation. */
export type Invitation = CallReply<'member.invited'>['items'][number];

/** Saves changes of the record in this version; 409 when another member saved first. To switch the second approver off takes a proof. */
export const updateTenant = mutation({
  mutationKey: ['tenant', 'update'],
  mutationFn: (changes: TenantChanges, version: number, stepTicket?: string): Promise<TenantRecord> =>
    call('tenant.update', { ...changes, version, ...(stepTicket === undefined ? {} : { stepTicket }) }),
  onSuccess: () => {
    void invalidate(['home']);
    // Waited for: the form starts anew on the record.
    return invalidate(['tenant']);
  },
});

export { useDivisions } from './divisions-queries.ts';

/** The members for their list. @source R10.9 */
export const useMemberList = () =>
  useListPage<Member>({
    operation: 'member.page',
    queryKey: ['member', 'page'],
    ask: (_, { signal, ...part }) => call('member.page', part, { signal }),
  });

/** The pending invitations. */
export const useInvitations = (): UseQueryResult<CallReply<'member.invited'>> =>
  useQuery({ queryKey: ['member', 'invited'], queryFn: ({ signal }) => call('member.invited', {}, { signal }) });

const refreshMembers = () => void invalidate(['member']);

/** Invites the owner of a mobile; `idempotencyKey` is the attempt's. */
export const inviteMember = mutation({
  mutationKey: ['member', 'invite'],
  mutationFn: (input: CallInput<'member.invite'>) => call('member.invite', input),
  onSuccess: refreshMembers,
});

/** Withdraws an invitation. */
export const withdrawInvitation = mutation({
  mutationKey: ['member', 'withdraw'],
  mutationFn: (invitationId: string) => call('member.withdraw', { invitationId }),
  onSettled: refreshMembers,
});

/** Changes a member's role; giving the owner's role takes it from the caller, whose keys change too. */
export const setRole = mutation({
  mutationKey: ['member', 'setRole'],
  mutationFn: async (memberId: string, role: Member['role'], stepTicket?: string): Promise<void> => {
    const proof = stepTicket === undefined ? {} : { stepTicket };
    await call('member.setRole', { memberId, role, ...proof });
    if (role === 'owner') await startUp();
  },
  onSuccess: refreshMembers,
});

/** Removes a member; their sessions in this tenant end. */
export const removeMember = mutation({
  mutationKey: ['member', 'remove'],
  mutationFn: (memberId: string) => call('member.remove', { memberId }),
  onSuccess: refreshMembers,
});

/** Creates a session for another tenant of the user. */
export const enterTenant = mutation({
  mutationKey: ['tenant', 'switch'],
  mutationFn: (tenantId: string) => call('tenant.switch', { tenantId }),
});
