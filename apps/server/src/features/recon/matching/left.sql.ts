import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import type { MatchedRun } from './matched-run.ts';
import { kindNo, ruleNo } from './places.sql.ts';
import { comparedLines } from './side-lines.sql.ts';

/**
 * Makes `beyond_stage`: of the stages that the tenant has lines in the one before and the one after, with the last result of the same side and direction
 * there. By stage_newest, and the key of line_total stage by stage.
 */
const drawStages = async (tx: Tx, { tenantId, stageId, side, direction }: MatchedRun): Promise<void> => {
  const hasLines = (stage: RawBuilder<unknown>) =>
    sql`exists (select from line_total t where t.tenant_id = ${tenantId} and t.stage_id = ${stage} and t.line_count > 0)`;
  await sql`
    create temp table beyond_stage on commit drop as
    select n.stage_id, (select r.run_no from recon_run r
        where r.tenant_id = ${tenantId} and r.stage_id = n.stage_id and r.side = ${side} and r.direction = ${direction}
          and r.matched_at is not null and not r.is_dry order by r.created_at desc, r.run_id desc limit 1) as run_no
      from stage s cross join lateral (
        (select b.stage_id from stage b where (b.opens_on, b.stage_id) < (s.opens_on, s.stage_id) and ${hasLines(sql`b.stage_id`)}
          order by b.opens_on desc, b.stage_id desc limit 1)
        union all
        (select a.stage_id from stage a where (a.opens_on, a.stage_id) > (s.opens_on, s.stage_id) and ${hasLines(sql`a.stage_id`)}
          order by a.opens_on, a.stage_id limit 1)) n
      where s.stage_id = ${stageId}`.execute(tx);
};

/** What has no match and a reference. */
const leftKeys = (side: 'row' | 'line'): RawBuilder<unknown> =>
  sql`(select distinct p.ref_key, p.fen from ${sql.ref(`placed_${side}`)} p join ${sql.ref(`left_${side}`)} l using (place) where p.ref_key is not null)`;

/** The places that so many exact pairs beyond the stage explain, the first ones first. */
const crossedPlaces = (side: 'row' | 'line', beyond: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select place from (
    select p.place, c.pairs, row_number() over (partition by p.ref_key, p.fen order by p.place) as nth
      from (select n.ref_key, n.fen, count(*) as pairs from (${beyond}) n join ${leftKeys(side)} k on k.ref_key = n.ref_key and k.fen = n.fen
          group by n.ref_key, n.fen) c
        join ${sql.ref(`placed_${side}`)} p on p.ref_key = c.ref_key and p.fen = c.fen join ${sql.ref(`left_${side}`)} l on l.place = p.place) e
    where nth <= pairs`;

/** Rows of neighbouring stages: lines that nothing there matches, and rows of ledgers that nothing there matches. */
interface Beyond {
  readonly lines: RawBuilder<unknown>;
  readonly rows: RawBuilder<unknown>;
}

/** Makes `beyond_stage` and `beyond_matched`, of which both sides of the neighbouring stages are read. */
const drawBeyond = async (tx: Tx, run: MatchedRun): Promise<Beyond> => {
  const { tenantId } = run;
  await drawStages(tx, run);
  // Named one by one, so that the plan opens their parts alone.
  const former = await sql<{ run_no: number }>`select run_no from beyond_stage where run_no is not null`.execute(tx);
  const runNos = former.rows.map(({ run_no }) => run_no);
  // The whole tables, in front of which those of this run stand. A line of a counterpart there explains no row here.
  const matched = sql`(
    select i.line_id, p.line_id as part_id from public.recon_item i
        left join public.recon_part p on p.tenant_id = i.tenant_id and p.run_no = i.run_no and p.item_no = i.item_no and p.line_id is not null
      where i.tenant_id = ${tenantId} and i.run_no = any(${runNos}::bigint[]) and i.until_step is null and i.line_count > 0
        and i.kind not in (${kindNo('onlyInBill')}, ${kindNo('crossStage')}))`;
  await sql`
    create temp table beyond_matched on commit drop as
    select line_id from ${matched} m where line_id is not null union select part_id from ${matched} m where part_id is not null`.execute(
    tx,
  );
  return {
    lines: sql`select recon_reference_key(n.reference) as ref_key, n.fen from (${comparedLines(run, sql`(select stage_id from beyond_stage)`)}) n left join beyond_matched m using (line_id)
      where m.line_id is null`,
    rows: sql`select recon_reference_key(i.ledger_reference) as ref_key, i.ledger_fen as fen from public.recon_item i
      where i.tenant_id = ${tenantId} and i.run_no = any(${runNos}::bigint[]) and i.until_step is null
        and i.kind in (${kindNo('onlyInLedger')}, ${kindNo('crossStage')}) and i.row_no is not null`,
  };
};

/** Makes `crossed_row` and `crossed_line`: what an exact pair in the stage before or after explains. */
const drawCrossed = async (tx: Tx, { lines, rows }: Beyond): Promise<void> => {
  await sql`create temp table crossed_row on commit drop as ${crossedPlaces('row', lines)}`.execute(tx);
  await sql`create temp table crossed_line on commit drop as ${crossedPlaces('line', rows)}`.execute(tx);
};

/** Stores the items of what has no match: rows by their numbers, then lines in the order of their places. */
export const storeLeft = async (tx: Tx, run: MatchedRun): Promise<void> => {
  const { tenantId, runNo } = run;
  await drawCrossed(tx, await drawBeyond(tx, run));
  await sql`
    insert into recon_item (tenant_id, run_no, item_no, kind, rule, row_no, ledger_reference, counterparty, ledger_fen, ledger_on, ledger_count,
        line_fen, line_count, difference_fen)
    select ${tenantId}::text, ${runNo}::bigint, p.row_no, case when c.place is null then ${kindNo('onlyInLedger')} else ${kindNo('crossStage')} end,
        ${ruleNo('none')}, p.row_no, p.reference, p.counterparty, p.fen, p.occurred_on, 1, 0, 0, -p.fen
      from left_row l join placed_row p using (place) left join crossed_row c using (place)`.execute(tx);
  await sql`
    insert into recon_item (tenant_id, run_no, item_no, kind, rule, ledger_fen, ledger_count, line_id, line_reference, line_fen, line_on,
        line_count, bill_id, difference_fen)
    select ${tenantId}::text, ${runNo}::bigint, (select coalesce(max(row_no), 0) from ledger_row) + row_number() over (order by place),
        case when c.place is null then ${kindNo('onlyInBill')} else ${kindNo('crossStage')} end, ${ruleNo('none')}, 0, 0, p.line_id, p.reference,
        p.fen, p.occurred_on, 1, p.bill_id, p.fen
      from left_line l join placed_line p using (place) left join crossed_line c using (place)`.execute(tx);
  await sql`drop table beyond_stage, beyond_matched, crossed_row, crossed_line`.execute(tx);
};

/** How many exact pairs beyond the stage are left for a side of the pairs in `dated_pair`, once what has no match took its own: by joins, of many too. */
const pairsLeft = (side: 'ledger' | 'line', beyond: RawBuilder<unknown>): RawBuilder<unknown> => {
  const [reference, fen] = [sql.ref(`${side}_reference`), sql.ref(`${side}_fen`)];
  return sql`(
    select ref_key, fen, sum(pairs) as pairs from (
        select n.ref_key, n.fen, 1 as pairs from (${beyond}) n
        union all
        select recon_reference_key(i.${reference}), i.${fen}, -1 from recon_item i where i.kind = ${kindNo('crossStage')} and i.${reference} is not null) u
      where (ref_key, fen) in (select ref_key, ${fen} from dated_pair) group by ref_key, fen)`;
};

/**
 * Takes pairs apart whose days do not agree and of which an exact pair in the stage before or after explains a side: each side is an item of its own
 * then, the row under its number, the lines after the last item in the order of the rows.
 */
export const splitDated = async (tx: Tx, run: MatchedRun): Promise<void> => {
  const { tenantId, runNo } = run;
  await sql`
    create temp table dated_pair on commit drop as
    select item_no, row_no, ledger_reference, counterparty, ledger_fen, ledger_on, line_id, line_reference, line_fen, line_on, bill_id,
        recon_reference_key(line_reference) as ref_key
      from recon_item where kind = ${kindNo('dateMismatch')}`.execute(tx);
  const { rows: found } = await sql<{ any: boolean }>`select exists (select from dated_pair) as any`.execute(tx);
  if (found[0]?.any === true) {
    const beyond = await drawBeyond(tx, run);
    await sql`
      create temp table split_pair on commit drop as
      select * from (
        select d.*, coalesce(row_number() over (partition by d.ref_key, d.ledger_fen order by d.row_no) <= a.pairs, false) as is_row,
            coalesce(row_number() over (partition by d.ref_key, d.line_fen order by d.row_no) <= b.pairs, false) as is_line
          from dated_pair d left join ${pairsLeft('ledger', beyond.lines)} a on a.ref_key = d.ref_key and a.fen = d.ledger_fen
            left join ${pairsLeft('line', beyond.rows)} b on b.ref_key = d.ref_key and b.fen = d.line_fen) e
        where is_row or is_line`.execute(tx);
    await sql`
      insert into recon_item (tenant_id, run_no, item_no, kind, rule, ledger_fen, ledger_count, line_id, line_reference, line_fen, line_on,
          line_count, bill_id, difference_fen)
      select ${tenantId}::text, ${runNo}::bigint, greatest((select max(row_no) from ledger_row), (select max(item_no) from recon_item))
            + row_number() over (order by row_no),
          case when is_line then ${kindNo('crossStage')} else ${kindNo('onlyInBill')} end, ${ruleNo('none')}, 0, 0, line_id, line_reference, line_fen,
          line_on, 1, bill_id, line_fen
        from split_pair`.execute(tx);
    await sql`delete from recon_item i using split_pair s where i.item_no = s.item_no`.execute(tx);
    await sql`
      insert into recon_item (tenant_id, run_no, item_no, kind, rule, row_no, ledger_reference, counterparty, ledger_fen, ledger_on, ledger_count,
          line_fen, line_count, difference_fen)
      select ${tenantId}::text, ${runNo}::bigint, item_no, case when is_row then ${kindNo('crossStage')} else ${kindNo('onlyInLedger')} end,
          ${ruleNo('none')}, row_no, ledger_reference, counterparty, ledger_fen, ledger_on, 1, 0, 0, -ledger_fen
        from split_pair`.execute(tx);
    await sql`drop table split_pair, beyond_stage, beyond_matched`.execute(tx);
  }
  await sql`drop table dated_pair`.execute(tx);
};
