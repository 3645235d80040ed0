import { type Job, job } from '#kernel/jobs/jobs';
import { dropTables } from '../recon.sql.ts';
import { listEndedDryRuns, updateExpired } from './dry-run-tidy.sql.ts';

/** Drops the items of runs that only tried settings, after the days that results are kept: each may have a million. */
export const tidyDryRuns: Job = job({
  name: 'recon.tidyDryRuns',
  every: '47 * * * *',
  async run({ database, ports, log }) {
    const runs = await listEndedDryRuns(database.reading('service'), ports.limits.jobResultDays);
    for (const run of runs) {
      await database.transact('service', async (tx) => {
        await dropTables(tx, run.run_no);
        await updateExpired(tx, run);
      });
    }
    if (runs.length > 0) log.info({ event: 'swept', job: 'recon.tidyDryRuns', count: runs.length });
  },
});
