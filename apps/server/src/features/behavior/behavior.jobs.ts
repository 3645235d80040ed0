import { allowMinutesBehind } from '#kernel/database/db';
import { type Job, job, sweep } from '#kernel/jobs/jobs';
import { deleteOldBudgets, dropMonths, makeMonths } from './behavior.sql.ts';
import { countDay, countFunnel, findCounted, listDaysToCount, lockCounted, updateCounted } from './figures.sql.ts';

/** Retention: long enough to compare a month with the same one of the year before; older months are dropped whole (security 4.12). */
export const keptMonths = 13;

/** The first count reads everything that there is. @unit minutes */
const statementMinutes = 5;

/**
 * Counts the days whose records came in since the last count, each in a transaction of its own and from its records alone: ended in the middle
 * it begins again, and run twice it changes nothing. @source R11.8, decision 0052
 */
export const countFigures = job({
  name: 'behavior.countFigures',
  every: { minutes: 10 },
  async run({ database }) {
    const { countedAt, now } = await findCounted(database.reading('service'));
    const days = await database.transact('service', (tx) => {
      allowMinutesBehind(tx, statementMinutes);
      return listDaysToCount(tx, countedAt);
    });
    for (const day of days) {
      await database.transact('service', async (tx) => {
        allowMinutesBehind(tx, statementMinutes);
        await lockCounted(tx);
        await countDay(tx, day);
        await countFunnel(tx, day);
      });
    }
    await database.transact('service', (tx) => updateCounted(tx, now));
  },
});

/** Creates the partitions of coming months before they begin, drops old ones, and counts what charts show. */
export const behaviorJobs: readonly Job[] = [
  job({
    name: 'behavior.makeMonths',
    every: { dailyAt: '02:17' },
    run: ({ database }) => database.transact('service', makeMonths),
  }),
  job({
    name: 'behavior.dropMonths',
    every: { dailyAt: '02:47' },
    run: ({ database }) => database.transact('service', (tx) => dropMonths(tx, keptMonths)),
  }),
  sweep('behavior.sweepBudgets', { hourlyAt: 27 }, deleteOldBudgets),
  countFigures,
];
