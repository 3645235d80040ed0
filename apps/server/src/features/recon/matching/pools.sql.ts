import type { ReconRule } from '@ronghui/domain/recon';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import type { MatchedRun } from './matched-run.ts';
import { kindNo, ruleNo } from './places.sql.ts';

/** What is left of both sides. */
export interface Left {
  rows: number;
  lines: number;
  /** Rows of one reference are left on both sides. */
  readonly sharesReferences: boolean;
}

/**
 * Makes `placed_row` and `placed_line`, the rest with its places; `left_row` and `left_line`, what no rule has found of it yet; and `met_row` and
 * `met_line`, what was found: rows of one match have one number, the first place of its ledger rows.
 */
export const placeRest = async (tx: Tx): Promise<Left> => {
  await sql`
    create temp table placed_row on commit drop as
    select row_number() over (order by occurred_on, reference, row_no)::int as place, r.* from rest_row r`.execute(tx);
  await sql`
    create temp table placed_line on commit drop as
    select row_number() over (order by occurred_on, reference, line_id)::int as place, r.* from rest_line r`.execute(
    tx,
  );
  await sql`
    create temp table left_row on commit drop as
    select place, ref_no, case when is_both then ref_no end as both_no, fen, occurred_on - date '2000-01-01' as day from placed_row`.execute(
    tx,
  );
  await sql`
    create temp table left_line on commit drop as
    select place, ref_no, case when is_both then ref_no end as both_no, fen, occurred_on - date '2000-01-01' as day from placed_line`.execute(
    tx,
  );
  await sql`analyze placed_row, placed_line, left_row, left_line`.execute(tx);
  await sql`create temp table met_row (place int, match_no int, rule smallint) on commit drop`.execute(tx);
  await sql`create temp table met_line (place int, match_no int) on commit drop`.execute(tx);
  const { rows } = await sql<Left>`
    select (select count(*) from left_row) as rows, (select count(*) from left_line) as lines,
      exists (select from many_ref where is_both) as "sharesReferences"`.execute(tx);
  return { rows: 0, lines: 0, sharesReferences: false, ...rows[0] };
};

/** Stores the second and further rows of one reference, amount and day as duplicates; they take part in nothing. */
export const setDuplicatesAside = async (tx: Tx, { tenantId, runNo }: MatchedRun, left: Left): Promise<void> => {
  const { rows } = await sql<{ count: number }>`
    with other as materialized (
      select place from (select place, row_number() over (partition by ref_no, fen, day order by place) as nth
        from left_row where ref_no is not null) o where nth > 1
    ), gone as (
      delete from left_row l using other o where o.place = l.place
    ), stored as (
      insert into recon_item (tenant_id, run_no, item_no, kind, rule, row_no, ledger_reference, counterparty, ledger_fen, ledger_on, ledger_count,
          line_fen, line_count, difference_fen)
      select ${tenantId}::text, ${runNo}::bigint, p.row_no, ${kindNo('duplicate')}, ${ruleNo('none')}, p.row_no, p.reference, p.counterparty, p.fen,
          p.occurred_on, 1, 0, 0, -p.fen
        from other join placed_row p using (place)
    )
    select count(*) from other`.execute(tx);
  left.rows -= rows[0]?.count ?? 0;
};

/** Which rows and lines belong together: `with` makes what `rows` and `lines` read (place, match_no). */
export interface Taking {
  readonly with: RawBuilder<unknown>;
  readonly rows: RawBuilder<unknown>;
  readonly lines: RawBuilder<unknown>;
}

/** Takes what a rule found from what is left. Returns whether it found anything. */
export const take = async (tx: Tx, left: Left, taking: Taking, rule: ReconRule): Promise<boolean> => {
  const { rows } = await sql<{ rows: number; lines: number }>`
    with ${taking.with}, taken_row (place, match_no) as materialized (${taking.rows}), taken_line (place, match_no) as materialized (${taking.lines}),
      stored_row as (insert into met_row (place, match_no, rule) select place, match_no, ${ruleNo(rule)} from taken_row),
      stored_line as (insert into met_line (place, match_no) select place, match_no from taken_line),
      gone_row as (delete from left_row l using taken_row t where t.place = l.place),
      gone_line as (delete from left_line l using taken_line t where t.place = l.place)
    select (select count(*) from taken_row) as rows, (select count(*) from taken_line) as lines`.execute(tx);
  const taken = rows[0] ?? { rows: 0, lines: 0 };
  left.rows -= taken.rows;
  left.lines -= taken.lines;
  return taken.rows > 0;
};

/** Drops the tables of the rest. */
export const dropPools = async (tx: Tx): Promise<void> => {
  await sql`drop table placed_row, placed_line, left_row, left_line, met_row, met_line`.execute(tx);
};
