import { type Job, job } from '#kernel/jobs/jobs';
import { closeNext } from './closing.ts';

/** What the safety of accounts does by itself. @source R10.9 */
export const safetyJobs: readonly Job[] = [
  job({
    name: 'safety.close',
    every: '*/10 * * * *',
    async run(context) {
      while (await closeNext(context));
    },
  }),
];
