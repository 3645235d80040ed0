import { type BillMoment, type BillState, disputeBill, presentBill, reopenBill, withdrawDispute } from '../bill.ts';
import { answerWorkingDays, deadlineIn, type WorkingCalendar } from '../calendar.ts';
import { type FeedbackState, feedbackTextFault, isAnswered, isUnanswered } from './feedback-status.ts';

/** A step that changes the feedback and its bill. */
type CaseStep<Reason extends string> =
  | { readonly ok: true; readonly feedback: FeedbackState; readonly bill: BillState }
  | { readonly ok: false; readonly reason: Reason };

/** A step that changes the feedback alone. */
type FeedbackStep<Reason extends string> =
  | { readonly ok: true; readonly feedback: FeedbackState }
  | { readonly ok: false; readonly reason: Reason };

const answerBy = (calendar: WorkingCalendar, now: Date): Date => deadlineIn(calendar, now, answerWorkingDays).at;

/**
 * Opens a feedback on a pending bill, which is disputed from then on. An answer is due within three working days.
 *
 * @reason notPending  the bill is not pending, or another feedback is open on it
 * @source R4.9, R4.10, billing.md, feedback
 */
export const openFeedback = (bill: BillState, at: BillMoment, calendar: WorkingCalendar): CaseStep<'notPending'> => {
  const step = disputeBill(bill, at);
  if (!step.ok) return step;
  const feedback: FeedbackState = {
    status: 'open',
    answerBy: answerBy(calendar, at.now),
    answeredAt: null,
    isWithdrawn: false,
    isReopened: false,
    helpful: null,
  };
  return { ok: true, feedback, bill: step.bill };
};

/**
 * Adds a message to a feedback whose answer is due. The first one of ops takes it up.
 *
 * @reason answered                  a message on an answered case says nothing new: it is reopened instead
 * @reason textMissing, textTooLong  a message has 1 to 500 characters
 * @source R4.10, billing.md, feedback
 */
export const postMessage = (
  feedback: FeedbackState,
  from: 'merchant' | 'ops',
  text: string,
): FeedbackStep<'answered' | 'textMissing' | 'textTooLong'> => {
  if (!isUnanswered(feedback)) return { ok: false, reason: 'answered' };
  const fault = feedbackTextFault(text);
  if (fault !== null) return { ok: false, reason: fault === 'missing' ? 'textMissing' : 'textTooLong' };
  return { ok: true, feedback: from === 'ops' ? { ...feedback, status: 'inProgress' } : feedback };
};

/**
 * Withdraws a feedback before its answer: the bill is pending again.
 *
 * @reason answered     ops has answered, or it is withdrawn already
 * @reason notDisputed  the bill is not under dispute
 * @source billing.md, feedback
 */
export const withdrawFeedback = (
  feedback: FeedbackState,
  bill: BillState,
  now: Date,
): CaseStep<'answered' | 'notDisputed'> => {
  if (!isUnanswered(feedback)) return { ok: false, reason: 'answered' };
  const step = withdrawDispute(bill, now);
  if (!step.ok) return step;
  return { ok: true, feedback: { ...feedback, status: 'resolved', isWithdrawn: true }, bill: step.bill };
};

/**
 * Reopens an answered feedback, once, until the bill is settled. After that the answer is the last word.
 *
 * @reason notAnswered      its answer is still due, or it was withdrawn
 * @reason alreadyReopened  it was reopened before
 * @reason settled          the bill is settled
 * @reason otherOpen        another feedback is open on the bill
 * @source R4.9, R4.10, billing.md, feedback
 */
export const reopenFeedback = (
  feedback: FeedbackState,
  bill: BillState,
  { at, calendar }: { readonly at: BillMoment; readonly calendar: WorkingCalendar },
): CaseStep<'notAnswered' | 'alreadyReopened' | 'settled' | 'otherOpen'> => {
  if (!isAnswered(feedback)) return { ok: false, reason: 'notAnswered' };
  if (feedback.isReopened) return { ok: false, reason: 'alreadyReopened' };
  const step = reopenBill(bill, at);
  if (!step.ok) return step;
  const again: FeedbackState = {
    ...feedback,
    status: 'open',
    answerBy: answerBy(calendar, at.now),
    answeredAt: null,
    isReopened: true,
    helpful: null,
  };
  return { ok: true, feedback: again, bill: step.bill };
};

/** Whether the merchant can reopen a feedback now. @source contract 5, feedback.detail */
export const canReopen = (feedback: FeedbackState, bill: BillState, at: BillMoment): boolean => {
  const { status } = presentBill(bill, at);
  return isAnswered(feedback) && !feedback.isReopened && (status === 'pending' || status === 'confirmed');
};

/**
 * Keeps whether the answer helped the merchant (是否解决了您的问题); a later rating replaces it.
 *
 * @reason notAnswered  there is no answer to judge
 * @source billing.md, feedback
 */
export const rateFeedback = (feedback: FeedbackState, helpful: boolean): FeedbackStep<'notAnswered'> =>
  isAnswered(feedback) ? { ok: true, feedback: { ...feedback, helpful } } : { ok: false, reason: 'notAnswered' };
