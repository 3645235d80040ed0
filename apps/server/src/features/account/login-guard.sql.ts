import type { LoginGuard } from '@ronghui/domain/login-lock';
import { sql } from 'kysely';
import type { Tx } from '#kernel/db';

/** Whose tries are counted: a mobile's from all strangers' devices (`device` null), or from one device that its owner uses. */
export interface GuardKey {
  readonly mobileDigest: Buffer;
  readonly device: Buffer | null;
}

const strangers = Buffer.alloc(0);

/** The tries at a mobile, its row locked (and made when missing) until the transaction ends; `now` is the database's clock. Primary key. */
export const lockGuard = async (tx: Tx, key: GuardKey): Promise<{ guard: LoginGuard; now: Date }> => {
  const row = await tx
    .insertInto('login_guard')
    .values({ mobile_digest: key.mobileDigest, device_digest: key.device ?? strangers })
    .onConflict((conflict) =>
      conflict.columns(['mobile_digest', 'device_digest']).doUpdateSet({ updated_at: sql`app_now()` }),
    )
    .returning(['tried_at', 'locked_until', 'locked_at', 'until_ops', 'lock_serial'])
    .returning(sql<Date>`app_now()`.as('now'))
    .executeTakeFirstOrThrow();
  const guard = {
    triedAt: row.tried_at,
    lockedUntil: row.locked_until,
    lockedAt: row.locked_at,
    untilOps: row.until_ops,
    lockSerial: row.lock_serial,
  };
  return { guard, now: row.now };
};

/** Writes back what was decided on a locked row. */
export const updateGuard = async (tx: Tx, key: GuardKey, guard: LoginGuard): Promise<void> => {
  await tx
    .updateTable('login_guard')
    .set({
      tried_at: [...guard.triedAt],
      locked_until: guard.lockedUntil,
      locked_at: [...guard.lockedAt],
      until_ops: guard.untilOps,
      lock_serial: guard.lockSerial,
    })
    .where('mobile_digest', '=', key.mobileDigest)
    .where('device_digest', '=', key.device ?? strangers)
    .execute();
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

/** Forgets mobiles that nobody has tried for a day; at most `limit` rows, by the index on age. Locks until ops stay. */
export const deleteQuietGuards = async (tx: Tx, limit: number): Promise<number> => {
  const gone = await sql`
    delete from login_guard where ctid in (
      select ctid from login_guard where not until_ops and updated_at < app_now() - interval '25 hours' limit ${limit}
      for update skip locked)`.execute(tx);
  return Number(gone.numAffectedRows ?? 0);
};
