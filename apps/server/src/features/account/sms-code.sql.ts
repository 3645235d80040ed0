import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** What a code can be used for. */
export type SmsScene =
  | 'register'
  | 'findPwd'
  | 'login'
  | 'newDevice'
  | 'stepUp'
  | 'updateMobileOld'
  | 'updateMobileNew'
  | 'updateEmail'
  | 'closeAccount';

/** Who may use a code: this mobile (or, by mail, this address), for this scene, in this browser session (R5.3). */
export interface CodeBond {
  readonly mobileDigest: Buffer;
  readonly scene: SmsScene;
  readonly sessionId: string;
}

/** A code as it is stored. */
export interface StoredCode {
  readonly codeId: string;
  readonly codeDigest: Buffer;
}

/** Stores a new code, which replaces the old one of the same bond. Returns when it expires. */
export const replaceSmsCode = async (tx: Tx, bond: CodeBond, code: StoredCode, minutes: number): Promise<Date> => {
  const row = {
    code_id: code.codeId,
    code_digest: code.codeDigest,
    tries: 0,
    created_at: sql<Date>`app_now()`,
    expires_at: sql<Date>`app_now() + ${minutes}::float8 * interval '1 minute'`,
  };
  const kept = await tx
    .insertInto('sms_code')
    .values({ mobile_digest: bond.mobileDigest, scene: bond.scene, session_id: bond.sessionId, ...row })
    .onConflict((conflict) => conflict.columns(['mobile_digest', 'scene', 'session_id']).doUpdateSet(row))
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return kept.expires_at;
};

/** Counts a try at the valid code of a bond and returns the code; undefined when there is none or its tries are spent. Primary key. */
export const reserveCodeTry = async (tx: Tx, bond: CodeBond, maxTries: number): Promise<StoredCode | undefined> => {
  const row = await tx
    .updateTable('sms_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('mobile_digest', '=', bond.mobileDigest)
    .where('scene', '=', bond.scene)
    .where('session_id', '=', bond.sessionId)
    .where('tries', '<', maxTries)
    .where(sql<boolean>`expires_at > app_now()`)
    .returning(['code_id', 'code_digest'])
    .executeTakeFirst();
  return row && { codeId: row.code_id, codeDigest: row.code_digest };
};

/** Uses a code up, in the transaction of the change that it allows; false when another call has used it. */
export const deleteSmsCode = async (tx: Tx, codeId: string): Promise<boolean> => {
  const gone = await tx
    .deleteFrom('sms_code')
    .where('code_id', '=', codeId)
    .where(sql<boolean>`expires_at > app_now()`)
    .returning('code_id')
    .executeTakeFirst();
  return gone !== undefined;
};

/** Deletes expired codes; at most `limit`, by the index on age. */
export const deleteExpiredCodes = async (tx: Tx, limit: number): Promise<number> => {
  const codes = await sql`
    delete from sms_code where code_id in (select code_id from sms_code where expires_at < app_now() limit ${limit})`.execute(
    tx,
  );
  return Number(codes.numAffectedRows ?? 0);
};

/** Caps the end of every code at its length from now: a clock that was set back extends none. */
export const correctCodes = async (tx: Tx, minutes: number): Promise<void> => {
  const end = sql`app_now() + ${minutes}::float8 * interval '1 minute'`;
  await sql`update sms_code set expires_at = ${end} where expires_at > ${end}`.execute(tx);
};
