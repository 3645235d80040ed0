import type { feedbackOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import { claimHandlers } from './feedback-claim.ts';
import { readHandlers } from './feedback-read.handlers.ts';
import { threadHandlers } from './feedback-thread.handlers.ts';
import { fourEyesHandlers } from './four-eyes/four-eyes.handlers.ts';
import { feedbackDeskHandlers } from './handling/desk.handlers.ts';

/** Variance feedback: the claim, its thread, and its answer (R4.10, R10.4). */
export const feedbackHandlers: HandlersFor<typeof feedbackOperations> = {
  ...claimHandlers,
  ...threadHandlers,
  ...readHandlers,
  ...feedbackDeskHandlers,
  ...fourEyesHandlers,
};
