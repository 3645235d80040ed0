/** What other nouns may call within their transaction. */

export { holdStanding } from './feedback.sql.ts';
export type { FeedbackListener } from './feedback-listener.ts';
export { findOpenFault, type OpenFault, openClaim } from './open-claim.ts';
