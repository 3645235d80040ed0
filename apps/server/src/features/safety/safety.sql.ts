import { openOrderStatuses } from '@ronghui/domain/order';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** What a user sees of the safety of their account. Primary keys. */
export const findSafety = async (tx: Tx, userId: string) =>
  tx
    .selectFrom('user_account as u')
    .leftJoin('user_totp as t', 't.user_id', 'u.user_id')
    .select(['u.name', 'u.mobile_masked', 'u.email_masked', 'u.new_device_proof', 'u.closing_at', 't.confirmed_at'])
    .select((eb) => [
      eb.fn.coalesce('u.password_changed_at', 'u.created_at').as('password_changed_at'),
      eb
        .selectFrom('user_recovery_code as r')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('r.user_id', '=', 'u.user_id')
        .as('recovery_codes'),
    ])
    .where('u.user_id', '=', userId)
    .executeTakeFirstOrThrow();

/** Names a user; gives the former name. */
export const updateUserName = async (tx: Tx, userId: string, name: string): Promise<string> => {
  const former = await tx
    .selectFrom('user_account')
    .select('name')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('user_account')
    .set({ name, updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .execute();
  return former.name;
};

/** Switches the proof of new devices; false when it stood so already. */
export const updateNewDeviceProof = async (tx: Tx, userId: string, on: boolean): Promise<boolean> => {
  const changed = await tx
    .updateTable('user_account')
    .set({ new_device_proof: on, updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .where('new_device_proof', '<>', on)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
};

/** A part of a user's login history, newest first. By login_history_user. */
export const listLogins = (tx: Tx, userId: string, part: { readonly offset: number; readonly limit: number }) =>
  tx
    .selectFrom('login_history')
    .select(['login_id', 'created_at', 'method', 'result', 'device', 'address', 'known_device'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('login_id')
    .offset(part.offset)
    .limit(part.limit)
    .execute();

/** How many logins a user's history holds; half a year of them. By login_history_user. */
export const countLogins = async (tx: Tx, userId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from login_history where user_id = ${userId} limit 100001) each_one`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** What stands in the way of closing an account. */
export interface ClosingObstacles {
  /** Orders under way or running, in tenants that the user owns. */
  readonly openOrders: number;
  /** Tenants that the user owns and others belong to. */
  readonly heldTenants: number;
}

/** Counts what stands in the way of closing an account. By member_user and order_by_status. */
export const findClosingObstacles = async (db: Db, userId: string): Promise<ClosingObstacles> => {
  const open = sql.join([...openOrderStatuses]);
  const { rows } = await sql<ClosingObstacles>`
    with owned as (select tenant_id from member where user_id = ${userId} and role = 'owner')
    select
      (select count(*)::int from "order" o join owned using (tenant_id) where o.status in (${open})) as "openOrders",
      (select count(*)::int from owned
        where exists (select from member m where m.tenant_id = owned.tenant_id and m.user_id <> ${userId})) as "heldTenants"`.execute(
    db,
  );
  return rows[0] ?? { openOrders: 0, heldTenants: 0 };
};

/** Asks for the closing of an active account; the time it takes effect. One that is asked for already keeps its time. */
export const askForClosing = async (tx: Tx, userId: string, days: number): Promise<Date | undefined> => {
  const row = await tx
    .updateTable('user_account')
    .set({ closing_at: sql<Date>`coalesce(closing_at, app_now() + ${days}::int * interval '1 day')` })
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .returning('closing_at')
    .executeTakeFirst();
  return row?.closing_at ?? undefined;
};

/** Takes the wish to close back; false when there was none. */
export const takeBackClosing = async (tx: Tx, userId: string): Promise<boolean> => {
  const changed = await tx
    .updateTable('user_account')
    .set({ closing_at: null })
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .where('closing_at', 'is not', null)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
};

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

/** The next account whose time to change one's mind is over, held; none left gives undefined. By user_account_closing. */
export const lockDueClosing = (tx: Tx) =>
  tx
    .selectFrom('user_account')
    .select(['user_id', 'mobile_masked', 'mobile_digest'])
    .where('status', '=', 'active')
    .where('closing_at', '<=', sql<Date>`app_now()`)
    .orderBy('closing_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/**
 * Closes an account: what others hold of it by law stays under its masked mobile; the address, the one-time password, the devices and the
 * membership in tenants of others go; the number itself goes too, its mask is sealed in its place. The mobile stays known by its digest, so that its owner is told that the account is closed.
 *
 * @source R10.9, security 4.12
 */
export const closeUser = async (
  tx: Tx,
  { userId, maskSealed }: { readonly userId: string; readonly maskSealed: Buffer },
): Promise<void> => {
  await tx
    .updateTable('user_account')
    .set({ status: 'cancelled', closing_at: null, name: '', email_masked: '', email_sealed: null, email_digest: null })
    .set({ mobile_sealed: maskSealed })
    .set({ new_device_proof: false, updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .execute();
  await sql`
    with gone as (delete from member where user_id = ${userId} and role <> 'owner' returning tenant_id, role)
    insert into member_history (tenant_id, user_id, event, from_role, by_user_id)
    select tenant_id, ${userId}, 'removed', role, ${userId} from gone`.execute(tx);
  await tx.deleteFrom('user_totp').where('user_id', '=', userId).execute();
  await tx.deleteFrom('known_device').where('user_id', '=', userId).execute();
  await tx.deleteFrom('notice_setting').where('user_id', '=', userId).execute();
};
