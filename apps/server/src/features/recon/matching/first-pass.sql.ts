import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import type { MatchedRun } from './matched-run.ts';
import { kindOfDated, ruleNo } from './places.sql.ts';

/** Makes the table `ledger_row` of one run; it is this transaction's, and goes with it. */
export const createTables = async (tx: Tx): Promise<void> => {
  await sql`
    create temp table ledger_row (row_no int not null, reference text collate "C", counterparty text collate "C", fen bigint, occurred_on date,
      faults jsonb, ref_key text collate "C" generated always as (recon_reference_key(reference)) stored) on commit drop`.execute(
    tx,
  );
};

/** Makes `many_ref`: the references that a side has more than once, and whether both have them; those of the lines stand in `many_line_ref`. */
export const drawMany = async (tx: Tx): Promise<void> => {
  await sql`
    create temp table many_row_ref on commit drop as
    select ref_key from ledger_row where ref_key is not null group by ref_key having count(*) > 1`.execute(tx);
  await sql`analyze many_row_ref`.execute(tx);
  await sql`
    create temp table many_ref on commit drop as
    select ref_key, row_number() over ()::int as ref_no, bool_or(is_row) and bool_or(is_line) as is_both
      from (select ref_key, true as is_row, false as is_line from many_row_ref
        union all select ref_key, false, true from many_line_ref
        union all select s.ref_key, false, true from side_line s join many_row_ref using (ref_key)
        union all select r.ref_key, true, false from ledger_row r join many_line_ref using (ref_key)) u
      group by ref_key`.execute(tx);
  await sql`analyze many_ref`.execute(tx);
};

/**
 * Stores the pairs of references that both sides have once, nearly all, by one join; everything else is put into `rest_row` and `rest_line`.
 * Such a pair is found by its reference whatever its amounts are, so that it has no part in what the others are matched by. Returns whether
 * anything else is there.
 */
export const storeSingles = async (tx: Tx, { tenantId, runNo, settings }: MatchedRun): Promise<boolean> => {
  await sql`
    create temp table rest_row (row_no int, reference text collate "C", ref_key text collate "C", counterparty text collate "C", fen bigint, occurred_on date, ref_no int,
      is_both boolean) on commit drop`.execute(tx);
  await sql`
    create temp table rest_line (line_id text collate "C", reference text collate "C", ref_key text collate "C", fen bigint, occurred_on date, bill_id text collate "C",
      ref_no int, is_both boolean) on commit drop`.execute(tx);
  await sql`
    with joined as materialized (
      select a.row_no, a.reference as own_reference, a.ref_key as own_key, a.counterparty, a.fen as own_fen, a.occurred_on as own_on, b.line_id, b.reference,
          b.ref_key, b.fen, b.occurred_on, b.bill_id
        from (select * from ledger_row r where ref_key is not null and not exists (select from many_ref m where m.ref_key = r.ref_key)) a
          full join (select * from side_line s where not exists (select from many_ref m where m.ref_key = s.ref_key)) b
            on b.ref_key = a.ref_key
    ), rows as (
      insert into rest_row (row_no, reference, ref_key, counterparty, fen, occurred_on)
      select row_no, own_reference, own_key, counterparty, own_fen, own_on from joined where line_id is null
    ), lines as (
      insert into rest_line (line_id, reference, ref_key, fen, occurred_on, bill_id)
      select line_id, reference, ref_key, fen, occurred_on, bill_id from joined where row_no is null
    )
    insert into recon_item (tenant_id, run_no, item_no, kind, rule, row_no, ledger_reference, counterparty, ledger_fen, ledger_on, ledger_count,
        line_id, line_reference, line_fen, line_on, line_count, bill_id, difference_fen)
    select ${tenantId}::text, ${runNo}::bigint, row_no, ${kindOfDated(settings, { ledger: sql`own_fen`, line: sql`fen` }, { ledger: sql`own_on`, line: sql`occurred_on` })}, ${ruleNo('reference')}, row_no, own_reference,
        counterparty, own_fen, own_on, 1, line_id, reference, fen, occurred_on, 1, bill_id, fen - own_fen
      from joined where row_no is not null and line_id is not null`.execute(tx);
  // Not through the join: it would compare each row without a key with every line without one.
  await sql`
    insert into rest_row (row_no, reference, ref_key, counterparty, fen, occurred_on, ref_no, is_both)
    select r.row_no, r.reference, r.ref_key, r.counterparty, r.fen, r.occurred_on, m.ref_no, m.is_both from ledger_row r join many_ref m using (ref_key)
    union all select row_no, null, null, counterparty, fen, occurred_on, null, null from ledger_row where reference is null`.execute(
    tx,
  );
  await sql`
    insert into rest_line (line_id, reference, ref_key, fen, occurred_on, bill_id, ref_no, is_both)
    select s.line_id, s.reference, s.ref_key, s.fen, s.occurred_on, s.bill_id, m.ref_no, m.is_both from side_line s join many_ref m using (ref_key)`.execute(
    tx,
  );
  const { rows } = await sql<{ hasRest: boolean }>`
    select exists (select from rest_row) or exists (select from rest_line) as "hasRest"`.execute(tx);
  return rows[0]?.hasRest === true;
};

/** Drops the tables of the run, so that its transaction can match another one. */
export const dropTables = async (tx: Tx): Promise<void> => {
  await sql`drop table ledger_row, side_line, many_line_ref, many_row_ref, many_ref, rest_row, rest_line`.execute(tx);
};
