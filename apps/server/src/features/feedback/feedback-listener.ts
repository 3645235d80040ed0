import type { Tx } from '#kernel/database/db';

/** What became of a feedback. */
export interface FeedbackTurn {
  readonly tenantId: string;
  readonly feedbackNo: string;
  /** It was reopened; otherwise it was withdrawn or rejected, and what it claimed is claimed by nobody. */
  readonly isStanding: boolean;
}

/** What other nouns do when a claim ends without an answer to it, or stands again, in its transaction. */
export type FeedbackListener = (tx: Tx, turn: FeedbackTurn) => Promise<void>;
