import { sql } from 'kysely';
import type { Tx } from '#kernel/db';

/** A try to log in, as its owner sees it later. */
export interface LoginEntry {
  readonly loginId: string;
  readonly mobileDigest: Buffer;
  readonly userId: string | null;
  readonly method: 'password' | 'sms' | 'register';
  readonly result: 'success' | 'failed';
  readonly address: string;
  readonly knowsDevice: boolean;
}

/** Keeps a try; one at a number without an account leaves a row too. */
export const insertLogin = async (tx: Tx, entry: LoginEntry): Promise<void> => {
  await tx
    .insertInto('login_history')
    .values({
      login_id: entry.loginId,
      mobile_digest: entry.mobileDigest,
      user_id: entry.userId,
      method: entry.method,
      result: entry.result,
      address: entry.address,
      known_device: entry.knowsDevice,
    })
    .execute();
};

/** A try is kept as failed before its password is verified; this turns it into a success. Primary key. */
export const markLoginSuccess = async (tx: Tx, loginId: string): Promise<void> => {
  await tx.updateTable('login_history').set({ result: 'success' }).where('login_id', '=', loginId).execute();
};

/** Forgets tries older than half a year, and tries at numbers without an account after a day; at most `limit` rows of each, by their indexes. */
export const deleteOldLogins = async (tx: Tx, limit: number): Promise<number> => {
  const old = await sql`
    delete from login_history where login_id in (
      select login_id from login_history where created_at < app_now() - interval '180 days' limit ${limit})`.execute(
    tx,
  );
  const unowned = await sql`
    delete from login_history where login_id in (
      select login_id from login_history
      where user_id is null and created_at < app_now() - interval '1 day' limit ${limit})`.execute(tx);
  return Number(old.numAffectedRows ?? 0) + Number(unowned.numAffectedRows ?? 0);
};

/** Forgets devices that were not seen for a year, with the tries counted on them. */
export const deleteOldDevices = async (tx: Tx, limit: number): Promise<number> => {
  const gone = await sql`
    delete from known_device where ctid in (
      select ctid from known_device where last_seen_at < app_now() - interval '365 days' limit ${limit})`.execute(tx);
  return Number(gone.numAffectedRows ?? 0);
};
