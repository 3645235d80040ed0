import { finishContracts } from '#kernel/database/migrate';
import { type Job, JobWaits, job } from '#kernel/jobs/jobs';

/** Of an index on a large table. @unit ms */
const maxMs = 12 * 3_600_000;
/** Between two looks while a node of a version before lives. @unit seconds */
const retrySec = 30;

/**
 * Runs the migrations that waited for the nodes of a version before, once all that live are of a later one: by any node. Null: nothing can wait, because no
 * other node can serve the database.
 *
 * @source running 4.1
 */
export const contractJobs = (url: string | null, finish = finishContracts): readonly Job[] => {
  if (url === null) return [];
  // What this process knows of is done for good.
  let isDone = false;
  return [
    job({
      name: 'migration.contract',
      every: { minutes: 1 },
      bounds: { maxMs, retrySec },
      run: async ({ log }) => {
        if (isDone) return;
        const waiting = await finish({ url, log });
        if (waiting.length > 0) throw new JobWaits(waiting.join('；'));
        isDone = true;
      },
    }),
  ];
};
