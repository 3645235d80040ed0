import type pg from 'pg';
import type { NodePhase, Phase } from '#kernel/observe/node-phase';
import type { FastState } from '#kernel/ports';

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

/** The state that nodes share, and the clock that is compared with its own. */
interface SharedState {
  readonly state: Pick<FastState, 'askNowMs'>;
  readonly clock: { nowMs(): number };
}

type Found = 'ok' | 'unavailable';

/**
 * Checks the database (R14.4), and where nodes share a state, that it answers and how far this node's clock is from its own. Concurrent callers share one
 * check.
 */
export const createHealth = (pool: pg.Pool, phase: NodePhase, { state, clock }: SharedState): Health => {
  let looking: Promise<Readiness> | null = null;
  const askDatabase = async (): Promise<Found> => {
    await pool.query('select 1');
    return 'ok';
  };
  const look = async (): Promise<Readiness> => {
    const unavailable = new Promise<'unavailable'>((resolve) => {
      setTimeout(() => resolve('unavailable'), timeoutMs).unref();
    });
    const orLate = <T>(asked: Promise<T>) => Promise.race([asked.catch(() => 'unavailable' as const), unavailable]);
    const [database, nowMs] = await Promise.all([
      orLate(askDatabase()),
      state.askNowMs === undefined ? null : orLate(state.askNowMs()),
    ]);
    if (nowMs === null) return { status: database, dependencies: { database } };
    const sharedState: Found = nowMs === 'unavailable' ? nowMs : 'ok';
    // What does not answer says nothing of the clock.
    const isOff = nowMs !== 'unavailable' && Math.abs(nowMs - clock.nowMs()) > clockOffMs;
    const dependencies = { database, sharedState, clock: isOff ? ('unavailable' as const) : ('ok' as const) };
    const isReady = Object.values(dependencies).every((found) => found === 'ok');
    return { status: isReady ? 'ok' : 'unavailable', dependencies };
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
