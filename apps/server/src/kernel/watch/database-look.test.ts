import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#kernel/database/db';
import { createClock } from '#kernel/setup/clock';
import { readingsOf } from '#kernel/testing/plan.sql';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';
import { runAsAdmin } from '#kernel/testing/test-server';
import { createDatabaseLook } from '#kernel/watch/database-look';
import { findFigures } from '#kernel/watch/figures.sql';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

/** A look over connections of its own. */
const lookAt = async (url: string) => {
  const database = openDatabase({ url, onError: () => undefined });
  try {
    return await createDatabaseLook({ database, clock: createClock(), jobTries: 3, jobNames: ['a.b', 'c.d'] })();
  } finally {
    await database.close();
  }
};

/** A server that takes connections and never says a word. */
const listening = async () => {
  const server = createServer((socket) => void socket.on('error', () => undefined));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { server, url: `postgres://nobody@127.0.0.1:${port}/none` };
};

describe('running 6.1 a database is looked at', () => {
  it('running 6.1 one that refuses is down, and nothing is shown of what it would say', async () => {
    const { server, url } = await listening();
    await new Promise((resolve) => void server.close(resolve));
    expect(await lookAt(url)).toEqual({
      ronghui_database_up: false,
      ronghui_database_silent: false,
      ronghui_database_full: false,
    });
  });

  it('running 6.1 one that takes connections and says nothing is silent', async () => {
    const { server, url } = await listening();
    expect(await lookAt(url)).toMatchObject({ ronghui_database_up: false, ronghui_database_silent: true });
    server.close();
  });

  it('running 6.1 one that takes no writes is up and read only', async () => {
    const name = new URL(db.url).pathname.slice(1);
    expect(await lookAt(db.url)).toMatchObject({ ronghui_database_up: true, ronghui_database_read_only: false });
    await runAsAdmin(inject('databaseAdminUrl'), `alter database ${name} set default_transaction_read_only = on`);
    expect(await lookAt(db.url)).toMatchObject({ ronghui_database_up: true, ronghui_database_read_only: true });
  });

  it('running 6.1 what waits is counted with the age of its oldest; what was set aside or stopped is not, nor a job that has left the code or has tries left', async () => {
    const other = await testDatabase();
    const pool = other.database.pool('service');
    await pool.query(`
      insert into outbox (kind, sealed_payload, created_at, dead_at, stopped_at) values
        ('mail', '', app_now() - interval '90 seconds', null, null), ('mail', '', app_now() - interval '9 hours', app_now(), null),
        ('mail', '', app_now() - interval '9 hours', null, app_now())`);
    await pool.query(`
      insert into sent_job (name, key, payload, status, due_at, tries, ended_at) values
        ('a.b', '1', '{}', 'queued', app_now() - interval '200 seconds', 0, null),
        ('a.b', '2', '{}', 'failed', app_now(), 3, app_now()), ('a.b', '3', '{}', 'failed', app_now(), 1, app_now()),
        ('a.b', '4', '{}', 'failed', app_now(), 3, app_now() - interval '2 hours')`);
    await pool.query(`
      insert into scheduled_job (name, next_at, ended_at, failed_at) values
        ('a.b', app_now() - interval '50 seconds', app_now() - interval '1 hour', app_now()), ('c.d', app_now() + interval '1 hour', app_now(), null),
        ('of.before', app_now() - interval '2 hours', app_now() - interval '3 hours', app_now())`);
    // It has tries left, so it has not failed for good.
    await pool.query("update scheduled_job set failed_at = app_now(), tries = 1 where name = 'c.d'");
    await pool.query(
      "insert into audit_event (event, result, at) values ('test', 'ok', app_now() - interval '70 seconds')",
    );
    const seen = await lookAt(other.url);
    expect(seen).toMatchObject({
      ronghui_outbox_waiting: 1,
      ronghui_outbox_stopped: 1,
      ronghui_jobs_waiting: 1,
      ronghui_jobs_failed: 1,
      ronghui_scheduled_jobs_failing: 1,
      ronghui_unsealed_events: 1,
      ronghui_seal_age_seconds: null,
    });
    const ages = { outbox: 90, jobs: 200, scheduled_jobs_overdue: 50, unsealed: 70 };
    for (const [of, sec] of Object.entries(ages)) {
      const name = of === 'scheduled_jobs_overdue' ? `ronghui_${of}_seconds` : `ronghui_${of}_oldest_seconds`;
      const age = Number(Object.entries(seen).find(([each]) => each === name)?.[1]);
      expect(age, name).toBeGreaterThanOrEqual(sec);
      expect(age, name).toBeLessThan(sec + 30);
    }
    await other.drop();
  });

  it('running 6.1 what one look reads does not grow with the tables', async () => {
    const other = await testDatabase();
    const pool = other.database.pool('service');
    await pool.query(`
      insert into outbox (kind, sealed_payload, dead_at) select 'mail', '', case when n > 3000 then app_now() end from generate_series(1, 20000) n`);
    await pool.query(`
      insert into sent_job (name, key, payload, status, ended_at)
      select 'a.b', n::text, '{}', case when n > 3000 then 'done' else 'queued' end, case when n > 3000 then app_now() - n * interval '1 second' end
      from generate_series(1, 20000) n`);
    await pool.query("insert into audit_event (event, result) select 'test', 'ok' from generate_series(1, 20000)");
    await pool.query('update audit_chain set sealed_to = pg_snapshot_xmax(pg_current_snapshot())::text::bigint');
    await pool.query(
      "insert into audit_seal (seal_no, event_id, content, digest) select n, n, '', '' from generate_series(1, 20000) n",
    );
    await runAsAdmin(other.url, 'vacuum analyze');
    const [reading] = await readingsOf(other.database.reading('service'), (explained) =>
      findFigures(explained, { jobTries: 3, jobNames: ['a.b'] }),
    );
    expect(reading?.indexes).toEqual(expect.arrayContaining(['outbox_due', 'sent_job_waiting', 'sent_job_ended']));
    // 2,000 messages, 2,000 jobs that wait and 600 that ended within the hour, and the rows of small tables.
    expect((reading?.fetched ?? 0) + (reading?.entries ?? 0)).toBeLessThan(7000);
    await other.drop();
  });
});
