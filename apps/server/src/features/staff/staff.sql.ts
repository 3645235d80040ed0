import type { StaffRole } from '@ronghui/contract';
import type { LoginGuard } from '@ronghui/domain/identity/login-lock';
import { sql } from 'kysely';
import { type Db, send, type Tx } from '#kernel/database/db';
import { cappedLocks } from '#kernel/setup/lock-cap.sql';

/** A member of staff as a login needs them. */
export interface StaffRow {
  readonly staffId: string;
  readonly account: string;
  readonly name: string;
  readonly roles: StaffRole[];
  readonly status: 'active' | 'locked' | 'closed';
  readonly passwordHash: string;
  readonly mustChangePassword: boolean;
  readonly oneTimeUntil: Date | null;
  /** When a one-time password had its one login. */
  readonly oneTimeUsedAt: Date | null;
  /** Null until the second factor is enrolled. */
  readonly totpSecretSealed: Buffer | null;
  readonly totpLastStep: number;
  /** A secret that is being set up, for ten minutes. */
  readonly totpPendingSealed: Buffer | null;
  readonly version: number;
}

const whole = [
  'staff_id as staffId',
  'account',
  'name',
  'roles',
  'status',
  'password_hash as passwordHash',
  'must_change_password as mustChangePassword',
  'one_time_until as oneTimeUntil',
  'one_time_used_at as oneTimeUsedAt',
  'totp_last_step as totpLastStep',
  'version',
] as const;

const confirmedSecret = sql<Buffer | null>`case when totp_confirmed_at is not null then totp_secret_sealed end`;

const pendingSecret = sql<Buffer | null>`
  case when totp_pending_at > app_now() - interval '10 minutes' then totp_pending_sealed end`;

const selectStaff = (db: Db) =>
  db
    .selectFrom('staff')
    .select(whole)
    .select([confirmedSecret.as('totpSecretSealed'), pendingSecret.as('totpPendingSealed')]);

// The check constraints allow the contract's roles and statuses only.
const worded = (row: Awaited<ReturnType<ReturnType<typeof selectStaff>['executeTakeFirst']>>): StaffRow | undefined =>
  row as StaffRow | undefined;

/** The member of staff with an account name; by its unique key. */
export const findByAccount = async (db: Db, account: string): Promise<StaffRow | undefined> =>
  worded(await selectStaff(db).where('account', '=', account).executeTakeFirst());

/** A member of staff; by the primary key. */
export const findById = async (db: Db, staffId: string): Promise<StaffRow | undefined> =>
  worded(await selectStaff(db).where('staff_id', '=', staffId).executeTakeFirst());

/** The same, locked until the transaction ends. */
export const lockStaff = async (tx: Tx, staffId: string): Promise<StaffRow | undefined> =>
  worded(await selectStaff(tx).where('staff_id', '=', staffId).forUpdate().executeTakeFirst());

/** Whether there are any staff. */
export const hasStaff = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('staff').select('staff_id').limit(1).executeTakeFirst()) !== undefined;

/** The hash of a one-time password and its lifetime. */
export interface OneTimePassword {
  readonly hash: string;
  /** @unit minutes */
  readonly minutes: number;
}

/** The end of a one-time password. */
export const untilOf = (minutes: number) => sql<Date>`app_now() + ${minutes}::float8 * interval '1 minute'`;

/** Adds an admin with a one-time password; false when the account is taken. */
export const insertAdmin = async (
  tx: Tx,
  admin: { readonly staffId: string; readonly account: string; readonly password: OneTimePassword },
): Promise<boolean> => {
  const added = await tx
    .insertInto('staff')
    .values({
      staff_id: admin.staffId,
      account: admin.account,
      password_hash: admin.password.hash,
      must_change_password: true,
      one_time_until: untilOf(admin.password.minutes),
      roles: ['admin'],
    })
    .onConflict((conflict) => conflict.column('account').doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 1n) return false;
  await insertPasswordHash(tx, admin.staffId, admin.password.hash);
  return true;
};

/** Resets an account to an open admin's with only a one-time password and without a second factor. */
export const resetToAdmin = async (tx: Tx, staffId: string, password: OneTimePassword): Promise<void> => {
  await tx
    .updateTable('staff')
    .set({
      password_hash: password.hash,
      must_change_password: true,
      one_time_until: untilOf(password.minutes),
      one_time_used_at: null,
      roles: ['admin'],
      status: 'active',
      totp_secret_sealed: null,
      totp_confirmed_at: null,
      totp_last_step: 0,
      totp_pending_sealed: null,
      lock_reason: '',
      updated_at: sql<Date>`app_now()`,
      version: sql<number>`version + 1`,
    })
    .where('staff_id', '=', staffId)
    .execute();
  await insertPasswordHash(tx, staffId, password.hash);
};

/** Sets a password that the owner chose. */
export const updatePassword = async (tx: Tx, staffId: string, hash: string): Promise<void> => {
  const chosen = { password_hash: hash, must_change_password: false, one_time_until: null, one_time_used_at: null };
  await tx
    .updateTable('staff')
    .set({ ...chosen, updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('staff_id', '=', staffId)
    .execute();
  await insertPasswordHash(tx, staffId, hash);
};

/** Stores the same password as it is hashed now, unless it has changed meanwhile. */
export const updatePasswordHash = async (
  tx: Tx,
  staffId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  await tx
    .updateTable('staff')
    .set({ password_hash: to })
    .where('staff_id', '=', staffId)
    .where('password_hash', '=', from)
    .execute();
  await tx
    .updateTable('staff_password')
    .set({ password_hash: to })
    .where('staff_id', '=', staffId)
    .where('password_hash', '=', from)
    .execute();
};

/** Notes a login; it is the only one of a one-time password. */
export const updateLogin = async (tx: Tx, { staffId, oneTimeUntil }: StaffRow): Promise<void> => {
  const now = sql<Date>`app_now()`;
  await tx
    .updateTable('staff')
    .set({ last_login_at: now, ...(oneTimeUntil === null ? {} : { one_time_used_at: now }) })
    .where('staff_id', '=', staffId)
    .execute();
};

const keptHashes = 5;

/** Keeps a hash among the last five. */
export const insertPasswordHash = async (tx: Tx, staffId: string, hash: string): Promise<void> => {
  await tx.insertInto('staff_password').values({ staff_id: staffId, password_hash: hash }).execute();
  await sql`
    delete from staff_password where staff_id = ${staffId} and staff_password_id not in (
      select staff_password_id from staff_password where staff_id = ${staffId}
      order by staff_password_id desc limit ${keptHashes})`.execute(tx);
};

/** The last five hashes, the current one first. By staff_password_staff. */
export const listPasswordHashes = async (db: Db, staffId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('staff_password')
    .select('password_hash')
    .where('staff_id', '=', staffId)
    .orderBy('staff_password_id', 'desc')
    .limit(keptHashes)
    .execute();
  return rows.map((row) => row.password_hash);
};

/** The tries of a subject; the row is inserted when missing, and locked until the transaction ends. `now` is the database's clock. Primary key. */
export const lockGuard = async (tx: Tx, subject: Buffer): Promise<{ guard: LoginGuard; now: Date }> => {
  const row = await tx
    .insertInto('staff_guard')
    .values({ subject_digest: subject })
    .onConflict((conflict) => conflict.column('subject_digest').doUpdateSet({ updated_at: sql`app_now()` }))
    .returning(['tried_at as triedAt', 'locked_until as lockedUntil', 'locked_at as lockedAt'])
    .returning(['until_ops as untilOps', 'lock_serial as lockSerial'])
    .returning(sql<Date>`app_now()`.as('now'))
    .executeTakeFirstOrThrow();
  const { now, ...guard } = row;
  return { guard, now };
};

/** Updates a locked row. */
export const updateGuard = (tx: Tx, subject: Buffer, guard: LoginGuard): void =>
  send(
    tx,
    tx
      .updateTable('staff_guard')
      .set({
        tried_at: [...guard.triedAt],
        locked_until: guard.lockedUntil,
        locked_at: [...guard.lockedAt],
        until_ops: guard.untilOps,
        lock_serial: guard.lockSerial,
      })
      .where('subject_digest', '=', subject),
  );

/** Lifts every lock of these subjects; returns how many there were. Primary key. */
export const deleteGuards = async (tx: Tx, subjects: readonly Buffer[]): Promise<number> => {
  const gone = await tx
    .deleteFrom('staff_guard')
    .where('subject_digest', 'in', [...subjects])
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
};

/** Deletes subjects that nobody has tried for a day; at most `limit` rows, by the index on age. Locks until ops stay. */
export const deleteIdleGuards = async (tx: Tx, limit: number): Promise<number> => {
  const gone = await sql`
    delete from staff_guard where ctid in (
      select ctid from staff_guard where not until_ops and updated_at < app_now() - interval '25 hours' limit ${limit}
      for update skip locked)`.execute(tx);
  return Number(gone.numAffectedRows ?? 0);
};

/** Corrects the guards after the clock was set back. */
export const correctGuards = async (tx: Tx, lockMinutes: number): Promise<void> => {
  await sql`update staff_guard set ${cappedLocks(lockMinutes)}`.execute(tx);
};
