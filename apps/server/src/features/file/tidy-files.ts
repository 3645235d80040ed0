import type { Db, Tx } from '#kernel/database/db';
import { type Job, job } from '#kernel/jobs/jobs';
import type { Ports } from '#kernel/ports';

interface Tidying<File> {
  readonly name: string;
  readonly every: Job['every'];
  /** The files that are needed no longer. */
  readonly list: (db: Db, limits: Ports['limits']) => Promise<readonly File[]>;
  /** Notes that the bytes of one are gone. */
  readonly clear: (tx: Tx, file: File) => Promise<void>;
}

/** A job that removes a noun's files from the store once nobody needs them; their rows stay. @source security 4.12 */
export const tidyFiles = <File extends { readonly storage_key: string }>({
  name,
  every,
  list,
  clear,
}: Tidying<File>): Job =>
  job({
    name,
    every,
    async run({ database, ports, log }) {
      // In a wrong or unmounted store the rows would be cleared although their files still exist.
      if (!(await ports.isStoreOurs())) return;
      const files = await list(database.reading('service'), ports.limits);
      for (const file of files) {
        await ports.files.remove(file.storage_key);
        await database.transact('service', (tx) => clear(tx, file));
      }
      if (files.length > 0) log.info({ event: 'swept', job: name, count: files.length });
    },
  });
