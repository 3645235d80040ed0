import { type Job, job } from '#kernel/jobs/jobs';
import { dropMisses } from './doc-reader.sql.ts';

/** Forgets old searches. */
export const docJobs: readonly Job[] = [
  job({
    name: 'doc.dropMisses',
    every: { dailyAt: '02:27' },
    run: ({ database }) => database.transact('service', dropMisses),
  }),
];
