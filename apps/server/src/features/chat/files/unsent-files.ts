import { unsentFileHours } from '@ronghui/domain/chat/files';
import { type Job, job } from '#kernel/jobs/jobs';
import { deleteUnsentFiles } from './chat-file.sql.ts';

const atOnce = 200;

/** Removes pictures and files that nobody has sent. Their rows go first: what then stays in the store without a row is swept. @source service 3.5 */
const dropUnsent = job({
  name: 'chat.dropUnsentFiles',
  every: { hourlyAt: 47 },
  async run({ database, ports, log }) {
    if (!(await ports.isStoreOurs())) return;
    let count = 0;
    for (;;) {
      const keys = await database.transact('service', (tx) =>
        deleteUnsentFiles(tx, { hours: unsentFileHours, limit: atOnce }),
      );
      for (const key of keys) await ports.files.remove(key);
      count += keys.length;
      if (keys.length < atOnce) break;
    }
    if (count > 0) log.info({ event: 'swept', job: 'chat.dropUnsentFiles', count });
  },
});

/** Scheduled work on files of conversations. */
export const chatFileJobs: readonly Job[] = [dropUnsent];
