import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ flights: false });
});
afterAll(() => db.drop());

const scope = { tenantId: 't-1' };
const backend = async () => {
  const { rows } = await sql<{ pid: number; tenant: string | null }>`
    select pg_backend_pid() as pid, current_setting('app.tenant', true) as tenant`.execute(db.database.reading(scope));
  return rows[0]?.pid;
};
const failingRead = () => sql`select 1 / 0`.execute(db.database.reading(scope));

/** Makes the next `rollback` fail before it reaches the server: the connection stays in its failed transaction. */
const failNextRollback = () => {
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof query !== 'function') throw new Error('pg has no query');
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  spy.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (args[0] !== 'rollback') return Reflect.apply(query, this, args);
    spy.mockRestore();
    return Promise.reject(new Error('no answer'));
  });
};

describe('R14.6 a connection as plain pg', () => {
  test('R14.6 goes back to its pool after a read that failed and was rolled back', async () => {
    const before = await backend();
    await expect(failingRead()).rejects.toThrow('division by zero');
    expect(await backend()).toBe(before);
  });

  test('R14.6 does not go back to its pool when a read of a tenant could not be rolled back', async () => {
    const before = await backend();
    failNextRollback();
    await expect(failingRead()).rejects.toThrow('division by zero');
    const after = await backend();
    expect(after).toEqual(expect.any(Number));
    expect(after).not.toBe(before);
  });
});
