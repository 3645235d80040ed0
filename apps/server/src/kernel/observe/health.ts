import type pg from 'pg';
import type { NodePhase, Phase } from '#kernel/observe/node-phase';

/** Whether the process can serve, and which dependencies fail. */
export interface Readiness {
  readonly status: 'ok' | 'unavailable';
  readonly dependencies: Readonly<Record<string, 'ok' | 'unavailable'>>;
}

/** Whether this node can serve, apart from what all nodes depend on. */
export interface NodeReadiness extends Pick<Readiness, 'dependencies'> {
  /** `degraded`: the node serves, and calls that need what is away are answered with a sentence. */
  readonly status: 'ok' | 'degraded' | 'unavailable';
  readonly node: Phase;
}

/** Checks on demand. */
export interface Health {
  check(): Promise<Readiness>;
  /** What a balancer asks: a dependency that is away for all nodes takes none of them out. */
  checkNode(): Promise<NodeReadiness>;
}

const timeoutMs = 2000;
/** A balancer gives a node up sooner than the check ends: what the database says comes along, and decides nothing. @unit ms */
const nodeTimeoutMs = 500;

/** A node whose clock is further from that of the shared state refuses calls that others serve. @unit ms @source running 1.4 */
const clockOffMs = 30_000;

/**
 * Checks the database (R14.4), and the node's clock against it where the database has the shared state and `clock` is given. Concurrent callers share one
 * check.
 */
export const createHealth = (pool: pg.Pool, phase: NodePhase, clock: { nowMs(): number } | null = null): Health => {
  let looking: Promise<Readiness> | null = null;
  const look = async (): Promise<Readiness> => {
    const late = new Promise<'unavailable'>((resolve) => {
      setTimeout(() => resolve('unavailable'), timeoutMs).unref();
    });
    let isOff = false;
    const asked = pool.query<{ now: Date }>('select app_now() as now').then(
      ({ rows }) => {
        isOff = clock !== null && Math.abs((rows[0]?.now.getTime() ?? 0) - clock.nowMs()) > clockOffMs;
        return 'ok' as const;
      },
      () => 'unavailable' as const,
    );
    const database = await Promise.race([asked, late]);
    if (clock === null) return { status: database, dependencies: { database } };
    const own = isOff ? 'unavailable' : 'ok';
    return { status: isOff ? 'unavailable' : database, dependencies: { database, clock: own } };
  };
  const ask = (): Promise<Readiness> => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
  return {
    async check() {
      const { status, dependencies } = await ask();
      return { status: phase.now === 'serving' ? status : 'unavailable', dependencies };
    },
    async checkNode() {
      const late = new Promise<Readiness>((resolve) => {
        setTimeout(
          () => resolve({ status: 'unavailable', dependencies: { database: 'unavailable' } }),
          nodeTimeoutMs,
        ).unref();
      });
      const { status, dependencies } = await Promise.race([ask(), late]);
      // Read after the wait: the node may have begun to drain.
      const node = phase.now;
      if (node !== 'serving' || dependencies['clock'] === 'unavailable')
        return { status: 'unavailable', node, dependencies };
      return { status: status === 'ok' ? 'ok' : 'degraded', node, dependencies };
    },
  };
};
