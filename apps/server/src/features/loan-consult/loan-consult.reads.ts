import { lineColumns, lineFilterWords, lineTotals, readLineNames } from './line-csv.ts';
import { countLines, type ExportedLine, exportedLines } from './loan-consult.sql.ts';

/** What exports read of lines. */
export { countLines, type ExportedLine, exportedLines, lineColumns, lineFilterWords, lineTotals, readLineNames };
