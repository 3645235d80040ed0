import { countExportedLines, type ExportedLine, exportedLines } from './exported-lines.sql.ts';
import { lineColumns, lineFilterWords, lineTotals, readLineNames } from './line-csv.ts';

/** What exports read of lines. */
export {
  countExportedLines,
  type ExportedLine,
  exportedLines,
  lineColumns,
  lineFilterWords,
  lineTotals,
  readLineNames,
};
