import { type Job, job } from '#kernel/jobs/jobs';
import { dropTables } from '../recon.sql.ts';
import { listNeedlessRuns, updateExpired } from './dry-run-tidy.sql.ts';

/** Whether PostgreSQL gave up waiting for a lock. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/** Drops the items of runs that only tried settings, after the days that results are kept, and of deleted ledgers: each may have a million. */
export const tidyDryRuns: Job = job({
  name: 'recon.tidyDryRuns',
  every: { hourlyAt: 47 },
  async run({ database, ports, log }) {
    const runs = await listNeedlessRuns(database.reading('service'), ports.limits.jobResultDays);
    let swept = 0;
    for (const run of runs) {
      try {
        await database.transact('service', async (tx) => {
          await dropTables(tx, run.run_no);
          await updateExpired(tx, run);
        });
        swept += 1;
      } catch (error) {
        // Somebody reads or writes items: the next tidying tries again.
        if (!isLocked(error)) throw error;
      }
    }
    if (swept > 0) log.info({ event: 'swept', job: 'recon.tidyDryRuns', count: swept });
  },
});
