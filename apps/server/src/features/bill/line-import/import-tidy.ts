import { tidyFiles } from '#features/file/file.steps';
import { listFinishedFiles, updateImportFileGone } from './line-import.sql.ts';

/** Removes files whose lines are imported, and those that nobody imported in the days that results are kept: they hold names. @source security 4.12 */
export const tidyImports = tidyFiles({
  name: 'bill.tidyImports',
  every: { hourlyAt: 27 },
  list: (db, { jobResultDays }) => listFinishedFiles(db, jobResultDays),
  clear: (tx, { import_id }) => updateImportFileGone(tx, import_id),
});
