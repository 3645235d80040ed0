import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Tx } from '#kernel/database/db';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestReply } from '#kernel/testing/test-client';

// Of the locks: what a session waits for is hidden from other roles.
const waiting =
  'select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()';

/** Waits until transactions of the application's database wait for another one; the test's own time-out ends what never comes. */
export const untilLocked = async (app: TestApp, atLeast = 1): Promise<void> => {
  while ((await app.rows(waiting)).length < atLeast) await wait(5);
};

/** What two calls answer that get a lock one after the other: a transaction that does `hold` has it until both wait. */
export const inTurn = async <First, Second>(
  app: TestApp,
  hold: (tx: Tx) => Promise<unknown>,
  calls: readonly [() => Promise<First>, () => Promise<Second>],
): Promise<[First, Second]> => {
  const [first, second] = calls;
  const started = await app.database.transact('service', async (tx) => {
    await hold(tx);
    const one = first();
    await untilLocked(app);
    const other = second();
    await untilLocked(app, 2);
    // In an object: the transaction would wait for what waits for it.
    return { replies: Promise.all([one, other]) };
  });
  return started.replies;
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
