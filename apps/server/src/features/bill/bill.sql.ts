import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** Makes the place for the lines of a new stage, in the transaction that adds the stage. */
export const makeLinePartition = async (tx: Tx, stageId: string): Promise<void> => {
  await sql`select make_line_partition(${stageId})`.execute(tx);
};
