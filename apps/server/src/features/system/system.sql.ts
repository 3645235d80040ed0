import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** What the database calls itself. */
export const findDatabaseVersion = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version ?? '';
};
