import type { Database } from '#kernel/database/db';
import type { Clock, Files, Log } from '#kernel/ports';
import { findStore, listFilesBefore, updateMarked } from './file.sql.ts';

const sample = 50;

/** The store of files and the database whose rows name its files. */
export interface StoreDeps {
  readonly database: Database;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
}

/** Whether a store without a mark is the right one: it is new, or it has most of the files that the rows name. */
const looksRight = async ({ database, files, clock }: StoreDeps): Promise<boolean> => {
  const page = { after: null, limit: sample };
  const rows = await listFilesBefore(database.reading('service'), clock.now(), page);
  let found = 0;
  for (const { storage_key } of rows) found += (await files.has(storage_key)) ? 1 : 0;
  return found * 2 >= rows.length;
};

/**
 * Whether the store is the one that the rows belong to; at its first use, which is the first start or the first upload, it gets its mark. A store without
 * the right mark is not mounted, empty or another one: files that are missing there are not lost, unknown files there may not be removed, and new files
 * must not be put there.
 *
 * @source security 4.8
 */
export const isOurStore = async (deps: StoreDeps): Promise<boolean> => {
  const { database, files, log } = deps;
  const { store_id, marked_at } = await findStore(database.reading('service'));
  const mark = await files.mark();
  const isRight = mark === store_id || (marked_at === null && mark === null && (await looksRight(deps)));
  if (!isRight) {
    log.error({ event: 'storeNotOurs' });
    return false;
  }
  if (mark === null) await files.setMark(store_id);
  if (marked_at === null) await database.transact('service', updateMarked);
  return true;
};

/** Whether the store answers and bears the right mark, for who watches it: says and marks nothing. */
export const lookAtStore = async ({
  database,
  files,
}: Pick<StoreDeps, 'database' | 'files'>): Promise<'ours' | 'wrong' | 'gone'> => {
  const { store_id, marked_at } = await findStore(database.reading('service'));
  const mark = await files.mark().catch(() => undefined);
  if (mark === undefined) return 'gone';
  return mark === store_id || (mark === null && marked_at === null) ? 'ours' : 'wrong';
};
