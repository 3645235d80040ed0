import { countExportedLines, type ExportedLine, exportedLines } from './exported-lines.sql.ts';
import { lineFilterWords, lineLayout, readLineNames } from './line-csv.ts';

/** What exports read of lines. */
export { countExportedLines, type ExportedLine, exportedLines, lineFilterWords, lineLayout, readLineNames };
