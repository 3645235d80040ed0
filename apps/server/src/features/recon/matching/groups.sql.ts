import { type ReconSettings, reconBounds } from '@ronghui/domain/recon';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import { offsetsWithin } from './day-offsets.ts';
import { orderedPairs } from './pairs.sql.ts';
import { type Left, type Taking, take } from './pools.sql.ts';

const most = sql.lit(reconBounds.groupRows);

/** All rows that are left of one reference, where one side has a single one, within the days and with equal sums. */
export const referenceGroups = ({ dayTolerance }: ReconSettings): Taking => ({
  with: sql`
    tied as materialized (
      select both_no, min(place) filter (where is_own) as match_no
        from (select both_no, place, fen, day, true as is_own from left_row where both_no is not null
          union all select both_no, place, fen, day, false from left_line where both_no is not null) u
        group by both_no
        having least(count(*) filter (where is_own), count(*) filter (where not is_own)) = 1
          and count(*) between 3 and ${most} + 1 and max(day) - min(day) <= ${dayTolerance}::int
          and sum(fen) filter (where is_own) = sum(fen) filter (where not is_own))`,
  rows: sql`select l.place, t.match_no from left_row l join tied t using (both_no)`,
  lines: sql`select l.place, t.match_no from left_line l join tied t using (both_no)`,
});

/** Makes `group_member`, the rows of groups, and `row_group`, the groups with their sums and first days. A group's number is its first place. */
const drawGroups = async (tx: Tx, days: number, keyed: RawBuilder<unknown>): Promise<boolean> => {
  await sql`
    create temp table row_group on commit drop as
    select k1, k2, min(place) as group_no, sum(fen)::bigint as fen, min(day) as day from (${keyed}) k group by k1, k2
      having count(*) between 2 and ${most} and max(day) - min(day) <= ${days}::int`.execute(tx);
  await sql`
    create temp table group_member on commit drop as
    select k.place, g.group_no from (${keyed}) k join row_group g using (k1, k2)`.execute(tx);
  await sql`analyze row_group, group_member`.execute(tx);
  const { rows } = await sql`select from row_group limit 1`.execute(tx);
  return rows.length > 0;
};

const rowGroups = (offset: number): Taking => ({
  with: orderedPairs({
    rows: sql`select g.group_no as place, g.fen as k1, g.day + ${offset}::int as k2, 0 as k3
      from row_group g join left_row l on l.place = g.group_no`,
    lines: sql`select place, fen as k1, day as k2, 0 as k3 from left_line`,
  }),
  rows: sql`select m.place, p.row_place from pair p join group_member m on m.group_no = p.row_place`,
  lines: sql`select line_place, row_place from pair`,
});

const lineGroups = (offset: number): Taking => ({
  with: orderedPairs({
    rows: sql`select place, fen as k1, day + ${offset}::int as k2, 0 as k3 from left_row`,
    lines: sql`select g.group_no as place, g.fen as k1, g.day as k2, 0 as k3 from row_group g join left_line l on l.place = g.group_no`,
  }),
  rows: sql`select row_place, row_place from pair`,
  lines: sql`select m.place, p.row_place from pair p join group_member m on m.group_no = p.line_place`,
});

const ofReference = (table: string) =>
  sql`select place, fen, day, ref_no as k1, 0 as k2 from ${sql.ref(table)} where ref_no is not null`;
const ofCounterparty = sql`select l.place, l.fen, l.day, p.counterparty as k1, l.day as k2
  from left_row l join placed_row p using (place) where p.counterparty is not null`;

/** Groups of one side against single rows of the other, by their sums and first days. */
export const matchGroups = async (tx: Tx, { dayTolerance }: ReconSettings, left: Left): Promise<void> => {
  const kinds = [
    [ofReference('left_row'), rowGroups],
    [ofCounterparty, rowGroups],
    [ofReference('left_line'), lineGroups],
  ] as const;
  for (const [keyed, taking] of kinds) {
    if (left.rows === 0 || left.lines === 0) return;
    if (await drawGroups(tx, dayTolerance, keyed)) {
      for (const offset of offsetsWithin(dayTolerance)) await take(tx, left, taking(offset), 'group');
    }
    await sql`drop table row_group, group_member`.execute(tx);
  }
};
