import type { Tx } from '#kernel/database/db';
import { type Job, job } from '#kernel/jobs/jobs';
import { assignWaiting, giveBackForsaken } from './assigning.ts';
import { endDutyOfAway } from './duty.sql.ts';

/** Puts back what members served who are away, and gives out what waits where no call could: after an end by silence, or the death of a node. @source service 5.3 */
const assign = job({
  name: 'chat.assign',
  every: { minutes: 1 },
  async run({ database, ports }) {
    const transactAhead = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.transact('service', work);
    const assigning = { db: database.reading('service'), now: ports.clock.now(), ports, transactAhead };
    await giveBackForsaken(assigning);
    await transactAhead(endDutyOfAway);
    await assignWaiting(assigning);
  },
});

/** Scheduled work of who is there. */
export const dutyJobs: readonly Job[] = [assign];
