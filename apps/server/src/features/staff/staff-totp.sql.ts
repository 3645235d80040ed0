import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

const touched = { updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` };

/** Stores a secret that still has to be confirmed; the one in force stays in force. Primary key. */
export const updatePendingTotp = async (tx: Tx, staffId: string, sealed: Buffer): Promise<void> => {
  const pending = { totp_pending_sealed: sealed, totp_pending_at: sql<Date>`app_now()` };
  await tx.updateTable('staff').set(pending).where('staff_id', '=', staffId).execute();
};

/** Puts the pending secret in force, from the time step of its first right code on. Primary key. */
export const confirmTotp = async (tx: Tx, staffId: string, step: number): Promise<void> => {
  await tx
    .updateTable('staff')
    .set({
      totp_secret_sealed: sql<Buffer>`totp_pending_sealed`,
      totp_pending_sealed: null,
      totp_pending_at: null,
      totp_confirmed_at: sql<Date>`app_now()`,
      totp_last_step: step,
      ...touched,
    })
    .where('staff_id', '=', staffId)
    .execute();
};

/** Removes the second factor and its recovery codes. Primary key. */
export const deleteTotp = async (tx: Tx, staffId: string): Promise<void> => {
  const none = {
    totp_secret_sealed: null,
    totp_confirmed_at: null,
    totp_pending_sealed: null,
    totp_pending_at: null,
    totp_last_step: 0,
  };
  await tx.updateTable('staff').set(none).where('staff_id', '=', staffId).execute();
  await deleteRecoveryCodes(tx, staffId);
};

/** Records the used time step of the second factor, so that it cannot be used again. */
export const updateTotpStep = async (tx: Tx, staffId: string, step: number): Promise<void> => {
  await tx.updateTable('staff').set({ totp_last_step: step }).where('staff_id', '=', staffId).execute();
};

const deleteRecoveryCodes = async (tx: Tx, staffId: string): Promise<void> => {
  await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute();
};

/** Replaces the recovery codes. Primary key. */
export const replaceRecoveryCodes = async (tx: Tx, staffId: string, digests: readonly Buffer[]): Promise<void> => {
  await deleteRecoveryCodes(tx, staffId);
  const rows = digests.map((digest) => ({ staff_id: staffId, code_digest: digest }));
  await tx.insertInto('staff_recovery_code').values(rows).execute();
};

/** Uses a recovery code up; false when it does not exist or was used. Primary key. */
export const deleteRecoveryCode = async (tx: Tx, staffId: string, digest: Buffer): Promise<boolean> => {
  const gone = await tx
    .deleteFrom('staff_recovery_code')
    .where('staff_id', '=', staffId)
    .where('code_digest', '=', digest)
    .returning('staff_id')
    .executeTakeFirst();
  return gone !== undefined;
};

/** How many recovery codes are left. Primary key. */
export const countRecoveryCodes = async (db: Db, staffId: string): Promise<number> => {
  const { left } = await db
    .selectFrom('staff_recovery_code')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow();
  return left;
};

/** The provider's name, which an authenticator shows. By the primary key of the site's settings. */
export const findIssuer = async (db: Db): Promise<string | undefined> => {
  const row = await db
    .selectFrom('site_setting')
    .select(sql<string | null>`value -> 'brand' ->> 'name'`.as('name'))
    .where('key', '=', 'site')
    .executeTakeFirst();
  return row?.name ?? undefined;
};
