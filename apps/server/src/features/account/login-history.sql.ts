import type { LoginGuard } from '@ronghui/domain/identity/login-lock';
import { sql } from 'kysely';
import { send, type Tx } from '#kernel/database/db';
import { type GuardKey, setGuard } from './login-guard.sql.ts';

/** A login attempt, as the account's owner sees it later. */
export interface LoginEntry {
  readonly loginId: string;
  readonly mobileDigest: Buffer;
  readonly userId: string | null;
  readonly method: 'password' | 'sms' | 'register';
  readonly result: 'success' | 'failed';
  readonly address: string;
  /** Browser and system. */
  readonly device: string;
  readonly knowsDevice: boolean;
}

const addLogin = (entry: LoginEntry) => sql`
  insert into login_history (login_id, mobile_digest, user_id, method, result, address, device, known_device)
  values (${entry.loginId}, ${entry.mobileDigest}, ${entry.userId}, ${entry.method}, ${entry.result}, ${entry.address},
    ${entry.device.slice(0, 60)}, ${entry.knowsDevice})`;

/** Records a login attempt; an attempt at a number without an account leaves a row too. */
export const insertLogin = async (tx: Tx, entry: LoginEntry): Promise<void> => {
  await addLogin(entry).execute(tx);
};

/** Writes a counted try in one statement: the guard, and the attempt as failed until a success changes it. */
export const storeTry = (
  tx: Tx,
  key: GuardKey,
  stored: { readonly guard: LoginGuard; readonly entry: LoginEntry },
): void => send(tx, sql`with guarded as (${setGuard(key, stored.guard)}) ${addLogin(stored.entry)}`);

/**
 * Records a successful login in one statement: its attempt is a success, its tenant is used next time, and the device's tries are counted separately from now
 * on (R4.5).
 */
export const recordLogin = (
  tx: Tx,
  userId: string,
  seen: { readonly loginId: string; readonly tenantId: string; readonly device: Buffer },
): void =>
  send(
    tx,
    sql`
    with marked as (update login_history set result = 'success' where login_id = ${seen.loginId}),
      known as (
        insert into known_device (user_id, device_digest) values (${userId}, ${seen.device})
        on conflict (user_id, device_digest) do update set last_seen_at = app_now())
    update user_account set last_tenant_id = ${seen.tenantId}
    where user_id = ${userId} and last_tenant_id is distinct from ${seen.tenantId}`,
  );

/** Deletes attempts older than half a year, and attempts at numbers without an account after a day; at most `limit` rows of each, by their indexes. */
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

/** Deletes a user's known devices, except the given one: somebody with the old password may have added them (R4.4, R4.5). Primary key. */
export const deleteDevices = (tx: Tx, userId: string, kept: Buffer | null): void =>
  send(tx, sql`delete from known_device where user_id = ${userId} and device_digest is distinct from ${kept}::bytea`);

/** Deletes devices that were not seen for a year, with the tries counted on them. */
export const deleteOldDevices = async (tx: Tx, limit: number): Promise<number> => {
  const gone = await sql`
    delete from known_device where ctid in (
      select ctid from known_device where last_seen_at < app_now() - interval '365 days' limit ${limit})`.execute(tx);
  return Number(gone.numAffectedRows ?? 0);
};
