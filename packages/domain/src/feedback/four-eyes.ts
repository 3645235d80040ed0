import type { BillState } from '../bill.ts';
import type { WorkingCalendar } from '../calendar.ts';
import { differenceOf, type Fen } from '../money.ts';
import { type AnswerDecision, type AnsweredCase, answerFeedback, type FeedbackAnswer } from './feedback-answer.ts';
import { type FeedbackState, feedbackTextFault, isUnanswered } from './feedback-status.ts';

/** How a proposed answer ended. A proposal without a decision waits, as long as its feedback does. */
export const proposalDecisions = ['released', 'sentBack'] as const;
export type ProposalDecision = (typeof proposalDecisions)[number];

/** When an answer is decided on. */
interface Moment {
  readonly now: Date;
  readonly calendar: WorkingCalendar;
}

/**
 * Whether an answer is proposed to a second member of staff instead of given: it changes the bill by more than the site allows one alone.
 *
 * @param above  the difference that one may give alone; 0 where the site asks for no second
 * @unit fen
 * @source R11.6
 */
export const needsRelease = (change: { readonly from: Fen; readonly to: Fen }, above: Fen): boolean =>
  above > 0 && Math.abs(differenceOf(change.to, change.from)) > above;

/** What becomes of an answer: given at once, or proposed; the bill of a proposed one stays as it is. */
export type HandledAnswer =
  | { readonly ok: true; readonly kind: 'given'; readonly feedback: FeedbackState; readonly bill: BillState }
  | { readonly ok: true; readonly kind: 'proposed'; readonly feedback: FeedbackState; readonly toAmount: Fen }
  | { readonly ok: false; readonly reason: 'proposed' }
  | Extract<AnswerDecision, { ok: false }>;

/**
 * Takes an answer of a member of staff. One that needs a release leaves the bill disputed and its answer-by where it is; the feedback is in
 * progress. While a proposal waits no other answer is taken.
 *
 * @reason answered  ops has answered, or the merchant has withdrawn it
 * @reason proposed  an answer waits for its release
 * @source R4.10, R11.6
 */
export const handleAnswer = (
  answered: AnsweredCase,
  answer: FeedbackAnswer,
  { above, hasProposal, ...at }: Moment & { readonly above: Fen; readonly hasProposal: boolean },
): HandledAnswer => {
  const step = answerFeedback(answered, answer, at);
  if (!step.ok && step.reason === 'answered') return step;
  if (hasProposal) return { ok: false, reason: 'proposed' };
  if (!step.ok) return step;
  const [from, to] = [answered.bill.amount, step.bill.amount];
  if (!needsRelease({ from, to }, above)) return { ...step, kind: 'given' };
  return { ok: true, kind: 'proposed', feedback: { ...answered.feedback, status: 'inProgress' }, toAmount: to };
};

/** A proposal as its second reads it. */
export interface Proposal {
  readonly proposedBy: string;
  readonly decision: ProposalDecision | null;
}

/** Why a second member of staff cannot decide on a proposal. */
export type ProposalFault = 'answered' | 'decided' | 'samePerson';

/**
 * Whether somebody may release a proposal, or send it back; null when they may.
 *
 * @reason answered    the merchant has withdrawn the feedback meanwhile
 * @reason decided     a colleague has released it, or sent it back
 * @reason samePerson  it is their own, whatever their role is now
 * @source R11.6
 */
export const proposalFault = (proposal: Proposal, by: string, feedback: FeedbackState): ProposalFault | null => {
  if (proposal.decision !== null) return 'decided';
  if (!isUnanswered(feedback)) return 'answered';
  return proposal.proposedBy === by ? 'samePerson' : null;
};

/** Releases a proposal: its answer is given now. @source R4.9, R11.6 */
export const releaseProposal = (
  proposal: Proposal,
  by: string,
  { answered, answer, at }: { readonly answered: AnsweredCase; readonly answer: FeedbackAnswer; readonly at: Moment },
): AnswerDecision | { readonly ok: false; readonly reason: ProposalFault } => {
  const fault = proposalFault(proposal, by, answered.feedback);
  return fault === null ? answerFeedback(answered, answer, at) : { ok: false, reason: fault };
};

/** Sends a proposal back to its author: the feedback waits for an answer as before. @source R11.6 */
export const sendBackProposal = (
  proposal: Proposal,
  by: string,
  { feedback, reason }: { readonly feedback: FeedbackState; readonly reason: string },
): { readonly ok: true } | { readonly ok: false; readonly reason: ProposalFault | 'reasonMissing' } => {
  const fault = proposalFault(proposal, by, feedback);
  if (fault !== null) return { ok: false, reason: fault };
  return feedbackTextFault(reason) === null ? { ok: true } : { ok: false, reason: 'reasonMissing' };
};
