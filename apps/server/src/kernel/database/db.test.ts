import type { Duplex } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { announce, builtOnce, openDatabase, type Scope, send } from '#kernel/database/db';
import { countConnecting, countWaits, waitedOf } from '#kernel/database/waited';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';
import { runAsAdmin } from '#kernel/testing/test-server';

describe.each([
  { way: 'in flights', flights: true },
  { way: 'as plain pg', flights: false },
])('$way', ({ flights }) => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase({ flights });
  });
  afterAll(() => db.drop());

  const readOne = async (expression: string) => {
    const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(
      db.database.reading('service'),
    );
    return rows[0]?.value;
  };

  describe('R3.7 values', () => {
    test('R3.7 int8 and sums are read as safe integers, a date as text, an instant as Date', async ({ expect }) => {
      expect(await readOne('9007199254740991::int8')).toBe(Number.MAX_SAFE_INTEGER);
      expect(await readOne('(select sum(x) from (values (1::int8), (2)) v (x))')).toBe(3);
      expect(await readOne("'2026-11-20'::date")).toBe('2026-11-20');
      expect(await readOne("'2026-11-20T00:00:00Z'::timestamptz")).toEqual(new Date('2026-11-20T00:00:00Z'));
    });

    test('R3.7 a sum beyond the safe range is read as its digits', async ({ expect }) => {
      const large = '(select sum(x) from generate_series(1, 3) n, (values (9007199254740991::int8)) v (x))';
      expect(await readOne(large)).toBe('27021597764222973');
      expect(await readOne(`-${large}`)).toBe('-27021597764222973');
      expect(await readOne('9007199254740992::numeric')).toBe('9007199254740992');
    });

    test('R3.7 an int8 beyond the safe range, or a fraction, is an error, not a rounded value', async ({ expect }) => {
      await expect(readOne('9007199254740992::int8')).rejects.toThrow(RangeError);
      await expect(readOne('1.5::numeric')).rejects.toThrow(RangeError);
      await expect(readOne("'NaN'::numeric")).rejects.toThrow(RangeError);
      await expect(readOne('12345678901234567890.5::numeric')).rejects.toThrow(RangeError);
    });
  });

  test('R14.6 a call that has waited is given what is left for its locks, and its connection forgets that', async ({
    expect,
  }) => {
    const setting = sql<{ ms: number }>`select setting::int as ms from pg_settings where name = 'lock_timeout'`;
    const msIn = async (on: Parameters<typeof setting.execute>[0]) => (await setting.execute(on)).rows[0]?.ms;
    const read = (scope: Scope) => msIn(db.database.reading(scope));
    const wait = (ms: number) => {
      const waited = waitedOf();
      if (waited !== null) countConnecting(waited, ms);
    };
    // Opening a connection is a wait too: less may be left, and never more.
    await countWaits(async () => {
      wait(1500);
      expect(await read('service')).toBeLessThanOrEqual(3000);
      expect(await read({ tenantId: 't-1' })).toBeLessThanOrEqual(3000);
      await db.database.transact({ tenantId: 't-1' }, async (tx) => {
        expect(await msIn(tx)).toBeLessThanOrEqual(3000);
        wait(1000);
        expect(await msIn(tx)).toBeLessThanOrEqual(2000);
      });
      wait(60_000);
      expect(await read('service')).toBe(200);
    });
    expect([await read('service'), await read({ tenantId: 't-1' })]).toEqual([4500, 4500]);
  });

  describe('R4.12 transactions', () => {
    const scopes: Scope[] = ['service', { tenantId: 't-1' }];

    test('R10.2 sessions of both pools prefer an index to the scan of a whole table, whatever the server is set to', async ({
      expect,
    }) => {
      for (const kind of ['service', 'tenant'] as const) {
        const { rows } = await db.database.pool(kind).query('show random_page_cost');
        expect(rows).toEqual([{ random_page_cost: '1.1' }]);
      }
    });

    test('R14.1 a lost connection is reported, but not once the process lets its connections go', async ({
      expect,
    }) => {
      const lost: string[] = [];
      const database = openDatabase({ url: db.url, flights, onError: ({ message }) => void lost.push(message) });
      const clients = await Promise.all((['service', 'tenant'] as const).map((kind) => database.pool(kind).connect()));
      for (const client of clients) client.emit('error', new Error('while it serves'));
      for (const client of clients) client.release();
      const closed = database.close();
      for (const client of clients) client.emit('error', new Error('the server was faster'));
      await closed;
      expect(lost).toEqual(['while it serves', 'while it serves']);
    });

    test('R4.12 a failed transaction stores nothing, a successful one everything', async ({ expect }) => {
      const add = (name: string, fails: boolean) =>
        db.database.transact('service', async (tx) => {
          await tx.insertInto('session_epoch').values({ user_id: name, epoch: 1 }).execute();
          if (fails) throw new Error('on purpose');
        });
      await expect(add('half', true)).rejects.toThrow('on purpose');
      await add('whole', false);
      const { rows } = await db.database.pool('service').query('select user_id from session_epoch');
      expect(rows).toEqual([{ user_id: 'whole' }]);
    });

    test('R4.12 the tenant of one flight or transaction is not set in the next one', async ({ expect }) => {
      for (const tenantId of ['t-1', 't-2', 't-1']) {
        const reader = db.database.reading({ tenantId });
        const seen = await Promise.all(
          [1, 2, 3, 4, 5, 6, 7].map(() => sql<{ tenant: string }>`select app_tenant() as tenant`.execute(reader)),
        );
        expect(new Set(seen.map(({ rows }) => rows[0]?.tenant))).toEqual(new Set([tenantId]));
      }
      const { rows } = await db.database.pool('tenant').query('select app_tenant() as tenant');
      expect(rows).toEqual([{ tenant: null }]);
    });

    test('R4.12 a statement that fails inside a tenant flight leaves its connection usable', async ({ expect }) => {
      for (const scope of scopes) {
        const reader = db.database.reading(scope);
        for (let round = 0; round < 12; round += 1)
          await expect(sql`select 1 / 0`.execute(reader)).rejects.toThrow(/zero/);
        expect((await sql<{ one: number }>`select 1 as one`.execute(reader)).rows).toEqual([{ one: 1 }]);
      }
    });

    test('R4.12 parameters of every kind arrive as they are, for a tenant too', async ({ expect }) => {
      const at = new Date('2026-11-20T01:02:03.004Z');
      for (const scope of scopes) {
        const { rows } = await sql<
          Record<string, unknown>
        >`select ${'文 "\\\''}::text as text, ${7}::int8 as number, ${false}::boolean as flag,
        ${null}::text as nothing, ${at}::timestamptz as at, ${Buffer.from([0, 255])}::bytea as bytes,
        ${['a', 'b"\\,{}', null]}::text[] as list, ${{ a: [1] }}::jsonb as json`.execute(db.database.reading(scope));
        expect(rows).toEqual([
          {
            text: '文 "\\\'',
            number: 7,
            flag: false,
            nothing: null,
            at,
            bytes: Buffer.from([0, 255]),
            list: ['a', 'b"\\,{}', null],
            json: { a: [1] },
          },
        ]);
      }
    });

    test('R14.2 a transaction’s announcement is sent after its commit, and not when it fails', async ({ expect }) => {
      const heard: string[] = [];
      const listener = new pg.Client({ connectionString: db.url });
      await listener.connect();
      listener.on('notification', ({ payload = '' }) => heard.push(payload));
      await listener.query('listen session_ended');
      const say = (payload: string, fails: boolean) =>
        db.database.transact('service', async (tx) => {
          announce(tx, 'session_ended', payload);
          if (fails) throw new Error('on purpose');
        });
      await expect(say('failed', true)).rejects.toThrow('on purpose');
      await say('stands', false);
      await expect.poll(() => heard).toEqual(['stands']);
      await listener.end();
    });

    test('R10.7 a statement that is built once takes its arguments as parameters, and refuses any other', async ({
      expect,
    }) => {
      const reader = db.database.reading('service');
      const epochOf = builtOnce((from, userId: string) =>
        from.selectFrom('session_epoch').select('user_id').where('user_id', '=', userId),
      );
      await db.database.pool('service').query("insert into session_epoch values ('once-a', 1), ('once-b', 1)");
      expect(await epochOf(reader, 'once-a')).toEqual([{ user_id: 'once-a' }]);
      expect(await epochOf(reader, 'once-b')).toEqual([{ user_id: 'once-b' }]);
      const limited = builtOnce((from, userId: string) =>
        from.selectFrom('session_epoch').select('user_id').where('user_id', '=', userId).limit(1),
      );
      await expect(limited(reader, 'once-a')).rejects.toThrow('parameters are not the arguments');
    });

    test('R4.12 a statement that is sent several times together in a transaction is prepared once', async ({
      expect,
    }) => {
      const found = await db.database.transact('service', (tx) =>
        Promise.all(
          [1, 2, 3].map((value) => sql<{ value: number }>`select ${value}::int4 as value, 'x' as y`.execute(tx)),
        ),
      );
      expect(found.map(({ rows }) => rows[0]?.value)).toEqual([1, 2, 3]);
    });

    test('R14.6 a statement whose table changed fails once, and the next connection prepares it again', async ({
      expect,
    }) => {
      const pool = db.database.pool('service');
      const reader = db.database.reading('service');
      const read = () => sql<Record<string, unknown>>`select * from changing`.execute(reader);
      const asOwner = (text: string) => runAsAdmin(db.url, text);
      await asOwner(
        'create table changing (a int); insert into changing values (1); grant select on changing to public',
      );
      expect((await read()).rows).toEqual([{ a: 1 }]);
      await asOwner("alter table changing add b text default 'b'");
      await Promise.allSettled(Array.from({ length: 20 }, read));
      expect((await read()).rows).toEqual([{ a: 1, b: 'b' }]);
      expect(pool.waitingCount).toBe(0);
    });

    test('R4.12 a statement that is sent without waiting is committed with the others, in order, and its failure fails the transaction', async ({
      expect,
    }) => {
      const { database } = db;
      const epochs = async () => {
        const found = await database.pool('service').query("select epoch from session_epoch where user_id = 'sent'");
        return found.rows.map(({ epoch }) => epoch);
      };
      const add = (epoch: number) => sql`insert into session_epoch values ('sent', ${epoch})`;
      const bump = sql`update session_epoch set epoch = epoch * 2 + 1 where user_id = 'sent'`;
      await expect(
        database.transact('service', async (tx) => {
          send(tx, add(1));
          send(tx, add(2));
          await sql`select 1`.execute(tx);
        }),
      ).rejects.toMatchObject({ code: '23505' });
      await expect(
        database.transact('service', async (tx) => {
          send(tx, add(1));
          send(tx, add(2));
        }),
      ).rejects.toMatchObject({ code: '23505' });
      expect(await epochs()).toEqual([]);
      await database.transact('service', async (tx) => {
        send(tx, add(1));
        send(tx, bump);
        await bump.execute(tx);
        send(tx, bump);
      });
      expect(await epochs()).toEqual([15]);
    });

    test('stack a transaction of three statements, one of them awaited, is two writes in flights', async ({
      expect,
    }) => {
      const client = await db.database.pool('service').connect();
      client.release();
      const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
      const [one, several] = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev')];
      await db.database.transact('service', async (tx) => {
        await sql`select 1`.execute(tx);
        send(tx, sql`select 2`);
        send(tx, sql`select 3`);
      });
      expect(one.mock.calls.length + several.mock.calls.length).toBe(flights ? 2 : 5);
      one.mockRestore();
      several.mockRestore();
    });

    test('R4.12 a deadlock is retried, and both changes are stored', async ({ expect }) => {
      await db.database.pool('service').query("insert into session_epoch values ('a', 0), ('b', 0)");
      let waiting = 0;
      const bothReady = Promise.withResolvers<void>();
      const add = (first: string, second: string) => {
        let isFirstTry = true;
        return db.database.transact('service', async (tx) => {
          const bump = (name: string) =>
            sql`update session_epoch set epoch = epoch + 1 where user_id = ${name}`.execute(tx);
          await bump(first);
          if (isFirstTry) {
            isFirstTry = false;
            waiting += 1;
            if (waiting === 2) bothReady.resolve();
            await bothReady.promise;
          }
          await bump(second);
        });
      };
      await Promise.all([add('a', 'b'), add('b', 'a')]);
      const { rows } = await db.database
        .pool('service')
        .query("select epoch from session_epoch where user_id in ('a', 'b')");
      expect(rows).toEqual([{ epoch: 2 }, { epoch: 2 }]);
    });
  });
});
