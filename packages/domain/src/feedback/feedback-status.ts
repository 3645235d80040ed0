/** 待处理 → 处理中 → 已解决 or 已驳回; the merchant can answer once more, which reopens it. @source R4.10 */
export const feedbackStatuses = ['open', 'inProgress', 'resolved', 'rejected'] as const;
export type FeedbackStatus = (typeof feedbackStatuses)[number];

/** The Chinese name of a status. @source R4.10 */
export const feedbackStatusNames: Readonly<Record<FeedbackStatus, string>> = {
  open: '待处理',
  inProgress: '处理中',
  resolved: '已解决',
  rejected: '已驳回',
};

/** What the steps of a feedback depend on. */
export interface FeedbackState {
  readonly status: FeedbackStatus;
  /** The end of the day by which ops answers. */
  readonly answerBy: Date;
  /** When it was answered last; null before the first answer, and again after it was reopened. */
  readonly answeredAt: Date | null;
  readonly isWithdrawn: boolean;
  readonly isReopened: boolean;
  /** Whether the merchant holds it to be answered (是否解决了您的问题); null before it says so. */
  readonly helpful: boolean | null;
}

/** The longest reason and message. @unit characters */
export const feedbackReasonLength = 500;

/** Whether the answer of ops is still due: the bill is disputed as long as this holds. */
export const isUnanswered = ({ status }: Pick<FeedbackState, 'status'>): boolean =>
  status === 'open' || status === 'inProgress';

/** Whether ops has answered, and nothing came after it. */
export const isAnswered = (feedback: FeedbackState): boolean => !isUnanswered(feedback) && !feedback.isWithdrawn;

/** Whether the answer is late, or came late; both sides see it. @source billing.md, feedback */
export const isLate = (feedback: FeedbackState, now: Date): boolean => {
  if (isUnanswered(feedback)) return feedback.answerBy <= now;
  return feedback.answeredAt !== null && feedback.answerBy <= feedback.answeredAt;
};

/** What is wrong with a reason or a message. */
export const feedbackTextFault = (text: string): 'missing' | 'tooLong' | null => {
  if (text.trim() === '') return 'missing';
  return [...text.trim()].length > feedbackReasonLength ? 'tooLong' : null;
};
