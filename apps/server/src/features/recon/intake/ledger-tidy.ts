import { type Job, job } from '#kernel/jobs/jobs';
import { listIdleLedgers, updateLedgerGone } from './ledger.sql.ts';

/** Removes ledgers' files that are needed no longer: their runs are closed, they were deleted, or the days are over for which they are kept. @source R13.4, security 4.12 */
export const tidyLedgers: Job = job({
  name: 'recon.tidyLedgers',
  every: '37 * * * *',
  async run({ database, ports, log }) {
    // In a wrong or unmounted store the rows would be cleared although their files still exist.
    if (!(await ports.isStoreOurs())) return;
    const kept = { days: ports.limits.reconFileDays, idleDays: ports.limits.jobResultDays };
    const files = await listIdleLedgers(database.reading('service'), kept);
    for (const file of files) {
      await ports.files.remove(file.storage_key);
      await database.transact('service', (tx) => updateLedgerGone(tx, file));
    }
    if (files.length > 0) log.info({ event: 'swept', job: 'recon.tidyLedgers', count: files.length });
  },
});
