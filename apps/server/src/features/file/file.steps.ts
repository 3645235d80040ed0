/** What other nouns ask of files in their own transaction. */
export { restrictFiles } from './file.sql.ts';
