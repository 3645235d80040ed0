import type { Db } from '#kernel/database/db';
import { oldestServed } from '#kernel/database/migrating/schema-migration';
import { listServedFrom } from '#kernel/nodes/node.sql';
import { isAtLeast } from '#kernel/setup/version';

/**
 * Whether a word that first came with a version may be written: a status, a fee kind, a step, a message, the kind of a job. Only once the schema serves no
 * version before it, since one of those would read the word; from then on none enters, so that what was written once is never met by one that does
 * not know it. The release that brings a word brings a contract of its version for it, which may be `select 1;`.
 *
 * @param db of the service, which alone reads what the schema serves
 * @source running 4.1
 */
export const mayWriteWordsOf = async (db: Db, version: string): Promise<boolean> => {
  const oldest = oldestServed(await listServedFrom(db));
  return oldest !== null && isAtLeast(oldest, version);
};
