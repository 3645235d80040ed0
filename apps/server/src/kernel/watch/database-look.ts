import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#kernel/database/db';
import type { Replica } from '#kernel/database/replica/replica';
import { isDatabaseBusy } from '#kernel/faults';
import type { Look, Readings } from '#kernel/observe/gauges';
import type { Clock } from '#kernel/ports';
import { errorCodeOf } from '#kernel/refusal';
import { type Figures, findFigures } from '#kernel/watch/figures.sql';

/** Longer than the watch over silence takes, and less than who scrapes waits. @unit ms */
const longestMs = 4500;
const tooMany = '53300';
/** A database that keeps a connection open and says nothing; a machine that is not there refuses, or is given up sooner by the watch. */
const silence = 'ETIMEDOUT';

const state = (is: Partial<Record<'up' | 'silent' | 'full', boolean>>): Readings => ({
  ronghui_database_up: is.up ?? false,
  ronghui_database_silent: is.silent ?? false,
  ronghui_database_full: is.full ?? false,
});

const readingsOf = (figures: Figures, nowMs: number): Readings => ({
  ...state({ up: true }),
  ronghui_database_read_only: figures.is_read_only,
  ronghui_database_connections: figures.connections,
  ronghui_database_connections_max: figures.connections_max,
  ronghui_transaction_age: figures.transaction_age,
  ronghui_clock_offset_seconds: nowMs / 1000 - figures.now_sec,
  ronghui_outbox_waiting: figures.outbox_waiting,
  ronghui_outbox_oldest_seconds: figures.outbox_oldest_sec,
  ronghui_outbox_stopped: figures.outbox_stopped,
  ronghui_jobs_waiting: figures.jobs_waiting,
  ronghui_jobs_oldest_seconds: figures.jobs_oldest_sec,
  ronghui_jobs_failed: figures.jobs_failed,
  ronghui_scheduled_jobs_failing: figures.scheduled_failing,
  ronghui_scheduled_jobs_overdue_seconds: figures.scheduled_overdue_sec,
  ronghui_seal_age_seconds: figures.seal_age_sec,
  ronghui_unsealed_events: figures.unsealed,
  ronghui_unsealed_oldest_seconds: figures.unsealed_oldest_sec,
});

/** Dependencies of the look. */
interface DatabaseLookDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobTries: number;
  /** The scheduled jobs of this process. */
  readonly jobNames: readonly string[];
}

/**
 * Looks at the database: whether it answers, and what it says. Where it does not, what it would say is left out, because nobody knows it. One that is busy,
 * or a pool without a free connection, says nothing new of either.
 *
 * @source running 6.1
 */
export const createDatabaseLook =
  ({ database, clock, jobTries, jobNames }: DatabaseLookDeps): Look =>
  async () => {
    const late = new AbortController();
    const silent = wait(longestMs, null, { signal: late.signal, ref: false });
    silent.catch(() => undefined);
    try {
      const figures = await Promise.race([findFigures(database.reading('service'), { jobTries, jobNames }), silent]);
      if (figures === null) return state({ silent: true });
      if (figures === undefined) throw new Error('the database has no figures');
      return readingsOf(figures, clock.now().getTime());
    } catch (error) {
      const code = errorCodeOf(error);
      if (code === silence) return state({ silent: true });
      if (code === tooMany) return state({ full: true });
      if (isDatabaseBusy(error)) throw error;
      return state({});
    } finally {
      late.abort();
    }
  };

const pools = ['service', 'tenant', 'entry'] as const;

/** Looks at the pools of this process: those of the database, and those of its replica. */
export const createPoolLook =
  (database: Database, replica?: Replica): Look =>
  () => {
    const each = [
      ...pools.map((kind) => ({ labels: { pool: kind }, pool: database.pool(kind) })),
      ...pools.flatMap((kind) =>
        replica === undefined ? [] : [{ labels: { pool: `replica ${kind}` }, pool: replica.pool(kind) }],
      ),
    ];
    return {
      ronghui_pool_size: each.map(({ labels, pool }) => ({ labels, value: pool.options.max })),
      ronghui_pool_connections: each.flatMap(({ labels, pool }) => [
        { labels: { ...labels, state: 'used' }, value: pool.totalCount - pool.idleCount },
        { labels: { ...labels, state: 'idle' }, value: pool.idleCount },
      ]),
      ronghui_pool_waiting: each.map(({ labels, pool }) => ({ labels, value: pool.waitingCount })),
    };
  };
