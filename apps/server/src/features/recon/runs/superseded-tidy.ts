import { type Job, job } from '#kernel/jobs/jobs';
import { dropTables } from '../recon.sql.ts';
import { isLocked } from './dry-run-tidy.ts';
import { listSuperseded, updateItemsGone } from './superseded-tidy.sql.ts';

/** Each may have a million items. */
const atOnce = 100;

/**
 * Drops the items of runs that a newer one has taken the place of, each in a transaction of its own: of a stage that is reconciled again and again
 * only the last result stays on disk, of those before it the totals. What a feedback or a rule in force refers to stays. @source R13.4, decision 0098
 */
export const tidySuperseded: Job = job({
  name: 'recon.tidySuperseded',
  every: { minutes: 10 },
  async run({ database, log }) {
    const runs = await listSuperseded(database.reading('service'), atOnce);
    let swept = 0;
    for (const run of runs) {
      try {
        const isGone = await database.transact('service', async (tx) => {
          if (!(await updateItemsGone(tx, run))) return false;
          await dropTables(tx, run.run_no);
          return true;
        });
        if (isGone) swept += 1;
      } catch (error) {
        // Somebody reads or writes items: the next tidying tries again.
        if (!isLocked(error)) throw error;
      }
    }
    if (swept > 0) log.info({ event: 'swept', job: 'recon.tidySuperseded', count: swept });
  },
});
