import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** A user's one-time password as it is stored. */
export interface StoredTotp {
  readonly secretSealed: Buffer;
  readonly confirmed: boolean;
  /** Whether it was begun within ten minutes: a secret that waits longer cannot be confirmed. */
  readonly isFresh: boolean;
  /** The time step that was used last. */
  readonly lastStep: number;
}

/** The one-time password of a user, its row held until the transaction ends. Primary key. */
export const lockTotp = async (tx: Tx, userId: string): Promise<StoredTotp | undefined> => {
  const row = await tx
    .selectFrom('user_totp')
    .select(['secret_sealed', 'confirmed_at', 'last_step'])
    .select(sql<boolean>`created_at > app_now() - interval '10 minutes'`.as('is_fresh'))
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { secret_sealed: secretSealed, is_fresh: isFresh, last_step: lastStep } = row;
  return { secretSealed, confirmed: row.confirmed_at !== null, isFresh, lastStep };
};

/** Stores a secret that still has to be confirmed; false when one is confirmed already. */
export const insertTotp = async (tx: Tx, userId: string, secretSealed: Buffer): Promise<boolean> => {
  const row = { secret_sealed: secretSealed, last_step: 0, created_at: sql<Date>`app_now()` };
  const kept = await tx
    .insertInto('user_totp')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row).where('user_totp.confirmed_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst();
  return kept !== undefined;
};

/** Records the time step that was used, so that it cannot be used again. */
export const updateTotpStep = async (tx: Tx, userId: string, step: number): Promise<void> => {
  await tx
    .updateTable('user_totp')
    .set({ last_step: step, confirmed_at: sql<Date>`coalesce(confirmed_at, app_now())` })
    .where('user_id', '=', userId)
    .execute();
};

/** Deletes the one-time password and the recovery codes; false when there was none. */
export const deleteTotp = async (tx: Tx, userId: string): Promise<boolean> => {
  const gone = await tx.deleteFrom('user_totp').where('user_id', '=', userId).returning('user_id').executeTakeFirst();
  return gone !== undefined;
};

export const insertRecoveryCodes = async (tx: Tx, userId: string, digests: readonly Buffer[]): Promise<void> => {
  await tx
    .insertInto('user_recovery_code')
    .values(digests.map((digest) => ({ user_id: userId, code_digest: digest })))
    .execute();
};

/** Uses a recovery code up; false when it does not exist or was used. Primary key. */
export const deleteRecoveryCode = async (tx: Tx, userId: string, digest: Buffer): Promise<boolean> => {
  const gone = await tx
    .deleteFrom('user_recovery_code')
    .where('user_id', '=', userId)
    .where('code_digest', '=', digest)
    .returning('user_id')
    .executeTakeFirst();
  return gone !== undefined;
};
