import type { Db } from '#kernel/database/db';
import type { JobContext } from '#kernel/jobs/jobs';
import type { Files } from '#kernel/ports';
import { findStore, listFilesBefore, updateMarked } from './file.sql.ts';

const sample = 50;

/**
 * Whether the store is the one that the rows belong to. A store without the right mark is not mounted, empty or another one: files that are missing there are not
 * lost, unknown files there may not be removed, and new files must not be put there. @source security 4.8
 */
export const isOurStore = async (db: Db, files: Files): Promise<boolean> => {
  const { store_id, marked_at } = await findStore(db);
  return marked_at === null || (await files.mark()) === store_id;
};

/** Whether a store without a mark is the right one: it is new, or it has most of the files that the rows name. */
const looksRight = async ({ database, ports }: JobContext): Promise<boolean> => {
  const page = { after: null, limit: sample };
  const rows = await listFilesBefore(database.reading('service'), ports.clock.now(), page);
  let found = 0;
  for (const { storage_key } of rows) found += (await ports.files.has(storage_key)) ? 1 : 0;
  return found * 2 >= rows.length;
};

/** Writes the store's mark at its first use. @returns whether it is the store that the rows belong to */
export const claimStore = async (context: JobContext): Promise<boolean> => {
  const { database, ports, log } = context;
  const { store_id, marked_at } = await findStore(database.reading('service'));
  const mark = await ports.files.mark();
  const isRight = mark === store_id || (marked_at === null && mark === null && (await looksRight(context)));
  if (!isRight) {
    log.error({ event: 'storeNotOurs' });
    return false;
  }
  if (mark === null) await ports.files.setMark(store_id);
  if (marked_at === null) await database.transact('service', updateMarked);
  return true;
};
