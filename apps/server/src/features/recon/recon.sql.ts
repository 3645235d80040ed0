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

/** Drops the items of a run. */
export const dropTables = async (tx: Tx, runNo: number): Promise<void> => {
  await sql`select drop_recon_tables(${runNo})`.execute(tx);
};

/**
 * The digest of bills `b`: which they are, their lines as they were issued, their amounts and how often their lines were adjusted. It changes with
 * whatever a reconciliation depends on.
 */
export const digestOfBills = sql<string>`encode(sha256(convert_to(coalesce(string_agg(concat_ws(':', b.bill_no, b.lines_sha256, b.amount_fen, b.adjusted_fen,
    (select count(*) from bill_line_adjustment a where a.tenant_id = b.tenant_id and a.bill_id = b.bill_id)), E'\\n' order by b.bill_no), ''), 'utf8')), 'hex')`;
