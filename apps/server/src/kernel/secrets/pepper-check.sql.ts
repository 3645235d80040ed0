import type { Tx } from '#kernel/database/db';

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
