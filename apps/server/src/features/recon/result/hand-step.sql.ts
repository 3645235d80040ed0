import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import { type RunKey, standing } from './item.sql.ts';

/** A step by hand: its number, and the number of the next item. */
export interface HandStep extends RunKey {
  readonly runId: string;
  readonly stepNo: number;
  readonly nextItemNo: number;
}

/** What one kind gains by a step, or loses. */
export interface TotalChange {
  readonly kind: number;
  readonly items: number;
  readonly ledger_count: number;
  readonly ledger_fen: number;
  readonly line_count: number;
  readonly line_fen: number;
  readonly accepted: number;
  readonly sent: number;
}

/** What a step did. */
export interface StepDone {
  readonly ended: number;
  readonly added: number;
  readonly changes: readonly TotalChange[];
}

const itemColumns = sql`tenant_id, run_no, item_no, kind, rule, row_no, ledger_reference, counterparty, ledger_fen, ledger_on, ledger_count, line_id,
  line_reference, line_fen, line_on, line_count, bill_id, difference_fen, difference_rule_no, note, is_accepted, feedback_no, former_feedback_no`;

/** The counts and sums by kind of `ended`, taken away, and of `added`. */
const changed = sql`
  select coalesce((select count(*) from ended), 0)::int as ended, coalesce((select count(*) from added), 0)::int as added,
    (select coalesce(json_agg(c), '[]') from (
      select kind, sum(sign)::bigint as items, sum(sign * ledger_count)::bigint as ledger_count, sum(sign * ledger_fen)::bigint as ledger_fen,
          sum(sign * line_count)::bigint as line_count, sum(sign * line_fen)::bigint as line_fen,
          sum(sign * (is_accepted and feedback_no is null)::int)::bigint as accepted, sum(sign * (feedback_no is not null)::int)::bigint as sent
        from (select -1 as sign, kind, ledger_count, ledger_fen, line_count, line_fen, is_accepted, feedback_no from ended
          union all select 1, kind, ledger_count, ledger_fen, line_count, line_fen, is_accepted, feedback_no from added) each_one
        group by kind) c) as changes`;

const run = async (tx: Tx, statement: RawBuilder<StepDone>): Promise<StepDone> => {
  const { rows } = await statement.execute(tx);
  const [done] = rows;
  if (done === undefined) throw new Error('a step answers what it did');
  return done;
};

const ended = (step: HandStep, itemNos: readonly number[]) => sql`
  ended as (update recon_item i set until_step = ${step.stepNo} where ${standing(step)} and i.item_no = any(${[...itemNos]}::bigint[]) returning i.*)`;

/** All rows of the items that a step ends: those of several rows stand in their parts. */
const endedRows = (step: HandStep) => sql`
  select e.item_no as of_item, 0 as side, e.row_no, null::text as line_id, e.ledger_reference as reference, e.counterparty, e.ledger_fen as fen,
      e.ledger_on as occurred_on, null::text as bill_id from ended e where e.ledger_count = 1 and e.line_count <= 1
  union all select e.item_no, 1, null, e.line_id, e.line_reference, null, e.line_fen, e.line_on, e.bill_id
    from ended e where e.line_count = 1 and e.ledger_count <= 1
  union all select p.item_no, (p.row_no is null)::int, p.row_no, p.line_id, p.reference, p.counterparty, p.fen, p.occurred_on, p.bill_id
    from ended e join recon_part p on p.tenant_id = ${step.tenantId} and p.run_no = ${step.runNo} and p.item_no = e.item_no
    where e.ledger_count > 1 or e.line_count > 1`;

/** Takes items apart: each of their rows stands alone then, in the order of the items, the ledger's rows first. @source R13.3 */
export const takeApart = (tx: Tx, step: HandStep, itemNos: readonly number[]): Promise<StepDone> =>
  run(
    tx,
    sql<StepDone>`
    with ${ended(step, itemNos)}, rows as (${endedRows(step)}), added as (
      insert into recon_item (${itemColumns}, since_step)
      select ${step.tenantId}, ${step.runNo}, ${step.nextItemNo}::bigint - 1 + row_number() over (order by of_item, side, row_no, line_id),
          case side when 0 then 3 else 4 end, 4, row_no, case side when 0 then reference end, counterparty, case side when 0 then fen else 0 end,
          case side when 0 then occurred_on end, 1 - side, line_id, case side when 1 then reference end, case side when 1 then fen else 0 end,
          case side when 1 then occurred_on end, side, bill_id, case side when 1 then fen else -fen end, null, null, false, null, null, ${step.stepNo}
        from rows returning *)
    ${changed}`,
  );

/** Puts the rows of items together as one item. @source R13.3 */
export const putTogether = (
  tx: Tx,
  step: HandStep,
  { itemNos, kind }: { readonly itemNos: readonly number[]; readonly kind: number },
): Promise<StepDone> =>
  run(
    tx,
    sql<StepDone>`
    with ${ended(step, itemNos)}, rows as (${endedRows(step)}), parts as (
      insert into recon_part (tenant_id, run_no, item_no, row_no, line_id, reference, counterparty, fen, occurred_on, bill_id)
      select ${step.tenantId}, ${step.runNo}, ${step.nextItemNo}, row_no, line_id, reference, counterparty, fen, occurred_on, bill_id from rows
        where (select count(*) from rows) > 2 returning 1),
    sums as (
      select coalesce(sum(fen) filter (where side = 0), 0)::bigint as ledger_fen, (count(*) filter (where side = 0))::int as ledger_count,
          coalesce(sum(fen) filter (where side = 1), 0)::bigint as line_fen, (count(*) filter (where side = 1))::int as line_count from rows),
    added as (
      insert into recon_item (${itemColumns}, since_step)
      select ${step.tenantId}, ${step.runNo}, ${step.nextItemNo}, ${kind}::smallint, 4, a.row_no, a.reference, a.counterparty, s.ledger_fen, a.occurred_on,
          s.ledger_count, b.line_id, b.reference, s.line_fen, b.occurred_on, s.line_count, b.bill_id, s.line_fen - s.ledger_fen, null, null, false, null, null,
          ${step.stepNo}
        from sums s, (select * from rows where side = 0 order by row_no limit 1) a, (select * from rows where side = 1 order by line_id limit 1) b
        returning *)
    ${changed}`,
  );

/** Marks items as accepted or not, or notes a sentence on them; what stood before stands again after an undo. @source R13.3 */
export const mark = (
  tx: Tx,
  step: HandStep,
  {
    itemNos,
    ...marks
  }: { readonly itemNos: readonly number[]; readonly isAccepted?: boolean; readonly note?: string | null },
): Promise<StepDone> => {
  const note = marks.note === undefined ? sql`note` : sql`${marks.note}::text`;
  const isAccepted = marks.isAccepted === undefined ? sql`is_accepted` : sql`${marks.isAccepted}::boolean`;
  return run(
    tx,
    sql<StepDone>`
    with ${ended(step, itemNos)}, added as (
      insert into recon_item (${itemColumns}, since_step)
      select tenant_id, run_no, item_no, kind, rule, row_no, ledger_reference, counterparty, ledger_fen, ledger_on, ledger_count, line_id,
          line_reference, line_fen, line_on, line_count, bill_id, difference_fen, difference_rule_no, ${note}, ${isAccepted}, feedback_no, former_feedback_no,
          ${step.stepNo} from ended
        returning *)
    ${changed}`,
  );
};

/** What a step should know of the items that it ends: how many stand, are in a feedback, have one side alone. By their numbers. */
export const findStepFacts = async (
  tx: Tx,
  key: RunKey,
  itemNos: readonly number[],
): Promise<{ readonly found: number; readonly sent: number; readonly one_sided: number }> => {
  const { rows } = await sql<{ found: number; sent: number; one_sided: number }>`
    select count(*)::int as found, (count(*) filter (where i.feedback_no is not null))::int as sent,
        (count(*) filter (where i.ledger_count = 0 or i.line_count = 0))::int as one_sided
      from recon_item i where ${standing(key)} and i.item_no = any(${[...itemNos]}::bigint[])`.execute(tx);
  return rows[0] ?? { found: 0, sent: 0, one_sided: 0 };
};

/** Whether a step made items that are in a feedback since: it cannot be taken back any more. */
export const isSentSince = async (tx: Tx, step: Pick<HandStep, 'tenantId' | 'runNo' | 'stepNo'>): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from recon_item i where i.tenant_id = ${step.tenantId} and i.run_no = ${step.runNo} and i.since_step = ${step.stepNo}
        and i.since_step > 0 and i.feedback_no is not null
        and not exists (select from recon_item o where o.tenant_id = ${step.tenantId} and o.run_no = ${step.runNo} and o.item_no = i.item_no
          and o.until_step = ${step.stepNo} and o.feedback_no is not null)) as found`.execute(tx);
  return rows[0]?.found ?? false;
};

/** Takes the last step back: what it added goes, and what it ended stands again. @source R13.3 */
export const takeBack = (tx: Tx, step: Pick<HandStep, 'tenantId' | 'runNo' | 'stepNo'>): Promise<StepDone> =>
  run(
    tx,
    // Deleted rows are what is taken away here, and what stands again is what is added. A set against a set: looked up one by one, a large step that
    // the statistics do not know of yet would be read once for each of its items.
    sql<StepDone>`
    with ended as (
      delete from recon_item i where i.tenant_id = ${step.tenantId} and i.run_no = ${step.runNo} and i.since_step = ${step.stepNo} and i.since_step > 0
        returning i.*),
    added as (
      update recon_item i set until_step = null where i.tenant_id = ${step.tenantId} and i.run_no = ${step.runNo} and i.until_step = ${step.stepNo}
        returning i.*),
    parts as (
      delete from recon_part p where p.tenant_id = ${step.tenantId} and p.run_no = ${step.runNo}
        and p.item_no in (select item_no from ended except select item_no from added) returning 1)
    ${changed}`,
  );

/** Moves the totals of a run by what a step did, and notes the step. */
export const storeStep = async (
  tx: Tx,
  { tenantId, runId }: Pick<HandStep, 'tenantId' | 'runId'>,
  {
    changes,
    stepNo,
    nextItemNo,
  }: { readonly changes: readonly TotalChange[]; readonly stepNo: number; readonly nextItemNo: number },
): Promise<void> => {
  await sql`
    update recon_total t set items = t.items + c.items, ledger_count = t.ledger_count + c.ledger_count, ledger_fen = t.ledger_fen + c.ledger_fen,
        line_count = t.line_count + c.line_count, line_fen = t.line_fen + c.line_fen, accepted = t.accepted + c.accepted, sent = t.sent + c.sent
      from json_to_recordset(${JSON.stringify(changes)}::json) c (kind smallint, items bigint, ledger_count bigint, ledger_fen bigint, line_count bigint,
        line_fen bigint, accepted bigint, sent bigint)
      where t.tenant_id = ${tenantId} and t.run_id = ${runId} and t.kind = c.kind`.execute(tx);
  await sql`
    update recon_run set step_no = ${stepNo}, next_item_no = ${nextItemNo}, version = version + 1
      where tenant_id = ${tenantId} and run_id = ${runId}`.execute(tx);
};

/** Notes the feedback that items are in; no step, because a feedback is taken back by its own noun. Moves the totals. */
export const markSent = async (
  tx: Tx,
  key: RunKey & { readonly runId: string },
  { itemNos, feedbackNo }: { readonly itemNos: readonly number[]; readonly feedbackNo: string },
): Promise<void> => {
  await sql`
    with sent as (update recon_item i set feedback_no = ${feedbackNo}, former_feedback_no = null where ${standing(key)} and i.item_no = any(${[...itemNos]}::bigint[])
        and i.feedback_no is null returning i.kind),
      claimed as (insert into recon_claim (tenant_id, feedback_no, run_id) values (${key.tenantId}, ${feedbackNo}, ${key.runId}))
    update recon_total t set sent = t.sent + s.items from (select kind, count(*) as items from sent group by kind) s
      where t.tenant_id = ${key.tenantId} and t.run_id = ${key.runId} and t.kind = s.kind`.execute(tx);
  await sql`update recon_run set version = version + 1 where tenant_id = ${key.tenantId} and run_id = ${key.runId}`.execute(
    tx,
  );
};
