import type { MemberRole } from '@ronghui/contract';
import { sql } from 'kysely';
import { type Listing, type ReadPart, totalReach } from '#kernel/calls/listing';
import type { Db, Tx } from '#kernel/database/db';

/** A member as the list has them. */
export interface MemberRow {
  readonly user_id: string;
  readonly role: string;
  readonly created_at: Date;
  readonly name: string;
  readonly mobile_masked: string;
}

/** A part of the members with name and masked mobile, the newest first, with the list's length where it is asked for: one statement, by member_joined. */
export const listMembers = async (
  db: Db,
  tenantId: string,
  { after, offset, pageSize, wantsTotal }: Listing,
): Promise<ReadPart<MemberRow>> => {
  // The index goes down by time and up by key.
  const beyond =
    after === null
      ? sql``
      : sql` and m.created_at <= ${after.at} and (m.created_at < ${after.at} or m.user_id > ${after.key})`;
  const part = sql`
    select m.user_id, m.role, m.created_at, u.name, u.mobile_masked from member m join user_account u using (user_id)
    where m.tenant_id = ${tenantId}${beyond} order by m.created_at desc, m.user_id limit ${pageSize + 1} offset ${offset}`;
  if (!wantsTotal) return { rows: (await sql<MemberRow>`${part}`.execute(db)).rows, total: null };
  const { rows } = await sql<MemberRow & { total: number }>`
    with part as (${part}), counted as (select count(*) as total from (
        select from member where tenant_id = ${tenantId} limit ${totalReach + 1}) each_one)
    select counted.total, part.* from counted left join part on true order by created_at desc, user_id`.execute(db);
  return { rows: rows.filter((row) => row.user_id !== null), total: rows[0]?.total ?? 0 };
};

/** Two members as they are now, held until the transaction ends; always in the same order, so that no two calls wait for each other. */
export const lockMembers = async (
  tx: Tx,
  tenantId: string,
  userIds: readonly string[],
): Promise<{ readonly userId: string; readonly role: MemberRole }[]> => {
  const rows = await tx
    .selectFrom('member')
    .select(['user_id', 'role'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
    .forUpdate()
    .execute();
  // The check constraint holds the contract's roles.
  return rows.map((row) => ({ userId: row.user_id, role: row.role as MemberRole }));
};

/** Whether the owner of a mobile belongs to the tenant. By the unique digest. */
export const isMemberMobile = async (db: Db, tenantId: string, mobileDigest: Buffer): Promise<boolean> => {
  const row = await db
    .selectFrom('member as m')
    .innerJoin('user_account as u', 'u.user_id', 'm.user_id')
    .select('m.user_id')
    .where('m.tenant_id', '=', tenantId)
    .where('u.mobile_digest', '=', mobileDigest)
    .executeTakeFirst();
  return row !== undefined;
};

/** Adds a member; false when they belong already. */
export const insertMember = async (
  tx: Tx,
  tenantId: string,
  member: { readonly userId: string; readonly role: MemberRole },
): Promise<boolean> => {
  const added = await tx
    .insertInto('member')
    .values({ tenant_id: tenantId, user_id: member.userId, role: member.role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
};

export const updateMemberRole = async (
  tx: Tx,
  tenantId: string,
  member: { readonly userId: string; readonly role: MemberRole },
): Promise<void> => {
  await tx
    .updateTable('member')
    .set({ role: member.role, updated_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', member.userId)
    .execute();
};

export const deleteMember = async (tx: Tx, tenantId: string, userId: string): Promise<void> => {
  await tx.deleteFrom('member').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute();
};

/** What happened to a member, and by whom. */
export interface MemberEvent {
  readonly userId: string;
  readonly event: 'joined' | 'roleChanged' | 'removed';
  readonly fromRole: MemberRole | null;
  readonly toRole: MemberRole | null;
  readonly byUserId: string;
}

export const insertMemberHistory = async (tx: Tx, tenantId: string, entry: MemberEvent): Promise<void> => {
  await tx
    .insertInto('member_history')
    .values({
      tenant_id: tenantId,
      user_id: entry.userId,
      event: entry.event,
      from_role: entry.fromRole,
      to_role: entry.toRole,
      by_user_id: entry.byUserId,
    })
    .execute();
};

/** Takes a user out of every tenant of others; tenants of their own stay theirs. By member_user. */
export const leaveTenants = async (tx: Tx, userId: string): Promise<void> => {
  await sql`
    with gone as (delete from member where user_id = ${userId} and role <> 'owner' returning tenant_id, role)
    insert into member_history (tenant_id, user_id, event, from_role, by_user_id)
    select tenant_id, ${userId}, 'removed', role, ${userId} from gone`.execute(tx);
};
