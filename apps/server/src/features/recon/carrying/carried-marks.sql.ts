import { sql } from 'kysely';
import { holdStanding } from '#features/feedback/feedback.steps';
import type { Tx } from '#kernel/database/db';
import type { MatchedRun } from '../matching/matched-run.ts';

/** Whether the marks of an item of before hold on the one `n` that has its rows now: of another conclusion a pair's alone. */
export const isMarkKept = sql<boolean>`(n.item_no is not null and (n.kind = f.kind or (f.ledger_count = 1 and f.line_count = 1)))`;

/**
 * Gives items that are the same as in the run before what people decided of them there: their note, that they are accepted, and the feedback
 * that waits for its answer or changed something: what was answered is not claimed a second time. One that was rejected or withdrawn lets go, and
 * is named as the former. A difference that tolerances or a rule explain by now stays in its feedback, and has to be accepted no more.
 *
 * @source R13.4
 */
export const carryMarks = async (
  tx: Tx,
  { tenantId, runId, runNo }: Pick<MatchedRun, 'tenantId' | 'runId' | 'runNo'>,
): Promise<void> => {
  const feedback = sql`coalesce(f.feedback_no, f.former_feedback_no)`;
  const { rows } = await sql<{ feedback_no: string }>`
    select distinct ${feedback} as feedback_no from decided_item f where ${feedback} is not null`.execute(tx);
  // Held: one that is withdrawn meanwhile finds the items of this run.
  const standing = await holdStanding(
    tx,
    tenantId,
    rows.map((row) => row.feedback_no),
  );
  const stands = sql`${feedback} = any(${[...standing]}::text[])`;
  await sql`
    with carried as (
      update recon_item n set note = f.note, is_accepted = f.is_accepted and n.kind = f.kind, feedback_no = case when ${stands} then ${feedback} end,
          former_feedback_no = case when ${stands} then null else ${feedback} end
        from decided_item f join mark_place p on p.former_no = f.item_no
        where n.tenant_id = ${tenantId} and n.run_no = ${runNo} and n.until_step is null and n.item_no = p.item_no and ${isMarkKept}
        returning n.kind, n.is_accepted, n.feedback_no, n.former_feedback_no),
    claimed as (
      insert into recon_claim (tenant_id, feedback_no, run_id)
      select distinct ${tenantId}::text, coalesce(feedback_no, former_feedback_no), ${runId}::text from carried
        where feedback_no is not null or former_feedback_no is not null)
    update recon_total t set accepted = c.accepted, sent = c.sent
      from (select kind, count(*) filter (where is_accepted and feedback_no is null) as accepted, count(*) filter (where feedback_no is not null) as sent
        from carried group by kind) c
      where t.tenant_id = ${tenantId} and t.run_id = ${runId} and t.kind = c.kind`.execute(tx);
};
