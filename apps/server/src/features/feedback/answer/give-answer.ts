import { type AnswerDecision, type FeedbackAnswer, type LineChange, lineChangesOf } from '@ronghui/domain/feedback';
import { storeBillSteps } from '#features/bill/bill.steps';
import type { Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import { insertMessage, updateFeedback } from '../feedback.sql.ts';
import type { FeedbackListener } from '../feedback-listener.ts';
import { tellAnswer } from '../feedback-notice.ts';
import type { Case } from './answered-case.ts';

/** The name under which the merchant reads what staff wrote. */
export const opsName = '平台运营';

/** An answer that was decided on. */
interface GivenAnswer {
  readonly answer: FeedbackAnswer;
  readonly step: Extract<AnswerDecision, { ok: true }>;
  readonly now: Date;
  /** Who wrote it, and who gives it: with a release these are two. */
  readonly writtenBy: string;
  readonly givenBy: string;
  readonly author: Author;
  readonly event: 'feedback.handle' | 'ops.feedback.release';
  readonly onTurn: FeedbackListener;
}

const trailedChange = ({ lineId, from, to }: LineChange) => ({ lineId, fromAmount: from, toAmount: to });

/** Stores an answer: the case, its thread, the bill with what changed of its lines, audit and notice. */
export const giveAnswer = async (tx: Tx, { row, bill, lines }: Case, given: GivenAnswer): Promise<void> => {
  const { answer, step, now, writtenBy, givenBy, author, event, onTurn } = given;
  const { feedback_no: feedbackNo, tenant_id: tenantId } = row;
  const { action, reason } = answer;
  const [from, to] = [bill.state.amount, step.bill.amount];
  const lineAmounts = lineChangesOf(lines, answer, row.claimed_fen);
  const message = {
    kind: 'answer',
    sender: 'ops',
    byId: writtenBy,
    byName: opsName,
    content: reason,
    at: now,
  } as const;
  await insertMessage(tx, row, { ...message, answer: { action, from, to } });
  await updateFeedback(tx, row, { after: step.feedback, addsMessage: true });
  await storeBillSteps(tx, [
    {
      bill,
      kind: action === 'reject' ? 'kept' : 'adjusted',
      after: step.bill,
      at: now,
      author: { actor: 'ops', id: givenBy, name: opsName, address: null },
      reason,
      feedbackNo,
      lineAmounts,
    },
  ]);
  if (action === 'reject') await onTurn(tx, { tenantId, feedbackNo, isStanding: false });
  author.record(tx, {
    event,
    tenantId,
    object: feedbackNo,
    before: { status: row.status, billNo: bill.billNo, amount: from },
    after: {
      status: step.feedback.status,
      action,
      amount: to,
      confirmBy: step.bill.confirmBy.toISOString(),
      ...(lineAmounts.length > 0 && { lineChanges: lineAmounts.map(trailedChange) }),
      reason,
      ...(writtenBy === givenBy ? {} : { proposedBy: writtenBy }),
    },
  });
  tellAnswer(tx, { bill, feedbackNo }, { action, reason, from, to, confirmBy: step.bill.confirmBy });
};
