import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';
import { runAsAdmin } from '#kernel/testing/test-server';
import { planLargeStream, streamParts, streamRows } from './row-stream.sql.ts';

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
    expect(pages.map((page) => page.length)).toEqual([500, 500, 500, 500, 500]);
    expect(pages.flat()).toEqual(Array.from({ length: 2500 }, (_, at) => at + 1));
  });

  it('R10.5 parts follow one another over twins, which see the moment of their snapshot', async () => {
    const { database, url } = db;
    await runAsAdmin(
      url,
      'create table parted as select n from generate_series(1, 6000) n; grant select on parted to public',
    );
    const part = (from: number, to: number) =>
      sql<{ n: number }>`select n from parted where n between ${from} and ${to} order by n`;
    const parts = [part(1, 1), part(2, 2500), part(9000, 9999), part(2501, 4000), part(4001, 6000)];
    const snapshot = await database.snapshot('service');
    expect((await sql<{ n: number }>`select count(*) as n from parted`.execute(snapshot.db)).rows).toEqual([
      { n: 6000 },
    ]);
    await runAsAdmin(url, 'delete from parted where n > 3000');
    const twin = await snapshot.twin();
    for (const readers of [[snapshot], [snapshot, twin]]) {
      const pages = await Array.fromAsync(streamParts(readers, parts));
      expect(pages.flat().map(({ n }) => n)).toEqual(Array.from({ length: 6000 }, (_, at) => at + 1));
    }
    await Promise.all([snapshot.close(), twin.close()]);
    await runAsAdmin(url, 'drop table parted');
  });

  it('R10.5 a twin sees what its tenant may see, and its end is not that of the other', async () => {
    const snapshot = await db.database.snapshot({ tenantId: 'tenant-of-twins' });
    const twin = await snapshot.twin();
    const seen = await sql<{ tenant: string }>`select app_tenant() as tenant`.execute(twin.db);
    expect(seen.rows).toEqual([{ tenant: 'tenant-of-twins' }]);
    await expect(sql`create table written (n int)`.execute(twin.db)).rejects.toThrow();
    await twin.close();
    expect((await sql<{ n: number }>`select 1 as n`.execute(snapshot.db)).rows).toEqual([{ n: 1 }]);
    await snapshot.close();
  });

  it('R10.5 a part that fails is an error at its place, and who stops reading leaves no cursor', async () => {
    const snapshot = await db.database.snapshot('service');
    const twin = await snapshot.twin();
    const numbers = sql<{ n: number }>`select n from generate_series(1, 750) n`;
    const failing = sql<{ n: number }>`select 1 / (n - 1) as n from generate_series(1, 5) n`;
    const stopped = streamParts([snapshot, twin], [numbers, numbers, numbers]);
    expect((await stopped.next()).value).toHaveLength(500);
    await stopped.return(undefined);
    for (const { db: reader } of [snapshot, twin])
      expect((await sql`select name from pg_cursors where name <> ''`.execute(reader)).rows).toEqual([]);
    const pages = streamParts([snapshot, twin], [numbers, failing]);
    for (const length of [500, 250]) expect((await pages.next()).value).toHaveLength(length);
    await expect(pages.next()).rejects.toThrow('division by zero');
    await Promise.all([snapshot.close(), twin.close()]);
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
      const slow = sql<{ n: number }>`select n from generate_series(1, 2000) n where n <= 500 or pg_sleep(60) is null`;
      const pages = streamRows(snapshot, slow);
      expect((await pages.next()).value).toHaveLength(500);
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
