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
} from 'kysely';
import pg from 'pg';
import { codeOf, PoolConnection, types } from '#kernel/database/connection';
import { FlightTransport } from '#kernel/database/flight';
import { createInFlightTimeout } from '#kernel/database/in-flight-timeout';
import { ignoreHere } from '#kernel/database/statement';
import type { Tables } from '#tables';

/** Reads, each statement a flight of its own. Has no way into a transaction: that is what `transact` is for. */
export type Db = Omit<Kysely<Tables>, 'transaction' | 'startTransaction' | 'connection' | 'destroy'>;

declare const inTransaction: unique symbol;
/** The inside of a transaction; only `transact` hands one out, so that a function taking it cannot run without. */
export type Tx = Db & { readonly [inTransaction]: true };

/** Whose rows a statement may see: one tenant's (row-level security), or all, as login, jobs and ops do. */
export type Scope = { readonly tenantId: string } | 'service';

/** What nodes tell each other through the database. */
export type Channel = 'session_ended' | 'content_changed' | 'outbox_filled' | 'job_sent' | 'job_cancelled';

interface Announcement {
  readonly channel: Channel;
  readonly payload: string;
}
const announcementsOf = new WeakMap<Tx, Announcement[]>();

/**
 * Tells all nodes something once the transaction is committed. Never by NOTIFY inside one: PostgreSQL lets commits that notify pass one at a
 * time, each with its wait for the disk. An announcement that a dying process does not send is missed for seconds at most: caches and
 * workers look by themselves.
 */
export const announce = (tx: Tx, channel: Channel, payload = ''): void => {
  announcementsOf.set(tx, [...(announcementsOf.get(tx) ?? []), { channel, payload }]);
};

const connections = new WeakMap<Tx, PoolConnection>();

/**
 * Sends a write of a transaction and does not wait for it: it leaves with what follows, and its failure is the transaction's. For what
 * nobody reads the answer of. Statements are carried out in the order in which they were sent.
 */
export const send = (tx: Tx, query: { compile(db: Tx): CompiledQuery }): void =>
  connections.get(tx)?.send(query.compile(tx));

/** The connections of one process. */
export interface Database {
  /** Reads of a scope. A tenant's go as `begin; set tenant; statement; commit` in one flight (stack, round trips). */
  reading(scope: Scope): Db;
  /** Runs `work` in one transaction; its writes are all there or none. Retried up to 3 times on serialisation failure and deadlock. */
  transact<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The pool behind a scope, for listeners and health. */
  pool(kind: 'service' | 'tenant'): pg.Pool;
  close(): Promise<void>;
}

type Connection = Awaited<ReturnType<Driver['acquireConnection']>>;
/** What Kysely needs to run on connections that are somebody else's: it never begins, commits or closes here. */
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
 * A statement that is built once: from then on only its parameters change. For what is read with every click, where building costs as much
 * as a door. Its parameters are the arguments, each once and in order.
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

const retryable = new Set(['40001', '40P01']);

const tenantRole = 'ronghui_tenant';
const statementMs = 15_000;
/** A server that lives ends a statement at its own bound: the connection is given up after this much more. */
const marginMs = 2000;

/** How a process reaches its database. `role` names are fixed by the first migration. */
export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize?: number;
  /** Statements go in flights; false: as plain `pg` sends them, one after the other. */
  readonly flights?: boolean;
  readonly onError: (error: Error) => void;
}

const poolOf = (options: DatabaseOptions, role: string): pg.Pool => {
  const { flights: isPipelined = true } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    options: `-c role=${role} -c statement_timeout=${statementMs} -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000`,
    connectionTimeoutMillis: 5000,
    application_name: role,
    pipeline: isPipelined,
    types,
  });
  // Without these a restart of the server would end the process: on the pool, and on each connection that is lent out.
  pool.on('error', options.onError);
  pool.on('connect', (client) => {
    client.on('error', options.onError);
    if (isPipelined && role === tenantRole) FlightTransport.prepare(client);
  });
  return pool;
};

/** Opens the two pools of a process: the tenants' role and the service's. */
export const openDatabase = (options: DatabaseOptions): Database => {
  const pools = { service: poolOf(options, 'ronghui_service'), tenant: poolOf(options, tenantRole) };
  const readers = new Map<string, Kysely<Tables>>();
  const { flights: isPipelined = true } = options;
  const timeout = createInFlightTimeout(statementMs + marginMs);

  const readerFor = (tenantId: string | null) => {
    const pool = tenantId === null ? pools.service : pools.tenant;
    return kyselyOn(
      new BorrowingDriver(
        async () => new PoolConnection({ client: await pool.connect(), isPipelined, tenantId, timeout }),
        (connection) => connection.release(),
      ),
    );
  };

  const once = async <T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await (scope === 'service' ? pools.service : pools.tenant).connect();
    const connection = new PoolConnection({ client, isPipelined, tenantId: null, timeout });
    try {
      connection.begin(scope === 'service' ? null : scope.tenantId);
      // `Tx` is a promise of the type system: this is the one place that gives it.
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
    async transact(scope, work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(scope, work);
        } catch (error) {
          if (attempt > 3 || !retryable.has(codeOf(error) ?? '')) throw error;
          // At once, it would take its first lock again before the one it made way for has woken, and meet it once more.
          await wait(randomInt(10, 50) * attempt);
        }
      }
    },
    pool: (kind) => pools[kind],
    async close() {
      timeout.stop();
      await Promise.all([pools.service.end(), pools.tenant.end()]);
    },
  };
};
