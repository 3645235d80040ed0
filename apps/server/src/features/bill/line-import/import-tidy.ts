import { type Job, job } from '#kernel/jobs/jobs';
import { listFinishedFiles, updateImportFileGone } from './line-import.sql.ts';

/** Removes files whose lines are imported, and those that nobody imported in the days that results are kept: they hold names. @source security 4.12 */
export const tidyImports: Job = job({
  name: 'bill.tidyImports',
  every: '27 * * * *',
  async run({ database, ports, log }) {
    // In a wrong or unmounted store the rows would be cleared although their files still exist.
    if (!(await ports.isStoreOurs())) return;
    const files = await listFinishedFiles(database.reading('service'), ports.limits.jobResultDays);
    for (const { import_id, storage_key } of files) {
      await ports.files.remove(storage_key);
      await database.transact('service', (tx) => updateImportFileGone(tx, import_id));
    }
    if (files.length > 0) log.info({ event: 'swept', job: 'bill.tidyImports', count: files.length });
  },
});
