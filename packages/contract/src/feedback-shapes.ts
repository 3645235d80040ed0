import { feedbackActions, feedbackReasonLength, feedbackStatuses } from '@ronghui/domain/feedback';
import { billDirection, billStatus } from './bill-shapes.ts';
import { fen, flag, id, isoTime, list, object, optional, text, version, whole, word } from './shapes.ts';

/** Of a feedback. */
export const feedbackStatus = () => word(feedbackStatuses);
/** A reason or a message. */
export const feedbackWords = () => text(feedbackReasonLength);

/** What a list, a detail and the desk's list have of a feedback. */
export const feedbackFields = {
  feedbackNo: id(),
  billNo: id(),
  direction: billDirection(),
  stageName: text(60),
  productName: text(60),
  orgName: text(60),
  status: feedbackStatus(),
  /** The merchant took it back before an answer. */
  withdrawn: flag(),
  claimedAmount: fen({ min: 0 }),
  /** What stood of it when it was claimed: of the whole bill, or of the chosen lines together. */
  standingAmount: fen(),
  /** How many lines it is about; 0 for the whole bill. */
  lineCount: whole(0, 500),
  answerBy: isoTime(),
  /** The answer is late, or came late. */
  late: flag(),
  createdAt: isoTime(),
  version: version(),
};

/** An entry of the thread: the claim, messages of both sides, answers, what reopened or withdrew it. */
const message = () =>
  object({
    kind: word(['claim', 'message', 'answer', 'reopen', 'withdraw']),
    from: word(['merchant', 'ops']),
    by: text(80, { min: 0 }),
    content: text(feedbackReasonLength, { min: 0 }),
    files: list(object({ fileId: id(), name: text(200) })),
    at: isoTime(),
    /** Of an answer: how it was given, and the bill's amount before and after it. */
    action: optional(word(feedbackActions)),
    fromAmount: optional(fen({ min: 0 })),
    toAmount: optional(fen({ min: 0 })),
  });

/** What a detail has on both sides. */
export const feedbackDetailFields = {
  ...feedbackFields,
  reason: feedbackWords(),
  /** Empty for the whole bill. */
  lineIds: list(id()),
  /** The same lines with what stood of each when it was claimed. */
  lines: list(object({ lineId: id(), loanNo: text(64), amount: fen() })),
  messages: list(message()),
  /** The bill as it is now. */
  billAmount: fen({ min: 0 }),
  billStatus: billStatus(),
  reopened: flag(),
  canReopen: flag(),
  /** The last answer, unless it was reopened after it. */
  answer: optional(
    object({
      action: word(feedbackActions),
      fromAmount: fen({ min: 0 }),
      toAmount: fen({ min: 0 }),
      reason: feedbackWords(),
      at: isoTime(),
    }),
  ),
  /** Whether the answer helped (是否解决了您的问题). */
  rated: optional(object({ helpful: flag(), comment: optional(feedbackWords()), at: isoTime() })),
};
