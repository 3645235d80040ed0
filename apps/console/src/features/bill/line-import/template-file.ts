import { csvLine } from '@ronghui/domain/csv';
import { lineFieldNames, lineFields } from '@ronghui/domain/line-import';

/** Tells spreadsheet programs that a CSV is UTF-8. */
const mark = '\u{feff}';

/** A file with the heads that an import recognises by itself, to fill in and to upload. @source R11.6 */
export const templateFile = (): { readonly blob: Blob; readonly fileName: string } => ({
  blob: new Blob([mark, csvLine(lineFields.map((field) => lineFieldNames[field]))], { type: 'text/csv;charset=utf-8' }),
  fileName: '明细导入模板.csv',
});
