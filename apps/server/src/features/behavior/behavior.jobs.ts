import { type Job, job } from '#kernel/jobs/jobs';
import { dropMonths, makeMonths } from './behavior.sql.ts';

/** Retention: long enough to compare a month with the same one of the year before; older months are dropped whole (security 4.12). */
export const keptMonths = 13;

/** Creates the partitions of coming months before they begin, and drops old ones. */
export const behaviorJobs: readonly Job[] = [
  job({
    name: 'behavior.makeMonths',
    every: '17 2 * * *',
    run: ({ database }) => database.transact('service', makeMonths),
  }),
  job({
    name: 'behavior.dropMonths',
    every: '47 2 * * *',
    run: ({ database }) => database.transact('service', (tx) => dropMonths(tx, keptMonths)),
  }),
];
