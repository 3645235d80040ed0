import type { LoginGuard } from '@ronghui/domain/identity/login-lock';
import { sql } from 'kysely';
import { builtOnce, send, type Tx } from '#kernel/database/db';
import { cappedLocks } from '#kernel/setup/lock-cap.sql';
import { membershipsOf, presentStatus, userIn } from './account.sql.ts';

/** What tries are counted for: a mobile from all unknown devices together (`device` null), or from one device that its owner uses. */
export interface GuardKey {
  readonly mobileDigest: Buffer;
  readonly device: Buffer | null;
}

const unknownDevices = Buffer.alloc(0);

interface GuardRow {
  readonly tried_at: Date[];
  readonly locked_until: Date | null;
  readonly locked_at: Date[];
  readonly until_ops: boolean;
  readonly lock_serial: number;
}

interface OwnerRow {
  readonly password_hash: string;
  readonly password_changed_at: Date | null;
  readonly status: string;
  readonly new_device_proof: boolean;
  readonly has_totp: boolean;
}

const guardOf = (row: GuardRow): LoginGuard => ({
  triedAt: row.tried_at,
  lockedUntil: row.locked_until,
  lockedAt: row.locked_at,
  untilOps: row.until_ops,
  lockSerial: row.lock_serial,
});

/** The tries counted for a key; the row is inserted when missing, and locked until the transaction ends. `now` is the database's clock. Primary key. */
export const lockGuard = async (tx: Tx, key: GuardKey): Promise<{ guard: LoginGuard; now: Date }> => {
  const row = await tx
    .insertInto('login_guard')
    .values({ mobile_digest: key.mobileDigest, device_digest: key.device ?? unknownDevices })
    .onConflict((conflict) =>
      conflict.columns(['mobile_digest', 'device_digest']).doUpdateSet({ updated_at: sql`app_now()` }),
    )
    .returning(['tried_at', 'locked_until', 'locked_at', 'until_ops', 'lock_serial'])
    .returning(sql<Date>`app_now()`.as('now'))
    .executeTakeFirstOrThrow();
  return { guard: guardOf(row), now: row.now };
};

/** The update of a locked row, alone or as a part of a larger statement. */
export const setGuard = (key: GuardKey, guard: LoginGuard) => sql`
  update login_guard set
    tried_at = ${[...guard.triedAt]}::timestamptz[], locked_until = ${guard.lockedUntil}::timestamptz,
    locked_at = ${[...guard.lockedAt]}::timestamptz[], until_ops = ${guard.untilOps}, lock_serial = ${guard.lockSerial}
  where mobile_digest = ${key.mobileDigest} and device_digest = ${key.device ?? unknownDevices}`;

/** Updates a locked row. */
export const updateGuard = (tx: Tx, key: GuardKey, guard: LoginGuard): void => send(tx, setGuard(key, guard));

/** A guard and its user, both rows locked by one statement, and whether a one-time password is asked for; undefined when there is no such user. Primary keys. */
export const lockGuardAndUser = async (tx: Tx, key: GuardKey, userId: string) => {
  const found = await sql<GuardRow & OwnerRow>`
    with g as (
      insert into login_guard (mobile_digest, device_digest) values (${key.mobileDigest}, ${key.device ?? unknownDevices})
      on conflict (mobile_digest, device_digest) do update set updated_at = app_now()
      returning tried_at, locked_until, locked_at, until_ops, lock_serial)
    select g.*, u.password_hash, u.password_changed_at, ${presentStatus} as status, u.new_device_proof,
      exists (select from user_totp t where t.user_id = u.user_id and t.confirmed_at is not null) as has_totp
    from g cross join user_account u where u.user_id = ${userId} for update of u`.execute(tx);
  const row = found.rows[0];
  if (row === undefined) return undefined;
  const owner = {
    passwordHash: row.password_hash,
    passwordChangedAt: row.password_changed_at,
    status: row.status,
    newDeviceProof: row.new_device_proof,
    hasTotp: row.has_totp,
  };
  return { guard: guardOf(row), owner };
};

/** Lifts the ten-minute locks of a mobile on every device, as `liftShortLock` decides; the third of a day stays. */
export const liftShortLocks = async (tx: Tx, mobileDigest: Buffer): Promise<void> => {
  await tx
    .updateTable('login_guard')
    .set({ tried_at: [], locked_until: null, updated_at: sql`app_now()` })
    .where('mobile_digest', '=', mobileDigest)
    .where('until_ops', '=', false)
    .execute();
};

/** Lifts every lock of these digests, on every device; returns how many guards there were. Primary key. */
export const deleteGuards = async (tx: Tx, digests: readonly Buffer[]): Promise<number> => {
  const gone = await tx
    .deleteFrom('login_guard')
    .where('mobile_digest', 'in', [...digests])
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
};

/** Deletes the guards of mobiles that nobody has tried for a day; at most `limit` rows, by the index on age. Locks until ops stay. */
export const deleteIdleGuards = async (tx: Tx, limit: number): Promise<number> => {
  const gone = await sql`
    delete from login_guard where ctid in (
      select ctid from login_guard where not until_ops and updated_at < app_now() - interval '25 hours' limit ${limit}
      for update skip locked)`.execute(tx);
  return Number(gone.numAffectedRows ?? 0);
};

/** Corrects the guards after the clock was set back. */
export const correctGuards = async (tx: Tx, lockMinutes: number): Promise<void> => {
  await sql`update login_guard set ${cappedLocks(lockMinutes)}`.execute(tx);
};

const heldRows = builtOnce((db, userId: string) => membershipsOf(db, userId).forShare('m'));

/** `findUser` for a new session: no membership ends or changes its role before the transaction has, so that the end of a membership finds the session. */
export const holdUser = async (tx: Tx, userId: string, tenantId?: string) =>
  userIn(await heldRows(tx, userId), tenantId);
