/** What other nouns may call within their transaction. */
export { followFeedback } from './result/followed-feedback.sql.ts';
