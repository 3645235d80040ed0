/** The feedback on a bill: claim, conversation, answer, reopening (R4.10, R10.4, billing.md). */

export {
  answerFeedback,
  type FeedbackAction,
  type FeedbackAnswer,
  feedbackActionNames,
  feedbackActions,
  previewAnswer,
} from './feedback/feedback-answer.ts';
export { type Claim, claimFault, standingOf } from './feedback/feedback-claim.ts';
export {
  type FeedbackState,
  feedbackReasonLength,
  feedbackStatuses,
  feedbackStatusNames,
  isAnswered,
  isLate,
  isUnanswered,
} from './feedback/feedback-status.ts';
export {
  canReopen,
  openFeedback,
  postMessage,
  rateFeedback,
  reopenFeedback,
  withdrawFeedback,
} from './feedback/feedback-steps.ts';
