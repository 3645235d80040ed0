import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/**
 * Whether the reference of a line `l` is a text or begins with it. In the C collation each of these is between the text and the text with the
 * last character of all, so that an index finds them.
 */
export const hasReference = (start: string) =>
  sql<boolean>`(l.loan_no >= ${start} and l.loan_no <= ${`${start}\u{10ffff}`})`;

/** Makes the place for the lines of a new stage, in the transaction that adds the stage. */
export const makeLinePartition = async (tx: Tx, stageId: string): Promise<void> => {
  await sql`select make_line_partition(${stageId})`.execute(tx);
};
