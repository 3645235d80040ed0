import { randomBytes } from 'node:crypto';
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

/** Creates the migrated database that the others are cloned from; returns its name. */
export const makeTemplate = async (adminUrl: string): Promise<string> => {
  const name = `ronghui_template_${randomBytes(5).toString('hex')}`;
  await runAsAdmin(adminUrl, `create database ${name} encoding 'UTF8' template template0`);
  await migrate({ url: urlOf(adminUrl, name) });
  return name;
};
