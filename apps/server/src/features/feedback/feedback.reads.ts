import type { Output } from '@ronghui/contract';
import { fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { isAwaited } from './feedback-list.sql.ts';

/** The feedback of a tenant that waits for an answer. */
interface AwaitedFeedback {
  readonly open: number;
  readonly late: number;
  readonly firstAnswerBy: Date | null;
}

/** How much of a tenant's feedback waits for an answer, how much of it is late, and by when the first answer is due. By feedback_by_status. */
export const countAwaited = async (db: Db, tenantId: string): Promise<AwaitedFeedback> => {
  const { rows } = await sql<AwaitedFeedback>`
    select count(*)::int as open, (count(*) filter (where f.answer_by <= app_now()))::int as late, min(f.answer_by) as "firstAnswerBy"
      from feedback f where f.tenant_id = ${tenantId} and ${isAwaited}`.execute(db);
  return rows[0] ?? { open: 0, late: 0, firstAnswerBy: null };
};

/** The oldest feedback of a tenant that waits for an answer. By feedback_by_status. */
export const listAwaited = async (
  db: Db,
  tenantId: string,
  limit: number,
): Promise<NonNullable<Output<'ops.tenant.detail'>['feedback']>['recent']> => {
  const { rows } = await sql<{
    feedback_no: string;
    bill_no: string;
    claimed_fen: number;
    answer_by: Date;
    late: boolean;
  }>`
    select f.feedback_no, f.bill_no, f.claimed_fen, f.answer_by, f.answer_by <= app_now() as late
    from feedback f where f.tenant_id = ${tenantId} and ${isAwaited} order by f.answer_by, f.feedback_no limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => ({
    feedbackNo: row.feedback_no,
    billNo: row.bill_no,
    claimedAmount: fen(row.claimed_fen),
    answerBy: row.answer_by.toISOString(),
    late: row.late,
  }));
};
