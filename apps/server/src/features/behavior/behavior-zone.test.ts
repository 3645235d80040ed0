import { randomBytes } from 'node:crypto';
import { expect, inject, it, onTestFinished } from 'vitest';
import type { Database } from '#kernel/database/db';
import { migrate } from '#kernel/database/migrate';
import { testDatabase } from '#kernel/testing/test-database';
import { runAsAdmin, urlOf } from '#kernel/testing/test-server';

// As with a PostgreSQL server of the operator: every connection of the database has the server's time zone.
const setZone = (url: string, zone: string) =>
  runAsAdmin(url, `alter database ${new URL(url).pathname.slice(1)} set timezone = '${zone}'`);

const databaseIn = async (zone: string) => {
  const db = await testDatabase({ perTest: true });
  await setZone(db.url, zone);
  return db;
};

/** The bounds of a month's partition, in UTC. */
const boundsOf = async (database: Database, month: string): Promise<unknown> => {
  const client = await database.pool('service').connect();
  try {
    await client.query("set timezone = 'UTC'");
    const { rows } = await client.query(
      "select pg_get_expr(relpartbound, oid) as bounds from pg_class where relname = 'behavior_record_' || $1",
      [month],
    );
    return rows[0]?.bounds;
  } finally {
    client.release(true);
  }
};
const fromTo = (from: string, to: string) => `FOR VALUES FROM ('${from}+00') TO ('${to}+00')`;

const make = (database: Database, month: string) =>
  database.pool('service').query('select make_behavior_months($1, 1) as made', [month]);

it.each(['Asia/Shanghai', 'America/New_York'])(
  'R12.9 a month of behaviour records is a month of UTC on a server in %s',
  async (zone) => {
    const { database } = await databaseIn(zone);
    expect((await make(database, '2031-01-15')).rows).toEqual([{ made: 1 }]);
    expect(await boundsOf(database, '203101')).toBe(fromTo('2031-01-01 00:00:00', '2031-02-01 00:00:00'));
  },
);

it.each([
  ['Asia/Shanghai', '2031-01-31 16:00:00'],
  ['America/New_York', '2031-02-01 05:00:00'],
])('R12.9 after a partition whose bounds are in the zone %s the next one leaves no gap', async (zone, seam) => {
  const { database, url } = await databaseIn(zone);
  await runAsAdmin(
    url,
    "create table behavior_record_203101 partition of behavior_record for values from ('2031-01-01') to ('2031-02-01')",
  );
  expect((await make(database, '2031-02-01')).rows).toEqual([{ made: 1 }]);
  expect(await boundsOf(database, '203102')).toBe(fromTo(seam, '2031-03-01 00:00:00'));
});

it('R12.9 the first months, which the migrations create, are in UTC too', async () => {
  const adminUrl = inject('databaseAdminUrl');
  const name = `ronghui_zone_${randomBytes(6).toString('hex')}`;
  await runAsAdmin(adminUrl, `create database ${name} encoding 'UTF8' template template0`);
  onTestFinished(() => runAsAdmin(adminUrl, `drop database ${name} with (force)`));
  const url = urlOf(adminUrl, name);
  await setZone(url, 'Asia/Shanghai');
  await migrate({ url });
  // Divides by zero where a month begins at another moment, because `runAsAdmin` returns no rows.
  await runAsAdmin(
    url,
    `select 1 / (count(*) = 3)::int from pg_class
       where relname ~ '^behavior_record_[0-9]{6}$' and pg_get_expr(relpartbound, oid) ~ '-01 08:00:00\\+08.*-01 08:00:00\\+08'`,
  );
});

it('R14.1 the oldest month that is kept begins in UTC on a server west of UTC', async () => {
  const { database, url } = await databaseIn('America/New_York');
  await runAsAdmin(
    url,
    // Into the whole table: before PostgreSQL 17 a partition has no identity column.
    `insert into behavior_record (received_at, event_id, page_id, occurred_at, session_id)
       select at, event, '/', at, 's' from (values
         (((date_trunc('month', app_now() at time zone 'UTC') - interval '13 months') at time zone 'UTC') + interval '1 hour', 'kept'),
         (((date_trunc('month', app_now() at time zone 'UTC') - interval '13 months') at time zone 'UTC') - interval '1 hour', 'gone')
       ) as row (at, event)`,
  );
  await database.pool('service').query('select drop_behavior_months(13)');
  const { rows } = await database.pool('service').query('select event_id from behavior_record_other');
  expect(rows).toEqual([{ event_id: 'kept' }]);
});
