import { type Job, job } from '#kernel/jobs';
import { makeMonths } from './behavior.sql.ts';

/** What behaviour records do by themselves: the months to come are there before they begin. */
export const behaviorJobs: readonly Job[] = [
  job({
    name: 'behavior.makeMonths',
    every: '17 2 * * *',
    run: ({ database }) => database.transact('service', makeMonths),
  }),
];
