import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import type { MatchedRun } from '../matching/matched-run.ts';
import { kindNo, kindOfPair, ruleNo } from '../matching/places.sql.ts';

/**
 * Makes `carried_item`: the items made by hand whose rows all stand as they stood, and whose holders hold nothing but rows of such items. What
 * falls out may leave others open, which fall out in the next round.
 */
const drawCarried = async (tx: Tx): Promise<void> => {
  await sql`
    create temp table carried_item on commit drop as
    select d.item_no from decided_item d
      where d.rule = ${ruleNo('hand')} and not exists (select from decided_row r where r.item_no = d.item_no and not r.is_same)`.execute(
    tx,
  );
  let fallen: number;
  do {
    const { rows } = await sql`
      with held as (select r.new_no, count(*) as rows from decided_row r join carried_item c using (item_no) group by r.new_no),
      open as (select h.new_no from held h join recon_item i on i.item_no = h.new_no where i.ledger_count + i.line_count <> h.rows)
      delete from carried_item c where c.item_no in (select r.item_no from decided_row r join open o using (new_no)) returning 1`.execute(
      tx,
    );
    fallen = rows.length;
  } while (fallen > 0);
};

/** Makes `made_item`: the carried items with their numbers in this run, after all others. */
const drawMade = async (tx: Tx, { settings }: Pick<MatchedRun, 'settings'>): Promise<void> => {
  await sql`
    create temp table made_item on commit drop as
    select s.*, case when s.found_kind is not null then s.found_kind when s.ledger_count > 0 and s.line_count > 0 then ${kindOfPair(settings, sql`s.ledger_fen`, sql`s.line_fen`)}
        when s.line_count = 0 then ${kindNo('onlyInLedger')} else ${kindNo('onlyInBill')} end as kind
      from (
        select m.former_no, m.item_no, count(r.row_no)::int as ledger_count, coalesce(sum(r.fen) filter (where r.row_no is not null), 0)::bigint as ledger_fen,
            min(r.row_no) as row_no, count(r.line_id)::int as line_count, coalesce(sum(r.fen) filter (where r.line_id is not null), 0)::bigint as line_fen,
            min(r.line_id) as line_id, case when count(distinct r.new_no) = 1 and min(i.ledger_count + i.line_count) = count(*) then min(i.kind) end as found_kind
          from (select item_no as former_no, (select max(item_no) from recon_item) + row_number() over (order by item_no) as item_no from carried_item) m
            join decided_row r on r.item_no = m.former_no join recon_item i on i.item_no = r.new_no
          group by m.former_no, m.item_no) s`.execute(tx);
};

/** Puts the carried items in the place of those that hold their rows. */
const storeMade = async (tx: Tx, { tenantId, runNo }: Pick<MatchedRun, 'tenantId' | 'runNo'>): Promise<void> => {
  const replaced = sql`item_no in (select r.new_no from decided_row r join carried_item c using (item_no))`;
  await sql`delete from recon_part where ${replaced}`.execute(tx);
  await sql`delete from recon_item where ${replaced}`.execute(tx);
  await sql`
    insert into recon_item (tenant_id, run_no, item_no, kind, rule, row_no, ledger_reference, counterparty, ledger_fen, ledger_on, ledger_count,
        line_id, line_reference, line_fen, line_on, line_count, bill_id, difference_fen)
    select ${tenantId}::text, ${runNo}::bigint, m.item_no, m.kind, ${ruleNo('hand')}, m.row_no, a.reference, a.counterparty, m.ledger_fen, a.occurred_on,
        m.ledger_count, m.line_id, b.reference, m.line_fen, b.occurred_on, m.line_count, b.bill_id, m.line_fen - m.ledger_fen
      from made_item m left join decided_row a on a.row_no = m.row_no and a.item_no = m.former_no
        left join decided_row b on b.line_id = m.line_id and b.item_no = m.former_no`.execute(tx);
  await sql`
    insert into recon_part (tenant_id, run_no, item_no, row_no, line_id, reference, counterparty, fen, occurred_on, bill_id)
    select ${tenantId}::text, ${runNo}::bigint, m.item_no, r.row_no, r.line_id, r.reference, r.counterparty, r.fen, r.occurred_on, r.bill_id
      from made_item m join decided_row r on r.item_no = m.former_no where m.ledger_count > 1 or m.line_count > 1`.execute(
    tx,
  );
};

/**
 * `carrySteps` of the domain, of what was put together and taken apart by hand: made again before the totals are counted. Makes `mark_place`: the
 * item of this run that has exactly the rows of one that was decided on.
 *
 * @source R13.3, R13.4
 */
export const carryItems = async (tx: Tx, run: Pick<MatchedRun, 'tenantId' | 'runNo' | 'settings'>): Promise<void> => {
  await drawCarried(tx);
  await drawMade(tx, run);
  await storeMade(tx, run);
  await sql`
    create temp table mark_place on commit drop as
    select former_no, item_no from made_item
    union all
    select h.former_no, h.item_no
      from (select r.item_no as former_no, min(r.new_no) as item_no, count(*) as rows from decided_row r join decided_item d using (item_no)
          where d.rule <> ${ruleNo('hand')} group by r.item_no having bool_and(r.is_same) and count(distinct r.new_no) = 1) h
        join recon_item i on i.item_no = h.item_no where i.ledger_count + i.line_count = h.rows`.execute(tx);
};
