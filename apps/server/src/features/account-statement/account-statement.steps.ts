/** What exports use of statements of account. */

export { countPostings, type ExportedPosting, exportedPostings } from './account-statement.sql.ts';
export { readSums, spanOf } from './account-statement.ts';
export { statementColumns, statementTotals, statementWords } from './statement-table.ts';
