import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockSingleNode } from '#kernel/database/single-node';
import type { Log } from '#kernel/ports';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const quiet = () => undefined;

test('R14.6 a lock that is lost and held by another node is retried until it is free, and logged once', async () => {
  const logged: unknown[] = [];
  const log: Log = { debug: quiet, info: quiet, warn: quiet, error: ({ event }) => void logged.push(event) };
  const node = await lockSingleNode({ ...db.database, url: db.url }, log);
  const other = new pg.Client({ connectionString: db.url });
  await other.connect();
  const pidOfNode = async (): Promise<number | undefined> => {
    const { rows } = await other.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'ronghui_node' and datname = current_database()",
    );
    return rows[0]?.pid;
  };
  const first = await pidOfNode();
  // Waits for the lock, and gets it as soon as the node has lost it.
  const taken = (async () => {
    const waiting = new pg.Client({ connectionString: db.url });
    await waiting.connect();
    await waiting.query('select pg_advisory_lock(726120002)');
    return waiting;
  })();
  const isWaiting = async () => (await other.query('select 1 from pg_locks where not granted')).rowCount;
  await expect.poll(isWaiting).toBe(1);
  await other.query('select pg_terminate_backend($1)', [first]);
  const holder = await taken;
  await expect.poll(() => logged, { timeout: 10_000 }).toEqual(['secondNode']);
  await holder.end();
  await expect.poll(pidOfNode, { timeout: 10_000 }).toBeDefined();
  await expect(lockSingleNode({ ...db.database, url: db.url }, log)).rejects.toThrow(/另一个融惠服务/);
  expect(logged).toEqual(['secondNode']);
  await node.release();
  await other.end();
}, 30_000);

test('running 1.1 nodes that share all serve beside each other, and never beside one that serves alone', async () => {
  const log: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const opened = { ...db.database, url: db.url };
  const enter = (isAllowed: boolean) => lockSingleNode(opened, log, { isAllowed });
  const nodes = [await enter(true), await enter(true)];
  await expect(enter(false)).rejects.toThrow(/SHARED_STATE=postgres 或 REDIS_URL.*FILES_DIR 或 S3_ENDPOINT/);
  for (const node of nodes) await node.release();
  const alone = await enter(false);
  await expect(enter(true)).rejects.toThrow(/正在独自使用这个数据库/);
  await alone.release();
});
