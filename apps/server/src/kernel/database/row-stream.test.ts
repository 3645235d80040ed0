import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';
import { runAsAdmin } from '#kernel/testing/test-server';
import { planLargeStream, streamRows } from './row-stream.sql.ts';

describe.each([
  { way: 'in flights', flights: true },
  { way: 'as plain pg', flights: false },
])('rows page by page, $way', ({ flights }) => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase({ flights });
  });
  afterAll(() => db.drop());

  it('R10.5 come in their order, each once', async () => {
    const snapshot = await db.database.snapshot('service');
    const pages: number[][] = [];
    for await (const page of streamRows(snapshot, sql<{ n: number }>`select n from generate_series(1, 2500) n`)) {
      pages.push(page.map(({ n }) => n));
    }
    await snapshot.close();
    expect(pages.map((page) => page.length)).toEqual([1000, 1000, 500]);
    expect(pages.flat()).toEqual(Array.from({ length: 2500 }, (_, at) => at + 1));
  });

  it('R10.5 those of a large statement are joined and sorted as a whole, and may take longer; a first page is looked up', async () => {
    const { database, url } = db;
    await runAsAdmin(url, 'create table streamed_left as select n, n % 977 as day from generate_series(1, 50000) n');
    await runAsAdmin(url, 'create table streamed_right as select n, -n as fee from generate_series(1, 50000) n');
    await runAsAdmin(url, 'create index on streamed_left (day, n); create unique index on streamed_right (n)');
    await runAsAdmin(
      url,
      'analyze streamed_left, streamed_right; grant select on streamed_left, streamed_right to public',
    );
    const rows = sql<{
      n: number;
      fee: number;
    }>`select l.n, r.fee from streamed_left l join streamed_right r using (n) order by l.day, l.n`;
    const planOf = async (isLarge: boolean) => {
      const snapshot = await database.snapshot('service');
      try {
        if (isLarge) await planLargeStream(snapshot);
        const plan = await sql<{ 'QUERY PLAN': string }>`explain declare c no scroll cursor for ${rows}`.execute(
          snapshot.db,
        );
        const timeout = await sql<{
          ms: number;
        }>`select setting::int as ms from pg_settings where name = 'statement_timeout'`.execute(snapshot.db);
        const [first] = (await streamRows(snapshot, rows).next()).value ?? [];
        return { plan: plan.rows.map((row) => row['QUERY PLAN']).join(' '), ms: timeout.rows[0]?.ms ?? 0, first };
      } finally {
        await snapshot.close();
      }
    };
    const [few, all] = [await planOf(false), await planOf(true)];
    expect(few.plan).toContain('Nested Loop');
    expect(all.plan).toContain('Hash Join');
    expect(all.ms).toBeGreaterThan(few.ms);
    expect(all.first).toEqual(few.first);
  });

  it('R14.6 a connection that is lost while a page is being used is an error of the next page, and does not end the process', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const snapshot = await db.database.snapshot('service');
    try {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(snapshot.db);
      // The second page is on its way for longer than the first one is used.
      const slow = sql<{ n: number }>`select n from generate_series(1, 2000) n where n <= 1000 or pg_sleep(60) is null`;
      const pages = streamRows(snapshot, slow);
      expect((await pages.next()).value).toHaveLength(1000);
      await runAsAdmin(db.url, `select pg_terminate_backend(${rows[0]?.pid ?? 0})`);
      // It fails behind the page that was on its way, so that one has failed by then.
      await expect(sql`select 1`.execute(snapshot.db)).rejects.toThrow();
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
      await expect(pages.next()).rejects.toThrow();
    } finally {
      await snapshot.close();
      process.off('unhandledRejection', note);
    }
  });
});
