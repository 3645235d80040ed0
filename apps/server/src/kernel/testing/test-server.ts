import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '#kernel/database/migrate';
import { startThrowawayDatabase } from '#kernel/embedded/throwaway';

/** The PostgreSQL of a test run: the one of TEST_DATABASE_URL, or a throwaway one. */
export interface TestServer {
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/** Opens the PostgreSQL of the tests. */
export const openTestServer = async (): Promise<TestServer> => {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return { adminUrl: given, stop: async () => undefined };
  return startThrowawayDatabase();
};

/** The same server, another database. */
export const urlOf = (adminUrl: string, database: string): string => {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
};

/** Runs one statement as the administrator. */
export const runAsAdmin = async (adminUrl: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

const unseenPages = `select coalesce(sum(relpages - relallvisible), 0)::int as pages from pg_class
  where relkind = 'r' and (oid = $1::regclass or oid in (select relid from pg_partition_tree($1::regclass)))`;

/**
 * Vacuums and analyses a table and its partitions until each page is known to be visible to all: what plans are made for is the same in every run.
 * A test's database commits without waiting for the disk, and what the disk does not have yet cannot be marked; nor can what another transaction
 * does not see yet.
 */
export const vacuumAll = async (adminUrl: string, table: string): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('set synchronous_commit = on');
    await client.query('create table flushed (); drop table flushed');
    for (let tries = 0; tries < 300; tries += 1) {
      // Where few pages have dead rows, a vacuum would otherwise leave them to a later one.
      await client.query(`vacuum (analyze, index_cleanup on) ${table}`);
      const { rows } = await client.query<{ pages: number }>(unseenPages, [table]);
      if (rows[0]?.pages === 0) return;
      await wait(100);
    }
    throw new Error(`pages of ${table} stay unseen`);
  } finally {
    await client.end();
  }
};

/** Creates the migrated database that the others are cloned from; returns its name. */
export const makeTemplate = async (adminUrl: string): Promise<string> => {
  const name = `ronghui_template_${randomBytes(5).toString('hex')}`;
  await runAsAdmin(adminUrl, `create database ${name} encoding 'UTF8' template template0`);
  await migrate({ url: urlOf(adminUrl, name) });
  return name;
};
