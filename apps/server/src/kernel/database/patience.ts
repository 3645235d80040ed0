import type pg from 'pg';

/** Waits for answers that may never come: a server that is stopped keeps its connections, and says nothing. */
export interface Patience {
  /** Notes that an answer is owed on a connection. */
  owe(debt: object, client: pg.PoolClient): void;
  /** It came. */
  settle(debt: object): void;
  stop(): void;
}

const lookMs = 1000;

/** To callers, a database that says nothing is gone. */
const silent = (): Error => Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' });

/** Where `pg` keeps a connection's socket; its types do not say. */
const socketOf = (client: pg.PoolClient): { destroy(error: Error): unknown } =>
  (client as unknown as { readonly connection: pg.Connection }).connection.stream;

/**
 * Cuts a connection that owes an answer for longer than a statement may take; whoever waits on it hears that the database is gone.
 *
 * @param patienceMs longer than the server's own bound on statements, which comes first while the server lives
 * @source R14.6
 */
export const createPatience = (patienceMs: number): Patience => {
  const owed = new Map<object, { readonly client: pg.PoolClient; readonly endMs: number }>();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const { client, endMs } of owed.values()) if (endMs <= nowMs) socketOf(client).destroy(silent());
  }, lookMs);
  timer.unref();
  return {
    owe: (debt, client) => void owed.set(debt, { client, endMs: performance.now() + patienceMs }),
    settle: (debt) => void owed.delete(debt),
    stop: () => clearInterval(timer),
  };
};
