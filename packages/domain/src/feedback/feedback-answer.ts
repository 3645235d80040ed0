import { adjustBill, type BillState, keepAmount } from '../bill.ts';
import type { WorkingCalendar } from '../calendar.ts';
import { differenceOf, type Fen, sumFen } from '../money.ts';
import { type FeedbackState, feedbackTextFault, isUnanswered } from './feedback-status.ts';
import { type BillLines, type Part, replacePart } from './replaced-part.ts';

/** How ops answers: the bill becomes what was claimed, another amount, or stays. @source billing.md, feedback */
export const feedbackActions = ['accept', 'adjust', 'reject'] as const;
export type FeedbackAction = (typeof feedbackActions)[number];

/** The Chinese name of an action. */
export const feedbackActionNames: Readonly<Record<FeedbackAction, string>> = {
  accept: '同意',
  adjust: '调整',
  reject: '驳回',
};

/** An answer. `newAmount` and `lineAmounts` come with `adjust` alone. */
export interface FeedbackAnswer {
  readonly action: FeedbackAction;
  readonly reason: string;
  /** What stands from now on of what was claimed: of the whole bill, or of the chosen lines together. */
  readonly newAmount?: Fen;
  /** The same for each of the chosen lines; they add up to `newAmount`. */
  readonly lineAmounts?: ReadonlyMap<string, Fen>;
}

/** The case that is answered. */
export interface AnsweredCase {
  readonly feedback: FeedbackState;
  readonly bill: BillState;
  readonly claimedAmount: Fen;
  /** What stands of what was claimed, by `standingOf`. */
  readonly standing: Fen;
  /** The chosen lines; absent for the whole bill. */
  readonly lineIds?: readonly string[];
  /** Of a claim on chosen lines: what all lines of the bill come to now, and the minimum and cap of the bill. */
  readonly billLines?: BillLines;
}

type AnswerFault =
  | 'answered'
  | 'reasonMissing'
  | 'reasonTooLong'
  | 'amountMissing'
  | 'amountNotAsked'
  | 'linesMissing'
  | 'linesDiffer'
  | 'negative'
  | 'unchanged'
  | 'tooLarge'
  | 'belowPaid'
  | 'notDisputed';

export type AnswerDecision =
  | { readonly ok: true; readonly feedback: FeedbackState; readonly bill: BillState }
  | { readonly ok: false; readonly reason: AnswerFault };

const lineAmountsFault = (
  { newAmount, lineAmounts }: FeedbackAnswer,
  lineIds: readonly string[] | undefined,
): AnswerFault | null => {
  if (lineIds === undefined) return lineAmounts === undefined ? null : 'linesDiffer';
  if (lineAmounts === undefined) return 'linesMissing';
  if (lineAmounts.size !== lineIds.length || !lineIds.every((lineId) => lineAmounts.has(lineId))) return 'linesDiffer';
  return sumFen(lineAmounts.values()) === newAmount ? null : 'linesDiffer';
};

const amountFault = (answer: FeedbackAnswer, lineIds: readonly string[] | undefined): AnswerFault | null => {
  const { action, newAmount, lineAmounts } = answer;
  if (action !== 'adjust') return newAmount === undefined && lineAmounts === undefined ? null : 'amountNotAsked';
  return newAmount === undefined ? 'amountMissing' : lineAmountsFault(answer, lineIds);
};

/**
 * The effect of an answer on the bill's amount, before it is given; null where it says no amount.
 *
 * @source R11.6
 */
export const previewAnswer = (
  answered: Part & Pick<AnsweredCase, 'claimedAmount'>,
  { action, newAmount }: Pick<FeedbackAnswer, 'action' | 'newAmount'>,
): { readonly fromAmount: Fen; readonly toAmount: Fen; readonly difference: Fen } | null => {
  const { bill, claimedAmount, standing } = answered;
  const by = action === 'accept' ? claimedAmount : action === 'reject' ? standing : newAmount;
  if (by === undefined) return null;
  const toAmount = replacePart(answered, by);
  return { fromAmount: bill.amount, toAmount, difference: differenceOf(toAmount, bill.amount) };
};

/**
 * Answers a feedback: the bill is pending again, with at least three working days to confirm.
 *
 * @reason answered                      ops has answered, or the merchant has withdrawn it
 * @reason reasonMissing, reasonTooLong  every answer has a reason of 1 to 500 characters
 * @reason amountMissing                 an adjustment without an amount
 * @reason amountNotAsked                an amount with an answer that sets none
 * @reason linesMissing, linesDiffer     an adjustment of chosen lines says an amount for each of them, and their sum
 * @reason negative                      the bill, or what is adjusted of it, would be below 0
 * @reason unchanged                     the amount stays: that is a rejection
 * @reason tooLarge                      the bill would exceed what one may come to
 * @reason belowPaid                     more has been paid already
 * @reason notDisputed                   the bill is not under dispute
 * @source R4.9, R4.10, billing.md, feedback
 */
export const answerFeedback = (
  answered: AnsweredCase,
  answer: FeedbackAnswer,
  at: { readonly now: Date; readonly calendar: WorkingCalendar },
): AnswerDecision => {
  const { feedback, bill } = answered;
  if (!isUnanswered(feedback)) return { ok: false, reason: 'answered' };
  const text = feedbackTextFault(answer.reason);
  if (text !== null) return { ok: false, reason: text === 'missing' ? 'reasonMissing' : 'reasonTooLong' };
  const fault = amountFault(answer, answered.lineIds);
  if (fault !== null) return { ok: false, reason: fault };
  if ((answer.newAmount ?? 0) < 0) return { ok: false, reason: 'negative' };
  const toAmount = previewAnswer(answered, answer)?.toAmount ?? bill.amount;
  const step = answer.action === 'reject' ? keepAmount(bill, at.now, at.calendar) : adjustBill(bill, toAmount, at);
  if (!step.ok) return step;
  const status = answer.action === 'reject' ? 'rejected' : 'resolved';
  return { ok: true, feedback: { ...feedback, status, answeredAt: at.now }, bill: step.bill };
};
