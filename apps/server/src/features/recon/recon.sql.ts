import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** Makes the tables of a run, which stand in front of `recon_item` and `recon_part` in this transaction until they are finished. */
export const makeTables = async (tx: Tx, runNo: number): Promise<void> => {
  await sql`select make_recon_tables(${runNo})`.execute(tx);
};

/** Makes the filled tables of a run parts of the whole, with their indexes. */
export const finishTables = async (tx: Tx, runNo: number): Promise<void> => {
  await sql`select finish_recon_tables(${runNo})`.execute(tx);
};
