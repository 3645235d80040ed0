import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import { isOpen } from './invitation.sql.ts';

/** Whether a tenant asks for a second approver now: once switched off, it does until the end of that day. @source R10.3 */
export const asksSecondApprover = (tenant: 't' | 'tenant') =>
  sql<boolean>`(${sql.ref(`${tenant}.second_approver`)} and coalesce(${sql.ref(`${tenant}.second_approver_until`)} > app_now(), true))`.as(
    'second_approver',
  );

/** Open invitations to a user's current mobile. Across tenants; by the index on mobile. */
export const listInvitationsOf = (tx: Tx, userId: string) =>
  tx
    .selectFrom('user_account as me')
    .innerJoin('member_invitation', 'member_invitation.mobile_digest', 'me.mobile_digest')
    .innerJoin('tenant as t', 't.tenant_id', 'member_invitation.tenant_id')
    .innerJoin('user_account as host', 'host.user_id', 'member_invitation.invited_by')
    .select(['member_invitation.invitation_id', 'member_invitation.role', 'member_invitation.expires_at'])
    .select(['t.name as tenant_name', 'host.name as invited_by', 'host.mobile_masked as invited_by_mobile'])
    .where('me.user_id', '=', userId)
    .where(isOpen)
    .orderBy('member_invitation.created_at', 'desc')
    .limit(50)
    .execute();

/** The tenants that a user owns. By member_user. */
export const listOwnedTenants = async (tx: Tx, userId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('member')
    .select('tenant_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .limit(1000)
    .execute();
  return rows.map((row) => row.tenant_id);
};
