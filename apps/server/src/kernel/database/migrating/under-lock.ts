import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#kernel/ports';
import { errorCodeOf } from '#kernel/refusal';
import { StartRefused } from '#kernel/setup/start-refused';

/** What a migration runs with. */
export interface Migrator {
  readonly client: pg.Client;
  /** For what takes as long as it takes: a client without a bound. */
  readonly openUnbounded: () => Promise<pg.Client>;
  readonly log?: Log | undefined;
  /** How often a lock is asked for. */
  readonly lockTries?: number | undefined;
}

/** Longer than this nobody waits behind a migration that waits for a lock. @source running 4.1 */
const lockTimeout = '2s';
/** Some ten minutes. */
const standardTries = 200;
/** Lock not available, deadlock. */
const comesAgain = new Set(['55P03', '40P01']);
/** Between two tries those that waited behind are served. @unit ms */
const [leastPauseMs, mostPauseMs] = [300, 1000];

/** Does what takes locks, in a transaction of its own; one that is not free within two seconds is asked for again. */
export const underLock = async <T>(
  { client, log, lockTries = standardTries }: Migrator,
  name: string,
  work: () => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = '${lockTimeout}'`);
      const result = await work();
      await client.query('commit');
      return result;
    } catch (error) {
      // A connection that is gone has rolled back by itself.
      await client.query('rollback').catch(() => undefined);
      if (!comesAgain.has(errorCodeOf(error) ?? '')) throw error;
      if (attempt >= lockTries)
        throw new StartRefused(
          `数据库迁移 ${name} 一直得不到所需的锁：有事务长时间没有结束。请用 upgrade --check 查看并结束它，然后重新启动；此前完成的步骤不会重复。`,
          { cause: error },
        );
      log?.warn({ event: 'migrationLocked', migration: name, attempt });
      await wait(randomInt(leastPauseMs, mostPauseMs));
    }
  }
};
