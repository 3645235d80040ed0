import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { runAsAdmin, urlOf } from '#kernel/testing/test-server';
import type { BackupSetting } from './backup.ts';

/** A folder that goes with its test. */
export const testFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'ronghui-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** An empty database that goes with its test: a migrated one, or one that nobody has touched, owned by `owner` or by the administrator. */
export const emptyDatabase = async ({ owner }: { readonly owner?: string | null } = {}): Promise<string> => {
  const adminUrl = inject('databaseAdminUrl');
  const name = `ronghui_empty_${randomBytes(6).toString('hex')}`;
  const owned = typeof owner === 'string' ? ` owner ${owner}` : '';
  const template = owner === undefined ? inject('databaseTemplate') : 'template0';
  await runAsAdmin(adminUrl, `create database ${name}${owned} template ${template}`);
  onTestFinished(() => runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`));
  return urlOf(adminUrl, name);
};

/** What a command works on. */
export const settingOf = (dataDir: string, url: string): BackupSetting => ({
  config: {
    dataDir,
    environment: 'test',
    s3: null,
    filesDir: null,
    keyFiles: null,
    backup: { plan: null, recipient: null },
  },
  url,
  version: '0.0.0-test',
});

/** Every table with the digest of its rows, those that a restore changes left out. */
export const contentOf = async (url: string): Promise<Record<string, string>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1`,
    );
    const content: Record<string, string> = {};
    for (const { name } of rows) {
      if (['session', 'sms_code', 'sent_job', 'outbox', 'schema_migration', 'backup_run'].includes(name)) continue;
      // A notice of before the restore sends nothing besides.
      const row = name === 'notice' ? "(to_jsonb(r) - 'waits')::text" : 'r::text';
      const found = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(${row}, '' order by ${row})), '') as digest from public."${name}" r`,
      );
      content[name] = found.rows[0]?.digest ?? '';
    }
    return content;
  } finally {
    await client.end();
  }
};

/** What PostgreSQL says of the form of a database: columns, constraints, indexes without their names, policies, triggers, grants. */
export const formOf = async (url: string): Promise<readonly string[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(
      `select line from (
          select format('%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) as line
            from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          union all select format('%s %s %s', conrelid::regclass, convalidated, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
          union all select format('%s %s', x.indrelid::regclass, regexp_replace(pg_get_indexdef(x.indexrelid), 'INDEX \\S+ ON', 'INDEX ON'))
            from pg_index x join pg_class c on c.oid = x.indrelid where c.relnamespace = 'public'::regnamespace and x.indisvalid
          union all select format('%s %s %s', polrelid::regclass, polname, polcmd) from pg_policy
          union all select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
          union all select format('%s %s %s %s', relname, relrowsecurity, relforcerowsecurity, relacl) from pg_class
            where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
        ) lines order by line`,
    );
    return rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
};

/** The tables of which the database does not know how many rows they have. */
export const unknownOf = async (url: string): Promise<readonly string[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples < 0 order by 1",
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
};
