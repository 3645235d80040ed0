import type { MemberRole, Output } from '@ronghui/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** What a login needs to know of a mobile's owner. */
export interface LoginUser {
  readonly userId: string;
  readonly passwordHash: string;
  readonly knowsDevice: boolean;
}

/** The owner of a mobile, and whether they have logged in from this device. By the unique digest: one row or none, the same work for both. */
export const findLoginUser = async (
  db: Db,
  mobileDigest: Buffer,
  device: Buffer | null,
): Promise<LoginUser | undefined> => {
  const row = await db
    .selectFrom('user_account as u')
    .leftJoin('known_device as d', (join) =>
      join.onRef('d.user_id', '=', 'u.user_id').on('d.device_digest', '=', device ?? Buffer.alloc(0)),
    )
    .select(['u.user_id', 'u.password_hash', 'd.device_digest'])
    .where('u.mobile_digest', '=', mobileDigest)
    .executeTakeFirst();
  return row && { userId: row.user_id, passwordHash: row.password_hash, knowsDevice: row.device_digest !== null };
};

/** The same for a user who is known already, with the mobile that their tries are counted at. Primary key. */
export const findOwnLogin = async (
  tx: Tx,
  userId: string,
  device: Buffer | null,
): Promise<{ readonly mobileDigest: Buffer; readonly mobileMasked: string; readonly user: LoginUser | undefined }> => {
  const row = await tx
    .selectFrom('user_account')
    .select(['mobile_digest', 'mobile_masked'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const user = await findLoginUser(tx, row.mobile_digest, device);
  return { mobileDigest: row.mobile_digest, mobileMasked: row.mobile_masked, user };
};

/** What may have changed while a password was verified; the row stays locked until the transaction ends. */
export const lockUser = async (tx: Tx, userId: string) => {
  const row = await tx
    .selectFrom('user_account')
    .select(['password_hash', 'status', 'new_device_proof'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row && { passwordHash: row.password_hash, status: row.status, newDeviceProof: row.new_device_proof };
};

/** The user as the wire has it, in one of their tenants: the given one, else the one last used, else the oldest. None without a tenant. */
export const findUser = async (
  db: Db,
  userId: string,
  tenantId?: string,
): Promise<Output<'portal.login'>['user'] | undefined> => {
  const rows = await db
    .selectFrom('user_account as u')
    .innerJoin('member as m', 'm.user_id', 'u.user_id')
    .innerJoin('tenant as t', 't.tenant_id', 'm.tenant_id')
    .select(['u.user_id', 'u.name', 'u.mobile_masked', 'u.email_masked', 'u.last_tenant_id'])
    .select(['m.tenant_id', 'm.role', 't.name as tenant_name'])
    .where('u.user_id', '=', userId)
    .orderBy('m.created_at')
    .orderBy('m.tenant_id')
    .limit(100)
    .execute();
  const wanted = tenantId ?? rows[0]?.last_tenant_id;
  const present = rows.find((row) => row.tenant_id === wanted) ?? (tenantId === undefined ? rows[0] : undefined);
  if (present === undefined) return undefined;
  // The check constraint holds the contract's roles.
  const roleOf = (row: typeof present) => row.role as MemberRole;
  return {
    userId: present.user_id,
    name: present.name,
    mobileMasked: present.mobile_masked,
    emailMasked: present.email_masked,
    tenantId: present.tenant_id,
    role: roleOf(present),
    tenants: rows.map((row) => ({ tenantId: row.tenant_id, name: row.tenant_name, role: roleOf(row) })),
  };
};

/** A new user with a tenant of their own. */
export interface NewUser {
  readonly userId: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly mobileDigest: Buffer;
  readonly mobileSealed: Buffer;
  readonly mobileMasked: string;
  readonly passwordHash: string;
}

/** Makes a tenant that this user owns. */
export const insertTenantOf = async (
  tx: Tx,
  { userId, tenantId, tenantName }: Pick<NewUser, 'userId' | 'tenantId' | 'tenantName'>,
): Promise<void> => {
  await tx.insertInto('tenant').values({ tenant_id: tenantId, name: tenantName }).execute();
  await tx.insertInto('member').values({ tenant_id: tenantId, user_id: userId, role: 'owner' }).execute();
};

/** Makes a user, a tenant and its owner; false, and nothing made, when the mobile has an account (unique index on the digest). */
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
  await insertTenantOf(tx, user);
  await tx.insertInto('password_history').values({ user_id: user.userId, password_hash: user.passwordHash }).execute();
  return true;
};

/** The last five hashes, newest (the present one) first. By the index on user. @source R5.2 */
export const listPasswordHashes = async (db: Db, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('password_history')
    .select('password_hash')
    .where('user_id', '=', userId)
    .orderBy('password_history_id', 'desc')
    .limit(5)
    .execute();
  return rows.map((row) => row.password_hash);
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

/** Stores the same password under today's parameters, where it still is the present one. */
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
    .select(['mobile_digest', 'mobile_sealed', 'mobile_masked', 'email_sealed', 'email_masked', 'status'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();

/** An address or a mobile as it is kept. */
export interface KeptContact {
  readonly digest: Buffer;
  readonly sealed: Buffer;
  readonly masked: string;
}

/** Sets the address of a user. */
export const updateEmail = async (tx: Tx, userId: string, { digest, sealed, masked }: KeptContact): Promise<void> => {
  await tx
    .updateTable('user_account')
    .set({ email_digest: digest, email_sealed: sealed, email_masked: masked })
    .set({ updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .execute();
};

/** Sets the mobile of a user; a number that has an account fails at its unique index. */
export const updateMobile = async (tx: Tx, userId: string, { digest, sealed, masked }: KeptContact): Promise<void> => {
  await tx
    .updateTable('user_account')
    .set({ mobile_digest: digest, mobile_sealed: sealed, mobile_masked: masked })
    .set({ updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .execute();
};

/** Moves an account from one status to another; false when it stands elsewhere. */
export const updateStatus = async (
  tx: Tx,
  userId: string,
  { from, to }: { readonly from: 'active' | 'locked'; readonly to: 'active' | 'locked' },
): Promise<boolean> => {
  const moved = await tx
    .updateTable('user_account')
    .set({ status: to, updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .where('status', '=', from)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
};

/** Whether a user has proved an address of their own. Primary key. */
export const hasOwnEmail = async (tx: Tx, userId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('user_account')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('email_sealed', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
};
