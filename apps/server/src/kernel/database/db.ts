import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type CompiledQuery,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import pg from 'pg';
import { beginSnapshot, beginSnapshotOf, codeOf, PoolConnection, types } from '#kernel/database/connection';
import { FlightTransport } from '#kernel/database/flight';
import { createSilenceWatch, type SilenceWatch } from '#kernel/database/silence-watch';
import { ignoreHere, type Planning } from '#kernel/database/statement';
import type { Tables } from '#tables';

/** Reads, each statement in a flight of its own. It cannot open a transaction; that is what `transact` is for. */
export type Db = Omit<Kysely<Tables>, 'transaction' | 'startTransaction' | 'connection' | 'destroy'>;

declare const inTransaction: unique symbol;
/** The inside of a transaction; only `transact` provides it, so that a function with this parameter always runs in one. */
export type Tx = Db & { readonly [inTransaction]: true };

/** The rows that a statement may see: one tenant's (row-level security), or all, for login, jobs and ops. */
export type Scope = { readonly tenantId: string } | 'service';

/** The channels by which nodes notify each other through the database. */
export type Channel = 'session_ended' | 'content_changed' | 'outbox_filled' | 'job_sent' | 'job_cancelled';

interface Announcement {
  readonly channel: Channel;
  readonly payload: string;
}
const announcementsOf = new WeakMap<Tx, Announcement[]>();

/**
 * Notifies all nodes after the transaction is committed. NOTIFY is not used inside one: PostgreSQL serialises commits that notify,
 * each with its wait for the disk. If a process dies before it notifies, nodes are late by seconds at most: caches and
 * workers also poll.
 */
export const announce = (tx: Tx, channel: Channel, payload = ''): void => {
  announcementsOf.set(tx, [...(announcementsOf.get(tx) ?? []), { channel, payload }]);
};

const tenantRole = 'ronghui_tenant';
const statementMs = 15_000;
/** A running server ends a statement at its own timeout; the connection is closed this much later. */
const marginMs = 2000;

/** The connection of a transaction or snapshot. */
const connections = new WeakMap<Db, PoolConnection>();

/**
 * Sends a write of a transaction without waiting for it: it leaves with the next statements, and its failure fails the transaction. For writes
 * whose result is not needed. Statements are executed in the order in which they were sent.
 */
export const send = (tx: Tx, query: { compile(db: Tx): CompiledQuery }): void =>
  connections.get(tx)?.send(query.compile(tx));

/**
 * Stores rows in the format of COPY, within a transaction: `copy t (a, b) from stdin`. Nothing else is sent over it meanwhile. For millions of
 * rows; a table with policies refuses it. Returns the number of rows.
 */
export const copyRows = async (tx: Tx, text: string, pieces: AsyncIterable<Uint8Array>): Promise<number> => {
  const connection = connections.get(tx);
  if (connection === undefined) throw new Error('rows are copied within a transaction');
  return connection.copy(text, pieces);
};

/** Lets each statement of a transaction or snapshot take minutes; for what writes or reads very many rows while its caller waits. */
export const allowMinutes = (within: Tx | Snapshot['db'], minutes: number): void =>
  connections.get(within)?.allow(minutes * 60_000, minutes * 60_000 + marginMs);
/** The same for jobs, which also have a lower priority than calls where the database is embedded (0083). */
export const allowMinutesBehind = (within: Tx | Snapshot['db'], minutes: number): void => {
  connections.get(within)?.putBehind();
  allowMinutes(within, minutes);
};
/** Reads that all see the data of one moment. It keeps a connection until it is closed. */
export interface Snapshot {
  readonly db: Db;
  /** Opens another one of the same moment: one statement is executed while the rows of another are used. */
  twin(): Promise<Snapshot>;
  /** Ends it; never rejects. */
  close(): Promise<void>;
}

/** The connections of one process. */
export interface Database {
  /** Reads of a scope. A tenant's read is `begin; set tenant; statement; commit` in one flight (stack, round trips). */
  reading(scope: Scope): Db;
  /** Runs `work` in one transaction. Retried up to 3 times on serialisation failure and deadlock. */
  transact<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Opens a snapshot of what a scope may see, for reads that are too large for one statement. */
  snapshot(scope: Scope): Promise<Snapshot>;
  /** The pool behind a scope, for listeners and health. */
  pool(kind: 'service' | 'tenant'): pg.Pool;
  /** The client of every other connection of the process to this database: left when the database is silent, as the pools' are. */
  readonly Client: SilenceWatch['Client'];
  close(): Promise<void>;
}

type Connection = Awaited<ReturnType<Driver['acquireConnection']>>;
/** A Kysely driver on borrowed connections: it never begins, commits or closes. */
class BorrowingDriver implements Driver {
  readonly #acquire: () => Promise<PoolConnection>;
  readonly #release: (connection: PoolConnection) => void;
  constructor(acquire: () => Promise<PoolConnection>, release: (connection: PoolConnection) => void) {
    this.#acquire = acquire;
    this.#release = release;
  }
  async init() {}
  acquireConnection() {
    return this.#acquire();
  }
  async releaseConnection(connection: Connection) {
    if (connection instanceof PoolConnection) this.#release(connection);
  }
  async beginTransaction() {
    throw new Error('transactions begin in transact');
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async destroy() {}
}

const kyselyOn = (driver: Driver): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

/**
 * Builds a statement once; afterwards only its parameters change. For frequent reads, where building the statement costs as much
 * as handling the request. Its parameters are the arguments, each once and in order.
 */
export const builtOnce = <Row, Args extends readonly unknown[]>(
  build: (db: Db, ...args: Args) => { compile(): CompiledQuery<Row> },
): ((db: Db, ...args: Args) => Promise<Row[]>) => {
  let built: CompiledQuery<Row> | undefined;
  return async (db, ...args) => {
    if (built === undefined) {
      const first = build(db, ...args).compile();
      if (!isDeepStrictEqual(first.parameters, args)) throw new Error(`parameters are not the arguments: ${first.sql}`);
      built = first;
    }
    const { rows } = await db.executeQuery<Row>({ ...built, parameters: args });
    return rows;
  };
};

/** Reads by a statement that is planned in one way, where a tenant's read is no part of a transaction. */
export const readPlanned = async <Row>(db: Db, planning: Planning, compiled: CompiledQuery<Row>): Promise<Row[]> => {
  // What the driver gets beside the statement; the query builder hands it on.
  const planned: CompiledQuery<Row> & { readonly planning: Planning } = { ...compiled, planning };
  return (await db.executeQuery<Row>(planned)).rows;
};

const retryable = new Set(['40001', '40P01']);

/** The configuration of a process's connections. The first migration fixes the names of the roles. */
export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize?: number;
  /** True: statements are sent in flights; false: one after the other, as `pg` does. */
  readonly flights?: boolean;
  readonly onError: (error: Error) => void;
  /** Lowers the priority of the server process of a transaction or snapshot that `allowMinutes`; its connection is not used again. */
  readonly putBehind?: (processId: number) => void;
}

/** The settings of a session. Pages of an index are in memory or on a disk without heads: the default of 4 prefers a scan of a whole table. */
const sessionSettings = `-c statement_timeout=${statementMs} -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000 -c random_page_cost=1.1`;

const poolOf = (options: DatabaseOptions, role: string, { Client }: SilenceWatch): pg.Pool => {
  const { flights: isPipelined = true } = options;
  const pool = new pg.Pool({
    Client,
    connectionString: options.url,
    max: options.poolSize ?? 10,
    options: `-c role=${role} ${sessionSettings}`,
    connectionTimeoutMillis: 5000,
    application_name: role,
    pipeline: isPipelined,
    types,
  });
  // Without these handlers, on the pool and on each connection in use, a restart of the server would end the process; a pool that ends misses none.
  const report = (error: Error) => void (pool.ending || options.onError(error));
  pool.on('error', report).on('connect', (client) => {
    client.on('error', report);
    if (isPipelined && role === tenantRole) FlightTransport.prepare(client);
  });
  return pool;
};

/** Begins a snapshot on a connection of its own: of this moment, or of that of another which was exported under a name. */
const openSnapshot = async (checkOut: () => Promise<PoolConnection>, scope: Scope, name = ''): Promise<Snapshot> => {
  const connection = await checkOut();
  const beginning = name === '' ? beginSnapshot : beginSnapshotOf(name);
  connection.begin(scope === 'service' ? null : scope.tenantId, beginning);
  const db = kyselyOn(new BorrowingDriver(async () => connection, ignoreHere));
  connections.set(db, connection);
  let isOpen = true;
  return {
    db,
    async twin() {
      const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(db);
      return openSnapshot(checkOut, scope, rows[0]?.name);
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await connection.rollback();
      connection.release();
    },
  };
};

/** Opens the two pools of a process: the tenants' role and the service's. */
export const openDatabase = (options: DatabaseOptions): Database => {
  const { url, flights: isPipelined = true, onError, putBehind } = options;
  const watch = createSilenceWatch({
    url,
    longestMs: statementMs + marginMs,
    onSilence: () => onError(new Error('the database is silent')),
  });
  const pools = { service: poolOf(options, 'ronghui_service', watch), tenant: poolOf(options, tenantRole, watch) };
  const readers = new Map<string, Kysely<Tables>>();

  const readerFor = (tenantId: string | null) => {
    const pool = tenantId === null ? pools.service : pools.tenant;
    return kyselyOn(
      new BorrowingDriver(
        async () => new PoolConnection({ client: await watch.connect(pool), isPipelined, tenantId, watch }),
        (connection) => connection.release(),
      ),
    );
  };

  const checkOut = async (scope: Scope): Promise<PoolConnection> => {
    const client = await watch.connect(scope === 'service' ? pools.service : pools.tenant);
    return new PoolConnection({ client, isPipelined, tenantId: null, watch, putBehind });
  };

  const once = async <T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const connection = await checkOut(scope);
    try {
      connection.begin(scope === 'service' ? null : scope.tenantId);
      // `Tx` is a brand of the type system; only this place creates it.
      const tx = kyselyOn(new BorrowingDriver(async () => connection, ignoreHere)) as unknown as Tx;
      connections.set(tx, connection);
      const result = await work(tx);
      await connection.commit();
      for (const { channel, payload } of announcementsOf.get(tx) ?? []) connection.notify(channel, payload);
      return result;
    } catch (error) {
      await connection.rollback();
      throw await connection.reasonOf(error);
    } finally {
      connection.release();
    }
  };

  return {
    reading(scope) {
      const key = scope === 'service' ? '' : scope.tenantId;
      let reader = readers.get(key);
      if (reader === undefined) {
        if (readers.size >= 5000) readers.clear();
        reader = readerFor(scope === 'service' ? null : scope.tenantId);
        readers.set(key, reader);
      }
      return reader;
    },
    snapshot: (scope) => openSnapshot(() => checkOut(scope), scope),
    async transact(scope, work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(scope, work);
        } catch (error) {
          if (attempt > 3 || !retryable.has(codeOf(error) ?? '')) throw error;
          // Without the pause it would take its first lock again before the other transaction continues, and deadlock again.
          await wait(randomInt(10, 50) * attempt);
        }
      }
    },
    pool: (kind) => pools[kind],
    Client: watch.Client,
    async close() {
      watch.stop();
      await Promise.all([pools.service.end(), pools.tenant.end()]);
    },
  };
};
