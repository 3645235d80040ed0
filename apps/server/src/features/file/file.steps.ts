/** What other nouns may call within their transaction. */
export { restrictFiles } from './file.sql.ts';
