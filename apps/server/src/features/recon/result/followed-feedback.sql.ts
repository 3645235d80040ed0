import { sql } from 'kysely';
import type { FeedbackListener } from '#features/feedback/feedback.steps';

/**
 * Lets go of the items of a feedback that was withdrawn or rejected, in every run that is not closed: they wait for a decision again. One that is
 * reopened has them back. Rows that a step ended follow, so that its undo brings nothing back; the totals move with those that stand. The runs
 * are locked in the order of their keys, after the feedback and its bill.
 *
 * @source R13.3
 */
export const followFeedback: FeedbackListener = async (tx, { tenantId, feedbackNo, isStanding }) => {
  const { rows: runs } = await sql<{ run_id: string; run_no: number }>`
    select r.run_id, r.run_no from recon_run r
      where r.tenant_id = ${tenantId} and r.closed_at is null and r.matched_at is not null
        and r.run_id in (select c.run_id from recon_claim c where c.tenant_id = ${tenantId} and c.feedback_no = ${feedbackNo})
      order by r.run_id for no key update`.execute(tx);
  const [from, to] = isStanding
    ? [
        sql`i.feedback_no is null and i.former_feedback_no = ${feedbackNo}`,
        sql`feedback_no = former_feedback_no, former_feedback_no = null`,
      ]
    : [sql`i.feedback_no = ${feedbackNo}`, sql`feedback_no = null, former_feedback_no = feedback_no`];
  const sign = isStanding ? 1 : -1;
  for (const { run_id: runId, run_no: runNo } of runs) {
    await sql`
      with moved as (update recon_item i set ${to} where i.tenant_id = ${tenantId} and i.run_no = ${runNo}
          and (i.feedback_no is not null or i.former_feedback_no is not null)
          and coalesce(i.feedback_no, i.former_feedback_no) = ${feedbackNo} and ${from} returning i.kind, i.is_accepted, i.until_step)
      update recon_total t set sent = t.sent + ${sign}::int * m.items, accepted = t.accepted - ${sign}::int * m.accepted
        from (select kind, count(*) as items, count(*) filter (where is_accepted) as accepted from moved where until_step is null group by kind) m
        where t.tenant_id = ${tenantId} and t.run_id = ${runId} and t.kind = m.kind`.execute(tx);
    await sql`update recon_run set version = version + 1 where tenant_id = ${tenantId} and run_id = ${runId}`.execute(
      tx,
    );
  }
};
