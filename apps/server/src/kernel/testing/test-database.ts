import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished, vi } from 'vitest';
import { type Database, openDatabase } from '#kernel/database/db';
import { runAsAdmin, urlOf } from '#kernel/testing/test-server';

/** A database for one test file. */
export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  /** Closes the connections and drops it. */
  drop(): Promise<void>;
}

/**
 * Clones the migrated template: real PostgreSQL, nothing shared with other files (house 11). Use `beforeAll` and
 * `afterAll` for one database per file, or call it inside a test, which then drops it automatically.
 */
export const testDatabase = async ({
  perTest = false,
  isEmpty = false,
  flights = process.env['DATABASE_FLIGHTS'] !== 'off',
}: {
  perTest?: boolean;
  /** Nobody has touched it, instead of a clone. */
  isEmpty?: boolean;
  flights?: boolean;
} = {}): Promise<TestDatabase> => {
  const adminUrl = inject('databaseAdminUrl');
  const name = `ronghui_test_${randomBytes(6).toString('hex')}`;
  // Its files are copied: through the log, as is the standard, takes three times the processor's time.
  const template = isEmpty
    ? "encoding 'UTF8' template template0"
    : `template ${inject('databaseTemplate')} strategy file_copy`;
  await runAsAdmin(adminUrl, `create database ${name} ${template}`);
  const url = urlOf(adminUrl, name);
  const database = openDatabase({ url, poolSize: 6, flights, onError: () => undefined });
  const drop = async () => {
    await database.close();
    await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`);
  };
  if (perTest) onTestFinished(drop);
  return { url, database, drop };
};

/** How many writes a call sends to the database once its session has been read: a session is read anew every five seconds, so that of three calls one after the other the last ones find it read. */
export const writesOfCall = async (call: () => Promise<unknown>): Promise<number> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  const counted = async (): Promise<number> => {
    spy.mockClear();
    await call();
    return spy.mock.calls.length;
  };
  const writes = [await counted(), await counted(), await counted()];
  spy.mockRestore();
  return Math.min(...writes.slice(1));
};
