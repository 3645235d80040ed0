import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { sql } from 'kysely';
import { describe, onTestFinished, test } from 'vitest';
import { allowMinutesBehind, type Database, openDatabase } from '#kernel/database/db';
import { putProcessBehind } from '#kernel/priorities';
import { testDatabase } from '#kernel/testing/test-database';

const own = async (db: ReturnType<Database['reading']>): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid ?? 0;
};

/** A process that leads a session of its own, as the database's do. */
const leader = (): ChildProcess & { readonly pid: number } => {
  const child = spawn('sleep', ['30'], { stdio: 'ignore', detached: true });
  onTestFinished(() => void child.kill());
  if (child.pid === undefined) throw new Error('it did not start');
  return Object.assign(child, { pid: child.pid });
};

describe('R14.6 work of minutes does not delay calls', () => {
  test.runIf(process.platform === 'linux')(
    'R14.6 processes that are put behind have a lower priority, and so have their sessions, one right after the other',
    async ({ expect }) => {
      const leaders = [leader(), leader()];
      const priority = Math.min(19, getPriority() + 5);
      for (const { pid } of leaders) putProcessBehind(pid);
      for (const { pid } of leaders) {
        expect(getPriority(pid)).toBe(priority);
        const session = `/proc/${pid}/autogroup`;
        const isLowered = (): boolean =>
          !existsSync(session) || readFileSync(session, 'utf8').includes(`nice ${priority}`);
        await expect.poll(isLowered).toBe(true);
      }
    },
  );

  test('R14.6 a process that is not there is left alone, without an error', ({ expect }) => {
    expect(() => putProcessBehind(2 ** 30)).not.toThrow();
  });

  test.for([{ flights: true }, { flights: false }])(
    'R14.6 what may take minutes is put behind, and its connection is not used again (flights: $flights)',
    async ({ flights }, { expect }) => {
      const { url } = await testDatabase({ perTest: true });
      const behind: number[] = [];
      const putBehind = (pid: number): void => void behind.push(pid);
      const database = openDatabase({ url, poolSize: 1, flights, onError: () => undefined, putBehind });
      try {
        const usual = await database.transact('service', own);
        expect(await database.transact('service', own)).toBe(usual);
        expect(behind).toEqual([]);

        const work = async (fails: boolean): Promise<void> =>
          database.transact('service', async (tx) => {
            allowMinutesBehind(tx, 1);
            allowMinutesBehind(tx, 2);
            behind.push(await own(tx));
            if (fails) throw new Error('on purpose');
          });
        await work(false);
        expect(behind).toEqual([usual, usual]);
        const next = await database.transact('service', own);
        expect(next).not.toBe(usual);

        await expect(work(true)).rejects.toThrow('on purpose');
        expect(behind.slice(2)).toEqual([next, next]);
        expect(await database.transact('service', own)).not.toBe(next);

        const snapshot = await database.snapshot('service');
        allowMinutesBehind(snapshot.db, 1);
        const read = await own(snapshot.db);
        await snapshot.close();
        expect(behind.at(-1)).toBe(read);
        expect(await database.transact('service', own)).not.toBe(read);
      } finally {
        await database.close();
      }
    },
  );
});
