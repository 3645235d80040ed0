import type { MemberRole, Output } from '@ronghui/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { hasLoans } from './has-loans.sql.ts';

/** The status of an account now: one whose closing has taken effect is closed at that moment, also before the job has stored it. @source R10.9 */
export const presentStatus = sql<string>`
  case when status = 'active' and closing_at <= app_now() then 'cancelled' else status end`;

/** What may have changed while a password was verified; the row stays locked until the transaction ends. */
export const lockUser = async (tx: Tx, userId: string) => {
  const row = await tx
    .selectFrom('user_account')
    .select(['password_hash', presentStatus.as('status'), 'new_device_proof'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row && { passwordHash: row.password_hash, status: row.status, newDeviceProof: row.new_device_proof };
};

/** A user with each of their tenants, the oldest first. By member_user. */
export const membershipsOf = (db: Db, userId: string) =>
  db
    .selectFrom('user_account as u')
    .innerJoin('member as m', 'm.user_id', 'u.user_id')
    .innerJoin('tenant as t', 't.tenant_id', 'm.tenant_id')
    .select(['u.user_id', 'u.name', 'u.mobile_masked', 'u.email_masked', 'u.last_tenant_id'])
    .select(['m.tenant_id', 'm.role', 't.name as tenant_name'])
    .select(hasLoans.as('has_loans'))
    .where('u.user_id', '=', userId)
    .orderBy('m.created_at')
    .orderBy('m.tenant_id')
    .limit(sql.lit(100));

/** These rows as the contract has the user, in one of the tenants. */
export const userIn = (
  rows: Awaited<ReturnType<ReturnType<typeof membershipsOf>['execute']>>,
  tenantId: string | undefined,
): Output<'portal.login'>['user'] | undefined => {
  const wanted = tenantId ?? rows[0]?.last_tenant_id;
  const present = rows.find((row) => row.tenant_id === wanted) ?? (tenantId === undefined ? rows[0] : undefined);
  if (present === undefined) return undefined;
  const { user_id: userId, name, mobile_masked: mobileMasked, email_masked: emailMasked, tenant_id } = present;
  // The check constraint allows the contract's roles only.
  const roleOf = (row: typeof present) => row.role as MemberRole;
  const tenants = rows.map((row) => ({ tenantId: row.tenant_id, name: row.tenant_name, role: roleOf(row) }));
  const user = { userId, name, mobileMasked, emailMasked, tenantId: tenant_id, role: roleOf(present), tenants };
  return present.has_loans ? { ...user, hasLoans: true } : user;
};

/** An account that staff change: its mobile, status and version; the row stays locked until the transaction ends. Primary key. */
export const lockAccount = (tx: Tx, userId: string) =>
  tx
    .selectFrom('user_account')
    .select(['mobile_digest', 'mobile_sealed', 'mobile_masked', 'version'])
    .select(presentStatus.as('status'))
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/** Counts the version of an account up, after a change of what belongs to it; returns it. Primary key. */
export const countAccountVersion = async (tx: Tx, userId: string): Promise<number> => {
  const { version } = await tx
    .updateTable('user_account')
    .set({ updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
};

/** A new user, and the tenant of their first session. */
export interface NewUser {
  readonly userId: string;
  readonly tenantId: string;
  readonly mobileDigest: Buffer;
  readonly mobileSealed: Buffer;
  readonly mobileMasked: string;
  readonly passwordHash: string;
}

/** Adds a user; false, and no row added, when the mobile has an account (unique index on the digest). */
export const insertUser = async (tx: Tx, user: NewUser): Promise<boolean> => {
  const made = await tx
    .insertInto('user_account')
    .values({
      user_id: user.userId,
      mobile_digest: user.mobileDigest,
      mobile_sealed: user.mobileSealed,
      mobile_masked: user.mobileMasked,
      password_hash: user.passwordHash,
      last_tenant_id: user.tenantId,
    })
    .onConflict((conflict) => conflict.column('mobile_digest').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (made === undefined) return false;
  await tx.insertInto('password_history').values({ user_id: user.userId, password_hash: user.passwordHash }).execute();
  return true;
};

/** Sets a new password; the five newest hashes are kept. */
export const updatePassword = async (tx: Tx, userId: string, passwordHash: string): Promise<void> => {
  await tx
    .updateTable('user_account')
    .set({
      password_hash: passwordHash,
      password_changed_at: sql<Date>`app_now()`,
      updated_at: sql`app_now()`,
      version: sql`version + 1`,
    })
    .where('user_id', '=', userId)
    .execute();
  await tx.insertInto('password_history').values({ user_id: userId, password_hash: passwordHash }).execute();
  await tx
    .deleteFrom('password_history')
    .where('password_history_id', 'in', (eb) =>
      eb
        .selectFrom('password_history')
        .select('password_history_id')
        .where('user_id', '=', userId)
        .orderBy('password_history_id', 'desc')
        .offset(5),
    )
    .execute();
};

/** Stores the same password, hashed with the current parameters, unless the password has changed meanwhile. */
export const updatePasswordHash = async (
  tx: Tx,
  userId: string,
  hash: { readonly from: string; readonly to: string },
): Promise<void> => {
  await tx
    .updateTable('user_account')
    .set({ password_hash: hash.to })
    .where('user_id', '=', userId)
    .where('password_hash', '=', hash.from)
    .execute();
  await tx
    .updateTable('password_history')
    .set({ password_hash: hash.to })
    .where('user_id', '=', userId)
    .where('password_hash', '=', hash.from)
    .execute();
};

/** How a user is reached: the sealed mobile and address, and the digests that codes are bound to. Primary key. */
export const findContacts = (tx: Tx, userId: string) =>
  tx
    .selectFrom('user_account')
    .select(['mobile_digest', 'mobile_sealed', 'mobile_masked', 'email_sealed', 'email_masked'])
    .select(presentStatus.as('status'))
    .select(
      sql<boolean>`exists (select from user_totp t where t.user_id = ${userId} and t.confirmed_at is not null)`.as(
        'has_totp',
      ),
    )
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();

/** A mail address or a mobile as it is stored. */
export interface StoredContact {
  readonly digest: Buffer;
  readonly sealed: Buffer;
  readonly masked: string;
}

/** Sets the mail address of a user. */
export const updateEmail = async (tx: Tx, userId: string, { digest, sealed, masked }: StoredContact): Promise<void> => {
  await tx
    .updateTable('user_account')
    .set({ email_digest: digest, email_sealed: sealed, email_masked: masked })
    .set({ updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .execute();
};

/** Sets the mobile of a user; a number that has an account fails at its unique index. */
export const updateMobile = async (
  tx: Tx,
  userId: string,
  { digest, sealed, masked }: StoredContact,
): Promise<void> => {
  await tx
    .updateTable('user_account')
    .set({ mobile_digest: digest, mobile_sealed: sealed, mobile_masked: masked })
    .set({ updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .execute();
};

/** Moves an account from one status to another, with the reason of a lock; false when it has a different status. */
export const updateStatus = async (
  tx: Tx,
  userId: string,
  {
    from,
    to,
    reason = '',
  }: { readonly from: 'active' | 'locked'; readonly to: 'active' | 'locked'; readonly reason?: string },
): Promise<boolean> => {
  const moved = await tx
    .updateTable('user_account')
    .set({ status: to, lock_reason: reason, updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .where('status', '=', from)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
};

/** Sets the name of a user; returns the former name. */
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

/** Switches the code for new devices on or off; false when nothing changes. */
export const updateNewDeviceProof = async (tx: Tx, userId: string, on: boolean): Promise<boolean> => {
  const changed = await tx
    .updateTable('user_account')
    .set({ new_device_proof: on, updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .where('new_device_proof', '<>', on)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
};

/** Requests the closing of an active account; returns when it takes effect. A repeated request keeps the first time. */
export const requestClosing = async (tx: Tx, userId: string, days: number): Promise<Date | undefined> => {
  const row = await tx
    .updateTable('user_account')
    .set({ closing_at: sql<Date>`coalesce(closing_at, app_now() + ${days}::int * interval '1 day')` })
    .where('user_id', '=', userId)
    .where(presentStatus, '=', 'active')
    .returning('closing_at')
    .executeTakeFirst();
  return row?.closing_at ?? undefined;
};

/** Withdraws the request to close; false when there was none. */
export const withdrawClosing = async (tx: Tx, userId: string): Promise<boolean> => {
  const changed = await tx
    .updateTable('user_account')
    .set({ closing_at: null })
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .where('closing_at', 'is not', null)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
};

/** The next account whose waiting time before closing has passed, locked; undefined when none is left. By user_account_closing. */
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
 * Closes an account: records that must be kept by law stay under its masked mobile; the mail address, the one-time password and the devices
 * are deleted; the number is replaced by its sealed mask. The digest of the mobile stays, so that a login learns that the account is closed.
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
  await tx.deleteFrom('user_totp').where('user_id', '=', userId).execute();
  await tx.deleteFrom('known_device').where('user_id', '=', userId).execute();
};

/** Sets the tenant of the user's next login. */
export const updateLastTenant = async (tx: Tx, userId: string, tenantId: string): Promise<void> => {
  await tx.updateTable('user_account').set({ last_tenant_id: tenantId }).where('user_id', '=', userId).execute();
};
