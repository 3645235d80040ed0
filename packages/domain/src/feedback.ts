/** The feedback on a bill: claim, conversation, answer, reopening (R4.10, R10.4, billing.md). */

export { type FormerCase, isAnsweredTwice } from './feedback/answered-twice.ts';
export {
  type AnswerDecision,
  type AnsweredCase,
  answerFeedback,
  type FeedbackAction,
  type FeedbackAnswer,
  feedbackActionNames,
  feedbackActions,
  previewAnswer,
} from './feedback/feedback-answer.ts';
export { type Claim, type ClaimFault, claimFault, standingOf } from './feedback/feedback-claim.ts';
export {
  type FeedbackState,
  type FeedbackStatus,
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
export {
  type EarlierChanges,
  firstAboveAmount,
  type HandledAnswer,
  handleAnswer,
  isLoosened,
  needsRelease,
  type Proposal,
  type ProposalDecision,
  proposalDecisions,
  releaseProposal,
  sendBackProposal,
  takeBackProposal,
} from './feedback/four-eyes.ts';
export { type LineChange, lineChangesOf } from './feedback/line-changes.ts';
export { type BillLines, replacePart } from './feedback/replaced-part.ts';
