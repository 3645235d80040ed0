import type { Database } from '#kernel/database/db';
import type { Channel } from '#kernel/sending/sender';
import { areSmsStopped } from './maintenance.sql.ts';

/** Until a message is tried again while SMS are stopped. @unit seconds */
const lookAgainSec = 30;

/** A channel that sends nothing while staff have stopped SMS; messages wait, and codes expire. @source running 6.5 */
export const stoppable = (channel: Channel, database: Database): Channel => ({
  ...channel,
  async send(handed) {
    if (await areSmsStopped(database.reading('service')))
      return { kind: 'later', reason: '短信已由运营人员停发', afterSec: lookAgainSec, isIdle: true };
    return channel.send(handed);
  },
});
