import type pg from 'pg';

/** Ends queries without an answer: a suspended server keeps its connections open and sends nothing. */
export interface InFlightTimeout {
  /** Notes that a query is in flight on a connection. */
  track(query: object, client: pg.PoolClient): void;
  /** Notes that the query has ended. */
  finish(query: object): void;
  stop(): void;
}

const checkMs = 1000;

/** Callers treat a database that does not answer as unreachable. */
const timedOut = (): Error => Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' });

/** The socket of a connection, which `pg`'s types do not declare. */
const socketOf = (client: pg.PoolClient): { destroy(error: Error): unknown } =>
  (client as unknown as { readonly connection: pg.Connection }).connection.stream;

/**
 * Destroys a connection whose query is in flight for longer than a statement may take; every query on it fails with `ETIMEDOUT`.
 *
 * @param timeoutMs longer than the server's own `statement_timeout`, which fires first while the server runs
 * @source R14.6
 */
export const createInFlightTimeout = (timeoutMs: number): InFlightTimeout => {
  const inFlight = new Map<object, { readonly client: pg.PoolClient; readonly endMs: number }>();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const { client, endMs } of inFlight.values()) if (endMs <= nowMs) socketOf(client).destroy(timedOut());
  }, checkMs);
  timer.unref();
  return {
    track: (query, client) => void inFlight.set(query, { client, endMs: performance.now() + timeoutMs }),
    finish: (query) => void inFlight.delete(query),
    stop: () => clearInterval(timer),
  };
};
