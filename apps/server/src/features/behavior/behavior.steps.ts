/** What other nouns may call within their transaction. */
export { forgetCounted } from './figures.sql.ts';
