import { feedbackActions, proposalDecisions } from '@ronghui/domain/feedback';
import { largestAmount } from '@ronghui/domain/money';
import { feedbackWords } from '../../feedback-shapes.ts';
import { billedFen, fen, flag, id, isoTime, list, object, optional, text, whole, word } from '../../shapes.ts';

/** An amount for each of the chosen lines. */
export const lineAmounts = () =>
  list(object({ lineId: id(), amount: billedFen({ min: 0 - largestAmount }) }), { min: 1, max: 500 });

/** The number of a proposal within its feedback. */
export const proposalNo = () => whole(1, 2_147_483_647);

/** An answer that a member of staff has proposed, and what a second made of it. Nothing of it reaches the merchant. */
export const proposal = () =>
  object({
    proposalNo: proposalNo(),
    action: word(feedbackActions),
    newAmount: optional(fen({ min: 0 })),
    lineAmounts: optional(lineAmounts()),
    reason: feedbackWords(),
    /** The bill before it and, were it released, after it. */
    fromAmount: fen({ min: 0 }),
    toAmount: fen({ min: 0 }),
    by: text(60, { min: 0 }),
    at: isoTime(),
    /** It is the reader's own, who may not decide on it. */
    isOwn: flag(),
    decision: optional(word(proposalDecisions)),
    decidedBy: optional(text(60, { min: 0 })),
    decidedAt: optional(isoTime()),
    decisionReason: optional(feedbackWords()),
  });
