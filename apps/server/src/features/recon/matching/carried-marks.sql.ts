import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import type { MatchedRun } from './matched-run.ts';

/**
 * Gives items that are the same as in the run before what people decided of them there: their note, that they are accepted, and the feedback
 * that waits for its answer or changed something: what was answered is not claimed a second time. One that was rejected or withdrawn lets go. Of the same file alone: elsewhere a row's number means another row. By the index of marked items, and one
 * look at the items of their kinds.
 *
 * @source R13.4
 */
export const carryMarks = async (
  tx: Tx,
  { tenantId, runId, runNo }: Pick<MatchedRun, 'tenantId' | 'runId' | 'runNo'>,
  comparedRunNo: number,
): Promise<void> => {
  await sql`
    with former as (
      select i.kind, i.row_no, i.line_id, i.ledger_count, i.line_count, i.ledger_fen, i.line_fen, i.note, i.is_accepted,
          (select f.feedback_no from feedback f where f.tenant_id = ${tenantId} and f.feedback_no = i.feedback_no
            and f.status in ('open', 'inProgress', 'resolved')) as feedback_no
        from recon_item i
        where i.tenant_id = ${tenantId} and i.run_no = ${comparedRunNo} and i.until_step is null
          and (i.is_accepted or i.note is not null or i.feedback_no is not null)
          and (select count(distinct l.sha256) from recon_run r join recon_ledger l using (tenant_id, ledger_id)
            where r.tenant_id = ${tenantId} and r.run_no in (${runNo}, ${comparedRunNo})) = 1),
    carried as (
      update recon_item n set note = f.note, is_accepted = f.is_accepted, feedback_no = f.feedback_no
        from former f
        where n.tenant_id = ${tenantId} and n.run_no = ${runNo} and n.until_step is null and n.kind = f.kind
          and n.ledger_fen = f.ledger_fen and n.line_fen = f.line_fen and n.ledger_count = f.ledger_count and n.line_count = f.line_count
          and n.row_no is not distinct from f.row_no and n.line_id is not distinct from f.line_id
        returning n.kind, n.is_accepted, n.feedback_no)
    update recon_total t set accepted = c.accepted, sent = c.sent
      from (select kind, count(*) filter (where is_accepted and feedback_no is null) as accepted, count(*) filter (where feedback_no is not null) as sent
        from carried group by kind) c
      where t.tenant_id = ${tenantId} and t.run_id = ${runId} and t.kind = c.kind`.execute(tx);
};
