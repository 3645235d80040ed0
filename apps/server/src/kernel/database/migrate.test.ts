import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { migrate } from '#kernel/database/migrate';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';
import { runAsAdmin, urlOf } from '#kernel/testing/test-server';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const folderOf = async (files: Record<string, string>) => {
  const dir = await mkdtemp(join(tmpdir(), 'migrations-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  return dir;
};

describe('R14.5 migrations', () => {
  test('R14.5 run once: a second run applies nothing', async ({ expect }) => {
    expect(await migrate({ url: db.url })).toBe(0);
  });

  test('R14.5 two nodes that start together apply each migration once', async ({ expect }) => {
    const dir = await folderOf({
      '9001_one.sql': 'create table one (id int);',
      '9002_two.sql': 'create table two (id int);',
    });
    const counts = await Promise.all([1, 2, 3].map(() => migrate({ url: db.url, dir })));
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 0, 2]);
  });

  test('R14.5 a failed migration leaves nothing behind, and the error names it', async ({ expect }) => {
    const dir = await folderOf({ '9101_bad.sql': 'create table half (id int); select nonsense;' });
    await expect(migrate({ url: db.url, dir })).rejects.toThrow(/9101_bad\.sql/);
    const { rows } = await db.database.pool('service').query("select to_regclass('half') as half");
    expect(rows).toEqual([{ half: null }]);
  });

  test('R14.5 a migration that was changed after it ran is refused', async ({ expect }) => {
    await migrate({ url: db.url, dir: await folderOf({ '9201_a.sql': 'select 1;' }) });
    const changed = await folderOf({ '9201_a.sql': 'select 2;' });
    await expect(migrate({ url: db.url, dir: changed })).rejects.toThrow(/改动/);
  });
});

describe('R6.3 row security', () => {
  const asTenant = async (tenantId: string, sql: string, values: unknown[] = []) => {
    const client = await db.database.pool('tenant').connect();
    try {
      await client.query('begin');
      await client.query("select set_config('app.tenant', $1, true)", [tenantId]);
      return await client.query(sql, values);
    } finally {
      await client.query('rollback').catch(() => undefined);
      client.release();
    }
  };

  test('R6.3 a tenant sees, writes and moves only rows of its own', async ({ expect }) => {
    await db.database
      .pool('service')
      .query(
        `insert into idempotency (scope, operation, key, tenant_id, fingerprint) values ('a', 'x', 'k', 't-a', ''), ('b', 'x', 'k', 't-b', '')`,
      );
    expect((await asTenant('t-a', 'select scope from idempotency')).rows).toEqual([{ scope: 'a' }]);
    expect((await asTenant('', 'select scope from idempotency')).rows).toEqual([]);
    expect((await asTenant('t-a', "update idempotency set key = 'z' where scope = 'b'")).rowCount).toBe(0);
    await expect(asTenant('t-a', "update idempotency set tenant_id = 't-b'")).rejects.toThrow(/row-level security/);
  });

  test('R6.3 a tenant has access only to granted tables', async ({ expect }) => {
    for (const table of ['crypto_key', 'outbox', 'session_epoch', 'schema_migration']) {
      await expect(asTenant('t-a', `select * from ${table}`)).rejects.toThrow(/permission denied/);
    }
  });

  test('R11.7 an audit event cannot be changed or removed, not even by the owner', async ({ expect }) => {
    await db.database.pool('service').query("insert into audit_event (event, result) values ('test', 'ok')");
    await expect(db.database.pool('service').query('delete from audit_event')).rejects.toThrow(/permission denied/);
    const owner = new pg.Client({ connectionString: db.url });
    await owner.connect();
    for (const statement of ["update audit_event set event = ''", 'delete from audit_event', 'truncate audit_event']) {
      await expect(owner.query(statement)).rejects.toThrow(/append-only/);
    }
    await owner.end();
  });

  test('R14.5 for a database user that cannot create roles, the error names the SQL to run', async ({ expect }) => {
    const admin = inject('databaseAdminUrl');
    await runAsAdmin(admin, "create role plain_user login password 'plain'");
    await runAsAdmin(admin, 'create database plain_db owner plain_user');
    try {
      const url = new URL(urlOf(admin, 'plain_db'));
      url.username = 'plain_user';
      url.password = 'plain';
      await expect(migrate({ url: url.href })).rejects.toThrow(/grant ronghui_tenant to "plain_user";/);
    } finally {
      await runAsAdmin(admin, 'drop database plain_db with (force)');
      await runAsAdmin(admin, 'drop role plain_user');
    }
  });
});
