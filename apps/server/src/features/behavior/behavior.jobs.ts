import { type Job, job } from '#kernel/jobs/jobs';
import { dropMonths, makeMonths } from './behavior.sql.ts';

/** Enough to compare a month with the same one of the year before; then records go, whole months at a time (security 4.12). */
export const keptMonths = 13;

/** What behaviour records do by themselves: the months to come are there before they begin, and old ones go. */
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
