import type { BillState } from '../bill.ts';
import type { WorkingCalendar } from '../calendar.ts';
import { type Fen, fen } from '../money.ts';
import { type AnswerDecision, type AnsweredCase, answerFeedback, type FeedbackAnswer } from './feedback-answer.ts';
import { type FeedbackState, feedbackTextFault, isUnanswered } from './feedback-status.ts';
import type { LineChange } from './line-changes.ts';

/** How a proposed answer ended; its author alone takes it back. A proposal without a decision waits, as long as its feedback does. */
export const proposalDecisions = ['released', 'sentBack', 'takenBack'] as const;
export type ProposalDecision = (typeof proposalDecisions)[number];

/** When an answer is decided on. */
interface Moment {
  readonly now: Date;
  readonly calendar: WorkingCalendar;
}

/** What answers have changed of a bill since its issue, before the one that is decided on. */
export interface EarlierChanges {
  /** Of the bill's amount, in sum. */
  readonly adjusted: Fen;
  /** Of single lines: the sum of what each step moved, in either direction. @unit fen */
  readonly movedLines: number;
}

/** What an answer would change. */
interface Change {
  readonly from: Fen;
  readonly to: Fen;
  readonly lines: readonly LineChange[];
  readonly earlier: EarlierChanges;
}

/**
 * How much an answer moves, and how far the bill is from what was issued once it is given: of its amount and of its lines, whichever is most.
 * Neither several small answers nor a line that rises while another falls make it less, nor does the way back to what was issued, which would undo
 * alone what two have released.
 *
 * @unit fen
 * @source R11.6
 */
export const changeSinceIssue = ({ from, to, lines, earlier }: Change): number =>
  Math.max(
    Math.abs(to - from),
    Math.abs(earlier.adjusted + (to - from)),
    lines.reduce((sum, line) => sum + Math.abs(line.to - line.from), earlier.movedLines),
  );

/** The difference that one may give alone in a new installation, until its people set another. @source R11.6 */
export const firstAboveAmount = fen(1_000_000);

/**
 * Whether an answer is proposed to a second member of staff instead of given: it moves, or the bill with it differs from what was issued by, more than the
 * site allows one alone, or more than half of what was issued. An answer that changes nothing is given by one.
 *
 * @param above  the difference that one may give alone; 0 where the site asks for no second
 * @unit fen
 * @source R11.6
 */
export const needsRelease = (change: Change, above: Fen): boolean => {
  if (above === 0 || (change.from === change.to && change.lines.length === 0)) return false;
  const changed = changeSinceIssue(change);
  return changed > above || changed * 2 > change.from - change.earlier.adjusted;
};

/** Whether a new limit lets one person give more alone than the one in force; that takes two people as well. @source R11.6 */
export const isLoosened = (from: Fen, to: Fen): boolean => from > 0 && (to === 0 || to > from);

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
  {
    above,
    hasProposal,
    earlier,
    lines,
    ...at
  }: Moment & {
    readonly above: Fen;
    readonly hasProposal: boolean;
    readonly earlier: EarlierChanges;
    /** What it would change of the chosen lines. */
    readonly lines: () => readonly LineChange[];
  },
): HandledAnswer => {
  const step = answerFeedback(answered, answer, at);
  if (!step.ok && step.reason === 'answered') return step;
  if (hasProposal) return { ok: false, reason: 'proposed' };
  if (!step.ok) return step;
  const [from, to] = [answered.bill.amount, step.bill.amount];
  if (!needsRelease({ from, to, lines: lines(), earlier }, above)) return { ...step, kind: 'given' };
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

/**
 * Takes a proposal back: its author sees that it was wrong, and the feedback waits for an answer as before.
 *
 * @reason notAuthor  a colleague sends it back instead
 * @source R11.6
 */
export const takeBackProposal = (
  proposal: Proposal,
  by: string,
  feedback: FeedbackState,
): { readonly ok: true } | { readonly ok: false; readonly reason: 'answered' | 'decided' | 'notAuthor' } => {
  const fault = proposalFault(proposal, by, feedback);
  if (fault === 'samePerson') return { ok: true };
  return { ok: false, reason: fault ?? 'notAuthor' };
};
