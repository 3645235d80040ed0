import type { MemberRole, Output } from '@ronghui/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';

const shown = wireList<Omit<Output<'member.page'>['items'][number], 'isSelf'>>()(
  { m: 'member', u: 'user_account' },
  {
    always: {
      memberId: 'm.user_id',
      name: 'u.name',
      mobileMasked: 'u.mobile_masked',
      role: 'm.role',
      joinedAt: 'm.created_at',
    },
    present: {},
  },
);

/** The columns of a member in the list. */
export type MemberRow = RowOf<typeof shown>;

/** A member in the contract's shape, for a member who reads the list. */
export const memberOf = (row: MemberRow, readerId: string): Output<'member.page'>['items'][number] => ({
  ...shown.recordOf(row),
  isSelf: row.user_id === readerId,
});

/** A page of the members with name and masked mobile, the newest first, with the total where it is asked for: one statement, by member_joined. */
export const listMembers = (db: Db, tenantId: string, listing: Listing): Promise<ReadPart<MemberRow>> => {
  const { after } = listing;
  return readPart(db, listing, {
    list: shown,
    from: sql`member m join user_account u using (user_id)`,
    where: sql`m.tenant_id = ${tenantId}`,
    // The index is descending by time and ascending by key.
    beyond:
      after === null
        ? sql``
        : sql` and m.created_at <= ${after.at} and (m.created_at < ${after.at} or m.user_id > ${after.key})`,
    countedFrom: sql`member m`,
    orderBy: sql`created_at desc, user_id`,
    key: 'user_id',
  });
};

/** Two members, locked until the transaction ends; always in the same order, so that calls cannot deadlock. */
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
  // The check constraint allows the contract's roles only.
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

/** An event of a member, and who caused it. */
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

/** Removes a user from the tenants of others, not from their own. By member_user. */
export const leaveTenants = async (tx: Tx, userId: string): Promise<void> => {
  await sql`
    with gone as (delete from member where user_id = ${userId} and role <> 'owner' returning tenant_id, role)
    insert into member_history (tenant_id, user_id, event, from_role, by_user_id)
    select tenant_id, ${userId}, 'removed', role, ${userId} from gone`.execute(tx);
};
