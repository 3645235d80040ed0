import { sql } from 'kysely';
import { type Db, send, type Tx } from '#kernel/database/db';

/** The owner of a key, its operation and the tenant it works in; null above tenants (contract 2). */
export interface ClaimKey {
  readonly scope: string;
  readonly operation: string;
  readonly key: string;
  readonly tenantId: string | null;
}

/** A stored claim; without a status its first call is still running. */
export interface ClaimRow {
  readonly fingerprint: Buffer;
  readonly status: number | null;
  readonly reply: string | null;
}

const isOf = ({ scope, operation, key, tenantId }: ClaimKey) =>
  sql<boolean>`scope = ${scope} and operation = ${operation} and key = ${key}
    and ${tenantId === null ? sql`tenant_id is null` : sql`tenant_id = ${tenantId}`}`;

/** By idempotency_key. */
export const findClaim = (db: Db, claim: ClaimKey): Promise<ClaimRow | undefined> =>
  db.selectFrom('idempotency').select(['fingerprint', 'status', 'reply']).where(isOf(claim)).executeTakeFirst();

/** True for the first call; concurrent ones wait here until the first one's transaction ends. */
export const insertClaim = async (tx: Tx, claim: ClaimKey, fingerprint: Buffer): Promise<boolean> => {
  const { scope, operation, key, tenantId } = claim;
  const added = await tx
    .insertInto('idempotency')
    .values({ scope, operation, key, tenant_id: tenantId, fingerprint })
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
  send(tx, tx.updateTable('idempotency').set({ status: reply.status, reply: reply.text }).where(isOf(claim)));
};

/**
 * Deletes the refusals of a caller in a tenant but the newest `kept`, at most `limit` of them: a repeat of one of these is refused anew. By
 * idempotency_refused, which a caller has little more than `kept` rows of.
 */
export const deleteRefusalsBeyond = async (
  tx: Tx,
  { scope, tenantId }: Pick<ClaimKey, 'scope' | 'tenantId'>,
  { kept, limit }: { readonly kept: number; readonly limit: number },
): Promise<void> => {
  await sql`
    delete from idempotency where ctid = any(array(
      select ctid from idempotency where scope = ${scope} and status >= 400 and tenant_id is not distinct from ${tenantId}
        order by created_at desc offset ${kept} limit ${limit} for update skip locked))`.execute(tx);
};

/** Deletes older claims; at most `limit` rows a run, by the index on age. */
export const deleteOldClaims = async (db: Db, hours: number, limit: number): Promise<number> => {
  const gone = await sql`
    delete from idempotency where ctid in (
      select ctid from idempotency where created_at < app_now() - ${hours}::float8 * interval '1 hour' limit ${limit})`.execute(
    db,
  );
  return Number(gone.numAffectedRows ?? 0);
};
