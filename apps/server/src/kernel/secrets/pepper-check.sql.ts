import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** Stores a digest unless one is stored, and returns the stored one: one row. */
export const keepPepperDigest = async (tx: Tx, digest: Buffer): Promise<Buffer> => {
  await tx
    .insertInto('pepper_check')
    .values({ digest })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await tx.selectFrom('pepper_check').select('digest').executeTakeFirstOrThrow();
  return kept.digest;
};

/** Whether rows need the keys that there were: then nobody makes others. */
export const needsKeys = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ needs: boolean }>`
    select exists (select from pepper_check) or exists (select from data_key) as needs`.execute(db);
  return rows[0]?.needs ?? false;
};
