import { reconKinds } from '@ronghui/domain/recon';
import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import type { MatchedRun } from './matched-run.ts';
import { kindNo, kindOfDated, ruleNo } from './places.sql.ts';

const isGroup = sql`(${ruleNo('referenceGroup')}, ${ruleNo('group')})`;

/** Stores the items of what the rules found: pairs, then groups with all their rows. */
export const storeMet = async (tx: Tx, { tenantId, runNo, settings }: MatchedRun): Promise<void> => {
  await sql`
    insert into recon_item (tenant_id, run_no, item_no, kind, rule, row_no, ledger_reference, counterparty, ledger_fen, ledger_on, ledger_count,
        line_id, line_reference, line_fen, line_on, line_count, bill_id, difference_fen)
    select ${tenantId}::text, ${runNo}::bigint, r.row_no, ${kindOfDated(settings, { ledger: sql`r.fen`, line: sql`l.fen` }, { ledger: sql`r.occurred_on`, line: sql`l.occurred_on` })}, m.rule, r.row_no, r.reference, r.counterparty,
        r.fen, r.occurred_on, 1, l.line_id, l.reference, l.fen, l.occurred_on, 1, l.bill_id, l.fen - r.fen
      from met_row m join placed_row r on r.place = m.place join met_line n on n.match_no = m.match_no join placed_line l on l.place = n.place
      where m.rule not in ${isGroup}`.execute(tx);
  // Their sums are equal.
  await sql`
    insert into recon_item (tenant_id, run_no, item_no, kind, rule, row_no, ledger_reference, counterparty, ledger_fen, ledger_on, ledger_count,
        line_id, line_reference, line_fen, line_on, line_count, bill_id, difference_fen)
    select ${tenantId}::text, ${runNo}::bigint, r.row_no, ${kindNo('matched')}, a.rule, r.row_no, r.reference, r.counterparty, a.fen, r.occurred_on, a.count,
        l.line_id, l.reference, b.fen, l.occurred_on, b.count, l.bill_id, b.fen - a.fen
      from (select m.match_no, m.rule, min(r.row_no) as row_no, sum(r.fen)::bigint as fen, count(*) as count
          from met_row m join placed_row r using (place) where m.rule in ${isGroup} group by m.match_no, m.rule) a
        join (select n.match_no, min(l.line_id) as line_id, sum(l.fen)::bigint as fen, count(*) as count
          from met_line n join placed_line l using (place) join met_row m on m.place = n.match_no where m.rule in ${isGroup}
          group by n.match_no) b using (match_no)
        join placed_row r on r.row_no = a.row_no join placed_line l on l.line_id = b.line_id`.execute(tx);
  await sql`
    insert into recon_part (tenant_id, run_no, item_no, row_no, line_id, reference, counterparty, fen, occurred_on, bill_id)
    with item as (
      select m.match_no, min(r.row_no) as item_no from met_row m join placed_row r using (place) where m.rule in ${isGroup} group by m.match_no)
    select ${tenantId}::text, ${runNo}::bigint, i.item_no, r.row_no, null, r.reference, r.counterparty, r.fen, r.occurred_on, null
      from item i join met_row m using (match_no) join placed_row r using (place)
    union all
    select ${tenantId}::text, ${runNo}::bigint, i.item_no, null, l.line_id, l.reference, null, l.fen, l.occurred_on, l.bill_id
      from item i join met_line n using (match_no) join placed_line l using (place)`.execute(tx);
};

/** Stores the counts and sums of all kinds. Returns the number of the next item. */
export const storeTotals = async (tx: Tx, { tenantId, runId }: MatchedRun): Promise<number> => {
  const { rows } = await sql<{ most: number | null }>`
    with total as materialized (
      select kind, count(*) as items, sum(ledger_count) as ledger_count, sum(ledger_fen) as ledger_fen, sum(line_count) as line_count,
          sum(line_fen) as line_fen, max(item_no) as most
        from recon_item group by kind
    ), stored as (
      insert into recon_total (tenant_id, run_id, kind, items, ledger_count, ledger_fen, line_count, line_fen)
      select ${tenantId}::text, ${runId}::text, k.kind, coalesce(items, 0), coalesce(ledger_count, 0), coalesce(ledger_fen, 0), coalesce(line_count, 0),
          coalesce(line_fen, 0)
        from generate_series(0, ${sql.lit(reconKinds.length - 1)}) k (kind) left join total on total.kind = k.kind
    )
    select max(most) as most from total`.execute(tx);
  return (rows[0]?.most ?? 0) + 1;
};
