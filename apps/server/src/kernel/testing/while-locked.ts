import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestReply } from '#kernel/testing/test-client';

// Of the locks: what a session waits for is hidden from other roles.
const waiting =
  'select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()';

/** Waits until a transaction of the application's database waits for another one; the test's own time-out ends what never comes. */
export const untilLocked = async (app: TestApp): Promise<void> => {
  while ((await app.rows(waiting)).length === 0) await wait(5);
};

/** The reply of a call beside another connection's transaction, which does `work` and commits once the call waits for a lock, or is over. */
export const whileLocked = async (
  { url }: Pick<TestApp, 'url'>,
  work: (other: pg.Client) => Promise<unknown>,
  call: () => Promise<TestReply>,
): Promise<TestReply> => {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  try {
    await other.query('begin');
    await work(other);
    let isOver = false;
    const reply = call().finally(() => {
      isOver = true;
    });
    while (!isOver && (await other.query(waiting)).rows.length === 0) await turn();
    await other.query('commit');
    return await reply;
  } finally {
    await other.end();
  }
};
