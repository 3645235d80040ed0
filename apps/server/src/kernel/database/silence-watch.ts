import pg from 'pg';
import { ignoreHere } from '#kernel/database/statement';
import { poolFull } from '#kernel/pool-full';

/** Ends what waits for a database that says nothing: one that is suspended, or behind a network that swallows everything, keeps its connections open. */
export interface SilenceWatch {
  /** A client whose connection is closed when the database falls silent, and once more when it answers again. */
  readonly Client: new (
    config?: pg.ClientConfig,
  ) => pg.Client;
  /**
   * A connection of a pool. Rejects with `ETIMEDOUT` as soon as the database is found to be silent, and with `POOLFULL` where all connections of the pool
   * are in use for two seconds, `waitedMs` of which the caller has waited for something else, or for `mostMs` where that is less.
   */
  connect(pool: pg.Pool, bounds?: { readonly waitedMs?: number; readonly mostMs?: number }): Promise<pg.PoolClient>;
  /** Notes that a query is in flight on a connection; `longestMs` is how long it may take, where that is longer than usual. */
  track(query: object, client: pg.PoolClient, longestMs?: number): void;
  /** Notes that the query has ended. */
  finish(query: object): void;
  stop(): void;
}

/** Dependencies of the watch. */
export interface SilenceWatchOptions {
  readonly url: string;
  /** The longest that a statement may take, longer than the server's own `statement_timeout`. @unit ms */
  readonly longestMs: number;
  /** Called at the beginning of a silence. */
  readonly onSilence: () => void;
}

interface Wait {
  readonly sinceMs: number;
  /** The connection of a query; null while a connection is waited for. */
  readonly client: pg.PoolClient | null;
  /** How long it may take. @unit ms */
  readonly longestMs: number;
  /** How many times in a row the server did not work on the query. */
  idleLooks: number;
  /** Ends the wait. */
  end(error: Error): void;
}

const lookMs = 250;
/** A wait of this length is looked into. */
const suspiciousMs = 1000;
/** How long the server has for its answer. Everything together stays below the five seconds of R14.6. */
const answerMs = 2500;
/** How often a silent database is asked, each time over a new connection. */
const askAgainMs = 500;
const connectMs = 5000;
/** A reply may be on its way when the server is seen idle. */
const idleLooksBeforeEnd = 2;

/** Callers treat a database that does not answer as unreachable. */
const timedOut = (): Error => Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' });

/** How long a free connection is waited for. @unit ms @source security 4.14 */
const fullMs = 2000;
/** Callers treat a database whose connections are in use as busy. */
const full = (): Error => Object.assign(new Error('all connections are in use'), { code: poolFull });

/** Closes a connection without a farewell: a dead one would wait for its answer. `pg`'s types do not declare its socket. */
const closeNow = (client: object, error?: Error): void => {
  (client as { readonly connection: pg.Connection }).connection.stream.destroy(error);
};

const closeAll = (clients: Iterable<object>): void => {
  for (const client of clients) closeNow(client, timedOut());
};

/** The server process behind a connection. */
export const processIdOf = (client: object): number => (client as { readonly processID: number }).processID;

/** The server processes that work on a statement, not waiting for their client. */
const working = `select pid from pg_stat_activity
  where pid = any($1) and state <> 'idle' and state <> 'idle in transaction' and wait_event_type is distinct from 'Client'`;

/** Asks over a connection of its own which of some server processes are at work; a refusal is an answer too, of nothing. */
const ask = async (url: string, pids: readonly number[]): Promise<ReadonlySet<number> | null> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ronghui_watch',
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
  });
  client.on('error', ignoreHere);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(working, [pids]);
    return new Set(rows.map(({ pid }) => pid));
  } catch (error) {
    if (error instanceof pg.DatabaseError) return null;
    throw error;
  } finally {
    client.end().catch(ignoreHere);
  }
};

/** Resolves after a time, once everything that had arrived by then was handled. */
const after = (ms: number, signal: AbortSignal): Promise<'late'> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => setImmediate(resolve, 'late'), ms);
    timer.unref();
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

/** What a wait for a connection is bound by. */
interface WaitBounds {
  readonly longestMs: number;
  /** How long a free connection is waited for. @unit ms */
  readonly freeMs: number;
  /** The question whether the database is silent, while one is open. */
  readonly verdict: () => Promise<void> | null;
}

/** Waits for a connection of a pool, in sight of the watch; where all of them are in use, not for long. */
const connectWatched = (
  pool: pg.Pool,
  waits: Map<object, Wait>,
  { longestMs, freeMs, verdict }: WaitBounds,
): Promise<pg.PoolClient> =>
  new Promise((resolve, reject) => {
    const key = {};
    const isFull = pool.totalCount >= pool.options.max && pool.idleCount === 0;
    // A database that is being asked may be silent, and then that is the reason.
    const giveUp = () => void Promise.resolve(verdict()).then(() => end(full()));
    const timer = isFull ? setTimeout(giveUp, freeMs) : undefined;
    const end = (error: unknown): boolean => {
      clearTimeout(timer);
      if (!waits.delete(key)) return false;
      reject(error);
      return true;
    };
    waits.set(key, { sinceMs: performance.now(), client: null, longestMs, idleLooks: 0, end });
    pool.connect().then((client) => {
      clearTimeout(timer);
      if (waits.delete(key)) resolve(client);
      else client.release();
    }, end);
  });

/**
 * Looks into every wait for the database that is longer than a second, by asking the server over another connection. No answer: the database
 * is silent, every connection is closed, every wait fails, and so does every new one at once until the server answers again. An answer that
 * the server does not work on the query: its connection alone is dead, and is closed. A statement that is at work may take its time.
 *
 * @source R14.6
 */
export const createSilenceWatch = ({ url, longestMs, onSilence }: SilenceWatchOptions): SilenceWatch => {
  const clients = new Set<pg.Client>();
  const waits = new Map<object, Wait>();
  let question: Promise<void> | null = null;
  let asking: NodeJS.Timeout | undefined;

  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      clients.add(this);
      this.once('end', () => clients.delete(this));
    }
  }

  const fallSilent = (): void => {
    onSilence();
    asking = setInterval(() => void ask(url, []).then(comeBack, ignoreHere), askAgainMs);
    asking.unref();
    closeAll(clients);
    for (const wait of waits.values()) wait.end(timedOut());
  };

  const comeBack = (): void => {
    if (asking === undefined) return;
    clearInterval(asking);
    asking = undefined;
    // Those that were being opened meanwhile.
    closeAll(clients);
  };

  const lookInto = async (suspicious: readonly Wait[]): Promise<void> => {
    const pids = suspicious.flatMap(({ client }) => (client === null ? [] : [processIdOf(client)]));
    const over = new AbortController();
    const answer = await Promise.race([ask(url, pids), after(answerMs, over.signal)]).catch(() => 'late' as const);
    over.abort();
    if (answer === 'late') return fallSilent();
    for (const wait of suspicious) {
      if (wait.client === null || answer === null) continue;
      wait.idleLooks = answer.has(processIdOf(wait.client)) ? 0 : wait.idleLooks + 1;
      if (wait.idleLooks >= idleLooksBeforeEnd) wait.end(timedOut());
    }
  };

  const look = (): void => {
    const nowMs = performance.now();
    const isPast = ({ sinceMs }: Wait, ms: number) => sinceMs + ms <= nowMs;
    for (const wait of waits.values()) if (wait.client !== null && isPast(wait, wait.longestMs)) wait.end(timedOut());
    if (question !== null || asking !== undefined) return;
    const suspicious = [...waits.values()].filter((wait) => isPast(wait, suspiciousMs));
    if (suspicious.length === 0) return;
    question = lookInto(suspicious).finally(() => {
      question = null;
    });
  };
  const timer = setInterval(look, lookMs);
  timer.unref();

  return {
    Client,
    connect(pool, { waitedMs = 0, mostMs = fullMs } = {}) {
      if (asking !== undefined) return Promise.reject(timedOut());
      const freeMs = Math.max(0, Math.min(fullMs - waitedMs, mostMs - waitedMs));
      return connectWatched(pool, waits, { longestMs, freeMs, verdict: () => question });
    },
    track: (query, client, ownMs = longestMs) => {
      const end = (error: Error) => closeNow(client, error);
      waits.set(query, { sinceMs: performance.now(), client, longestMs: ownMs, idleLooks: 0, end });
    },
    finish: (query) => void waits.delete(query),
    stop() {
      clearInterval(timer);
      clearInterval(asking);
    },
  };
};
