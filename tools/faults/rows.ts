import pg from 'pg';
import { databaseUrl } from '../driver/server-process.ts';

/** Runs one statement on a data folder's embedded database, over a connection of its own. */
export const rowsOf = async (dataDir: string, sql: string, values: unknown[]): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: databaseUrl(dataDir) });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
};
