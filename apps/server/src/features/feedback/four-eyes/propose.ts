import type { FeedbackAnswer, HandledAnswer } from '@ronghui/domain/feedback';
import type { OpsContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import type { Case } from '../answer/answered-case.ts';
import { updateFeedback } from '../feedback.sql.ts';
import { notifyOfProposal } from '../feedback-notice.ts';
import { insertProposal } from './proposal.sql.ts';

/** An answer that exceeds what one may give alone. */
interface Proposed {
  readonly found: Case;
  readonly answer: FeedbackAnswer;
  readonly step: Extract<HandledAnswer, { ok: true; kind: 'proposed' }>;
  readonly now: Date;
}

/**
 * Keeps a proposed answer. The thread, the bill and its timeline stay as they are, nobody is notified but the provider's desk, and a feedback
 * in progress is not even touched: its version is the merchant's to read.
 *
 * @source R11.6
 */
export const proposeAnswer = async (
  tx: Tx,
  { staffId, author, ports }: Pick<OpsContext, 'staffId' | 'author' | 'ports'>,
  { found: { row, bill }, answer, step, now }: Proposed,
): Promise<void> => {
  const { feedback_no: feedbackNo, tenant_id: tenantId } = row;
  const { action, reason, newAmount, lineAmounts } = answer;
  const [from, to] = [bill.state.amount, step.toAmount];
  const proposalNo = await insertProposal(tx, row, {
    action,
    newFen: newAmount ?? null,
    lineIds: lineAmounts === undefined ? null : [...lineAmounts.keys()],
    lineFen: lineAmounts === undefined ? null : [...lineAmounts.values()],
    reason,
    fromFen: from,
    toFen: to,
    proposedBy: staffId,
    proposedAt: now,
  });
  if (step.feedback.status !== row.status) await updateFeedback(tx, row, { after: step.feedback, addsMessage: false });
  author.record(tx, {
    event: 'feedback.handle',
    tenantId,
    object: feedbackNo,
    before: { status: row.status, billNo: bill.billNo, amount: from },
    after: { status: step.feedback.status, proposalNo, action, proposedAmount: to, reason },
  });
  await notifyOfProposal(tx, ports, { claim: { bill, feedbackNo }, from, to });
};
