import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrl } from '../driver/server-process.ts';

/** A connection to a data folder's embedded database. */
export interface Rows {
  readonly rows: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
}

const lookMs = 30;
const longestMs = 60_000;

/** Asks again and again until the answer is one of these. */
export const until = async <Answer>(ask: () => Promise<Answer>, isIt: (answer: Answer) => boolean): Promise<Answer> => {
  const endMs = performance.now() + longestMs;
  for (;;) {
    const answer = await ask();
    if (isIt(answer)) return answer;
    if (performance.now() > endMs) throw new Error(`it stays ${String(answer)}`);
    await wait(lookMs);
  }
};

/** Opens one for many statements. It ends with its database, which is no error of its own. */
export const openRows = async (dataDir: string): Promise<Rows> => {
  const client = new pg.Client({ connectionString: databaseUrl(dataDir) });
  client.on('error', () => undefined);
  await client.connect();
  return {
    rows: async (sql, values = []) => (await client.query(sql, values)).rows,
    close: () => client.end(),
  };
};

/** Runs one statement on a data folder's embedded database, over a connection of its own. */
export const rowsOf = async (dataDir: string, sql: string, values: unknown[]): Promise<Record<string, unknown>[]> => {
  const { rows, close } = await openRows(dataDir);
  try {
    return await rows(sql, values);
  } finally {
    await close();
  }
};
