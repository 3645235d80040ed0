import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** Whether a member of staff has logged in from a device; by the primary key. */
export const knowsDevice = async (db: Db, staffId: string, device: Buffer): Promise<boolean> => {
  const row = await db
    .selectFrom('staff_device')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .where('device_digest', '=', device)
    .executeTakeFirst();
  return row !== undefined;
};

/** Remembers a device from which a member of staff has logged in: it counts its own tries from now on (R4.5). */
export const rememberDevice = async (tx: Tx, staffId: string, device: Buffer): Promise<void> => {
  await tx
    .insertInto('staff_device')
    .values({ staff_id: staffId, device_digest: device })
    .onConflict((known) =>
      known.columns(['staff_id', 'device_digest']).doUpdateSet({ last_seen_at: sql<Date>`app_now()` }),
    )
    .execute();
};

/** The devices of a member of staff; by the primary key. */
export const listDevices = async (db: Db, staffId: string): Promise<Buffer[]> => {
  const rows = await db.selectFrom('staff_device').select('device_digest').where('staff_id', '=', staffId).execute();
  return rows.map((row) => row.device_digest);
};

/** Forgets the devices of a member of staff but, if given, one: somebody who had the old password may have used them. Primary key. */
export const deleteDevices = async (tx: Tx, staffId: string, kept: Buffer | null): Promise<void> => {
  await tx
    .deleteFrom('staff_device')
    .where('staff_id', '=', staffId)
    .where('device_digest', 'is distinct from', kept)
    .execute();
};

/** Forgets devices that were not seen for a year; at most `limit` rows, by staff_device_age. */
export const deleteOldDevices = async (tx: Tx, limit: number): Promise<number> => {
  const gone = await sql`
    delete from staff_device where ctid in (
      select ctid from staff_device where last_seen_at < app_now() - interval '365 days' limit ${limit})`.execute(tx);
  return Number(gone.numAffectedRows ?? 0);
};
