import type { feedbackOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import { claimHandlers } from './feedback-claim.ts';
import type { FeedbackListener } from './feedback-listener.ts';
import { readHandlers } from './feedback-read.handlers.ts';
import { threadHandlers } from './feedback-thread.handlers.ts';
import { fourEyesHandlers } from './four-eyes/four-eyes.handlers.ts';
import { feedbackOpsHandlers } from './handling/feedback.ops.handlers.ts';

/** Variance feedback: the claim, its thread, and its answer (R4.10, R10.4). */
export const feedbackHandlers = (onTurn: FeedbackListener): HandlersFor<typeof feedbackOperations> => ({
  ...claimHandlers,
  ...threadHandlers(onTurn),
  ...readHandlers,
  ...feedbackOpsHandlers(onTurn),
  ...fourEyesHandlers(onTurn),
});
