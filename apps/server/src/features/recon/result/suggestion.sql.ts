import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { type RunKey, standing } from './item.sql.ts';

/** How many items of the same amount, and of the nearest amounts on each side, are looked at. */
const looked = { same: 50, near: 5 } as const;
/** Rows alone on the other side whose amounts are the same, or nearest; by the index of differences, which of such rows are their amounts. */
export const findCandidates = async (
  db: Db,
  key: RunKey,
  { kind, amount }: { readonly kind: number; readonly amount: number },
): Promise<readonly number[]> => {
  const part = (condition: RawBuilder<unknown>, way: RawBuilder<unknown>, limit: number) => sql`
    (select i.item_no from recon_item i where ${standing(key)} and i.kind = ${kind}::smallint and ${condition}
      order by abs(i.difference_fen) ${way}, i.item_no ${way} limit ${limit})`;
  const size = Math.abs(amount);
  const { rows } = await sql<{ item_no: number }>`
    ${part(sql`abs(i.difference_fen) = ${size}::bigint`, sql``, looked.same)}
    union all ${part(sql`abs(i.difference_fen) > ${size}::bigint`, sql``, looked.near)}
    union all ${part(sql`abs(i.difference_fen) < ${size}::bigint`, sql`desc`, looked.near)}`.execute(db);
  return rows.map(({ item_no }) => item_no);
};
