import { setTimeout as wait } from 'node:timers/promises';
import { type Database, openDatabase } from '#kernel/database/db';
import type { DatabaseOptions, PoolKind } from '#kernel/database/pools';
import { findPosition, findStanding } from '#kernel/database/replica/replica.sql';
import { isDatabaseBusy, isDatabaseGone } from '#kernel/faults';
import type { Log } from '#kernel/ports';

/**
 * `ok` it has nearly all that the primary has, `behind` it has not, `gone` it does not answer, `wrong` it is no standby of this database or does not know our
 * roles, `unknown` nobody could look.
 */
type ReplicaKind = 'ok' | 'behind' | 'gone' | 'wrong' | 'unknown';

/** A replica as it was last seen. */
interface ReplicaState {
  readonly kind: ReplicaKind;
  /** How far it is behind; null where nobody knows it. @unit seconds */
  readonly lagSec: number | null;
}

/** The reads of a database. */
export type Reads = Pick<Database, 'reading' | 'snapshot'>;

/** A standby of the primary, which takes reads that need not have the last second, and writes nothing. @source running 1.9 */
export interface Replica extends Reads {
  /** How it stands; it is looked at anew after some seconds. Never rejects. */
  state(): Promise<ReplicaState>;
  /**
   * Waits until it has replayed all that the primary had committed by now, half a minute at most. False where it has not by then, or cannot; rejects with the
   * reason of the signal, and where the primary does not say how far it is.
   */
  catchesUp(signal: AbortSignal): Promise<boolean>;
  /** Notes that it did not give what it was asked for; while it is gone, nobody asks. */
  failed(error: unknown): void;
  /** As of a database, for the figures of its pools. */
  pool(kind: PoolKind): ReturnType<Database['pool']>;
  close(): Promise<void>;
}

/** How long is waited, how often is looked, and how long what was seen is kept. Tests have other ones. */
export interface ReplicaTimes {
  /** For a position to be replayed. @unit ms */
  readonly waitMs: number;
  readonly lookMs: number;
  readonly keptMs: number;
}

/** Dependencies of a replica; its pools are of the sizes of the primary's. */
interface ReplicaOptions extends Pick<DatabaseOptions, 'url' | 'flights' | 'sizes'> {
  readonly primary: Database;
  readonly log: Log;
  readonly times?: Partial<ReplicaTimes>;
}

const unknown: ReplicaState = { kind: 'unknown', lagSec: null };

/** What a replica is that did not say how it stands. */
const kindOf = (error: unknown): ReplicaKind => {
  if (isDatabaseGone(error)) return 'gone';
  return isDatabaseBusy(error) ? 'unknown' : 'wrong';
};

const standardTimes: ReplicaTimes = { waitMs: 30_000, lookMs: 200, keptMs: 5000 };

/**
 * Further behind, statistics come from the primary. Nodes commit every five seconds, so that the last commit which a replica has replayed says how far it is.
 *
 * @unit seconds
 */
export const mostLagSec = 30;

/** Opens the connections to a replica, of which none is made before it is asked. */
export const openReplica = ({ primary, log, times, ...options }: ReplicaOptions): Replica => {
  const { waitMs, lookMs, keptMs } = { ...standardTimes, ...times };
  const onError = (error: Error) => log.warn({ event: 'replicaConnectionLost', error });
  const own = openDatabase({ ...options, isReplica: true, onError });
  // Of the connections that others never get, so that it can be looked at while they are all in use.
  const looking = own.reading('service', 'entry');

  let seen = unknown;
  let seenAtMs = Number.NEGATIVE_INFINITY;
  let look: Promise<ReplicaState> | null = null;
  const keep = (state: ReplicaState, error?: unknown): ReplicaState => {
    const facts = { event: 'replicaState', kind: state.kind, ...(error !== undefined && { error }) };
    if (state.kind !== seen.kind) log[state.kind === 'ok' ? 'info' : 'warn'](facts);
    seen = state;
    seenAtMs = performance.now();
    return state;
  };

  const stateNow = async (): Promise<ReplicaState> => {
    const position = await findPosition(primary.reading('service', 'entry')).catch(() => null);
    if (position === null) return keep(unknown);
    try {
      const { system, isStandby, hasReplayed, behindSec } = await findStanding(looking, position);
      if (!isStandby || system !== position.system) return keep({ kind: 'wrong', lagSec: null });
      if (hasReplayed) return keep({ kind: 'ok', lagSec: 0 });
      const lagSec = behindSec === null ? null : Math.max(0, behindSec);
      return keep({ kind: lagSec !== null && lagSec <= mostLagSec ? 'ok' : 'behind', lagSec });
    } catch (error) {
      return keep({ kind: kindOf(error), lagSec: null }, error);
    }
  };

  const failed = (error: unknown): void => {
    log.warn({ event: 'replicaFailed', error });
    if (isDatabaseGone(error)) keep({ kind: 'gone', lagSec: null });
  };

  return {
    reading: (scope, via) => own.reading(scope, via),
    snapshot: (scope, via) => own.snapshot(scope, via),
    pool: (kind) => own.pool(kind),
    failed,
    async state() {
      if (performance.now() - seenAtMs < keptMs) return seen;
      look ??= stateNow().finally(() => {
        look = null;
      });
      return look;
    },
    async catchesUp(signal) {
      const untilMs = performance.now() + waitMs;
      const position = await findPosition(primary.reading('service'));
      for (;;) {
        const standing = await findStanding(looking, position).catch((error: unknown) => {
          failed(error);
          return null;
        });
        if (standing === null || !standing.isStandby || standing.system !== position.system) return false;
        if (standing.hasReplayed) return true;
        if (performance.now() >= untilMs) return false;
        await wait(lookMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    },
    close: () => own.close(),
  };
};
