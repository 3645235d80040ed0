import { awayMinutes } from '@ronghui/domain/chat/duty';
import type { Tx } from '#kernel/database/db';
import { type Job, job } from '#kernel/jobs/jobs';
import { findLastEnd } from '#kernel/jobs/scheduled-job.sql';
import { assignWaiting, giveBackForsaken } from './assigning.ts';
import { endDutyOfAway } from './duty.sql.ts';

const name = 'chat.assign';

/** Puts back what members served who are away, and gives out what waits where no call could: after an end by silence, or the death of a node. @source service 5.3 */
const assign = job({
  name,
  every: { minutes: 1 },
  async run({ database, ports }) {
    const transactAhead = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.transact('service', work);
    const assigning = { db: database.reading('service'), now: ports.clock.now(), ports, transactAhead };
    const lastAt = await findLastEnd(assigning.db, name);
    // Pages could not ask while nothing ran: they have until the next run.
    const wasInterrupted = lastAt !== null && assigning.now.getTime() - lastAt.getTime() >= awayMinutes * 60_000;
    if (!wasInterrupted) {
      await giveBackForsaken(assigning);
      await transactAhead(endDutyOfAway);
    }
    await assignWaiting(assigning);
  },
});

/** Scheduled work of who is there. */
export const dutyJobs: readonly Job[] = [assign];
