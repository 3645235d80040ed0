import { sql } from 'kysely';
import { type Db, send, type Tx } from '#kernel/database/db';

/** The owner of a key, and its operation (contract 2). */
export interface ClaimKey {
  readonly scope: string;
  readonly operation: string;
  readonly key: string;
}

/** A stored claim; without a status its first call is still running. */
export interface ClaimRow {
  readonly fingerprint: Buffer;
  readonly status: number | null;
  readonly reply: string | null;
}

/** By its primary key. */
export const findClaim = (db: Db, claim: ClaimKey): Promise<ClaimRow | undefined> =>
  db
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'reply'])
    .where('scope', '=', claim.scope)
    .where('operation', '=', claim.operation)
    .where('key', '=', claim.key)
    .executeTakeFirst();

/** True for the first call; concurrent ones wait here until the first one's transaction ends. */
export const insertClaim = async (
  tx: Tx,
  claim: ClaimKey,
  row: { readonly fingerprint: Buffer; readonly tenantId: string | null },
): Promise<boolean> => {
  const added = await tx
    .insertInto('idempotency')
    .values({ ...claim, fingerprint: row.fingerprint, tenant_id: row.tenantId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
};

/** Stores the first reply with its claim, together with the last statements of the transaction. */
export const storeReply = (
  tx: Tx,
  claim: ClaimKey,
  reply: { readonly status: number; readonly text: string },
): void => {
  send(
    tx,
    tx
      .updateTable('idempotency')
      .set({ status: reply.status, reply: reply.text })
      .where('scope', '=', claim.scope)
      .where('operation', '=', claim.operation)
      .where('key', '=', claim.key),
  );
};

/** Deletes older claims; at most `limit` rows a run, by the index on age. */
export const deleteOldClaims = async (db: Db, hours: number, limit: number): Promise<number> => {
  const gone = await sql`
    delete from idempotency where (scope, operation, key) in (
      select scope, operation, key from idempotency
      where created_at < app_now() - ${hours}::float8 * interval '1 hour' limit ${limit})`.execute(db);
  return Number(gone.numAffectedRows ?? 0);
};
