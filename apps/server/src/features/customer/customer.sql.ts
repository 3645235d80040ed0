import type { MemberRole, Output } from '@ronghui/contract';
import type { NoticeKind } from '@ronghui/domain/notice';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** How many members a page shows at most. */
export const membersAtMost = 50;

/** A member with the account that they belong to the merchant with. */
export interface MemberRecord {
  readonly user_id: string;
  readonly name: string;
  readonly mobile_masked: string;
  readonly status: 'active' | 'locked' | 'cancelled';
  readonly role: MemberRole;
  readonly joined_at: Date;
  readonly sent_on: readonly { readonly kind: NoticeKind; readonly sms: boolean; readonly mail: boolean }[];
}

/** The members of a merchant, its owner first. By member's primary key; fifty at most. */
export const listMemberRecords = async (db: Db, tenantId: string): Promise<readonly MemberRecord[]> => {
  const { rows } = await sql<MemberRecord>`
    select u.user_id, u.name, u.mobile_masked, m.role, m.created_at as joined_at,
      case when u.status = 'active' and u.closing_at <= app_now() then 'cancelled' else u.status end as status,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'sms', n.sms, 'mail', n.mail) order by n.kind), '[]')
        from notice_setting n where n.user_id = u.user_id and (n.sms or n.mail)) as sent_on
    from member m join user_account u using (user_id) where m.tenant_id = ${tenantId}
    order by m.role <> 'owner', m.created_at, m.user_id limit ${membersAtMost}`.execute(db);
  return rows;
};

/** The merchants that a user belongs to, the oldest first. By member_user. */
export const listTenantsOf = async (db: Db, userId: string): Promise<Output<'ops.account.detail'>['tenants']> => {
  const rows = await db
    .selectFrom('member as m')
    .innerJoin('tenant as t', 't.tenant_id', 'm.tenant_id')
    .select(['m.tenant_id', 't.name', 'm.role', 'm.created_at'])
    .where('m.user_id', '=', userId)
    .orderBy('m.created_at')
    .orderBy('m.tenant_id')
    .limit(50)
    .execute();
  return rows.map(({ tenant_id: tenantId, name, role, created_at: joinedAt }) => ({
    tenantId,
    name,
    // The check constraint allows the contract's roles only.
    role: role as MemberRole,
    joinedAt: joinedAt.toISOString(),
  }));
};
