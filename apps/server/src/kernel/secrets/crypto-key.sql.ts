import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** A stored key. */
export interface CryptoKeyRow {
  readonly kid: string;
  readonly public_spki: Buffer;
  readonly sealed_private: Buffer;
  readonly created_at: Date;
  readonly retired_at: Date | null;
}

/** The current key and those retired less than a day ago, newest first: a handful of rows. */
export const listCryptoKeys = (db: Db): Promise<CryptoKeyRow[]> =>
  db
    .selectFrom('crypto_key')
    .selectAll()
    .where((eb) =>
      eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', sql<Date>`app_now() - interval '24 hours'`)]),
    )
    .orderBy('created_at', 'desc')
    .execute();

/** Serialises rotations on all nodes until the transaction ends. */
export const lockCryptoKeys = async (tx: Tx): Promise<void> => {
  await sql`lock table crypto_key in share row exclusive mode`.execute(tx);
};

/** Retires the current key. */
export const retireCryptoKeys = async (tx: Tx): Promise<void> => {
  await tx
    .updateTable('crypto_key')
    .set({ retired_at: sql<Date>`app_now()` })
    .where('retired_at', 'is', null)
    .execute();
};

/** Adds the new current key. */
export const insertCryptoKey = async (tx: Tx, row: Pick<CryptoKeyRow, 'kid' | 'public_spki' | 'sealed_private'>) => {
  await tx.insertInto('crypto_key').values(row).execute();
};
