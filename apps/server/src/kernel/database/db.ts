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
import type pg from 'pg';
import { keptChannels, raiseVersion } from '#kernel/database/changes/change-version.sql';
import { beginSnapshot, beginSnapshotOf, codeOf, PoolConnection } from '#kernel/database/connection';
import { type DatabaseOptions, type PoolKind, poolOf, statementMs } from '#kernel/database/pools';
import type { Via } from '#kernel/database/share';
import { createSilenceWatch, type SilenceWatch } from '#kernel/database/silence-watch';
import { type Channel, ignoreHere, type Person, type Planning, type Scope } from '#kernel/database/statement';
import { countConnecting, leftMs, waitedOf } from '#kernel/database/waited';
import { tracerOf } from '#kernel/tracing';
import type { Tables } from '#tables';

/** Reads, each statement in a flight of its own. It cannot open a transaction; that is what `transact` is for. */
export type Db = Omit<Kysely<Tables>, 'transaction' | 'startTransaction' | 'connection' | 'destroy'>;

declare const inTransaction: unique symbol;
/** The inside of a transaction; only `transact` provides it, so that a function with this parameter always runs in one. */
export type Tx = Db & { readonly [inTransaction]: true };

export type { Person, Scope };

interface Announcement {
  readonly channel: Channel;
  readonly payload: string;
}
const announcementsOf = new WeakMap<Tx, Announcement[]>();

/**
 * Notifies all nodes after the transaction is committed. NOTIFY is not used inside one: PostgreSQL serialises commits that notify,
 * each with its wait for the disk. If a process dies before it notifies, workers are late by seconds at most, because they also poll; what nodes
 * keep has a version that is raised in the transaction, which they read twice a second.
 */
export const announce = (tx: Tx, channel: Channel, payload = ''): void => {
  announcementsOf.set(tx, [...(announcementsOf.get(tx) ?? []), { channel, payload }]);
};

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

/** Lets each statement of a transaction or snapshot take less time than usual; a longer one fails as one of a busy database does. */
export const limitStatements = (within: Tx | Snapshot['db'], ms: number): void =>
  connections.get(within)?.allow(ms, ms + marginMs);
/** Lets each statement of a transaction or snapshot take minutes; for what writes or reads very many rows while its caller waits. */
export const allowMinutes = (within: Tx | Snapshot['db'], minutes: number): void =>
  connections.get(within)?.allow(minutes * 60_000, minutes * 60_000 + marginMs);
/** Gives a transaction or snapshot a lower priority than others have, where the database is embedded (0083). */
export const putBehind = (within: Tx | Snapshot['db']): void => connections.get(within)?.putBehind();
/** Both, for jobs. */
export const allowMinutesBehind = (within: Tx | Snapshot['db'], minutes: number): void => {
  putBehind(within);
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
  reading(scope: Scope, via?: Via): Db;
  /** Runs `work` in one transaction. Retried up to 3 times on serialisation failure and deadlock. */
  transact<T>(scope: Scope, work: (tx: Tx) => Promise<T>, via?: Via): Promise<T>;
  /** Opens a snapshot of what a scope may see, for reads that are too large for one statement. */
  snapshot(scope: Scope, via?: Via): Promise<Snapshot>;
  /** The pool behind a scope, for listeners and health. */
  pool(kind: PoolKind): pg.Pool;
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

/** Begins a snapshot on a connection of its own: of this moment, or of that of another which was exported under a name. */
const openSnapshot = async (checkOut: () => Promise<PoolConnection>, scope: Scope, name = ''): Promise<Snapshot> => {
  const connection = await checkOut();
  const beginning = name === '' ? beginSnapshot : beginSnapshotOf(name);
  connection.begin(scope, beginning);
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

const free = (): void => undefined;

/** Runs `work` in one transaction on a connection, which it returns. */
const transactOn = async <T>(connection: PoolConnection, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> => {
  try {
    connection.begin(scope);
    // `Tx` is a brand of the type system; only this place creates it.
    const tx = kyselyOn(new BorrowingDriver(async () => connection, ignoreHere)) as unknown as Tx;
    connections.set(tx, connection);
    const result = await work(tx);
    const announced = announcementsOf.get(tx) ?? [];
    for (const channel of keptChannels)
      if (announced.some((each) => each.channel === channel)) connection.send(raiseVersion(channel).compile(tx));
    await connection.commit();
    for (const { channel, payload } of announced) connection.notify(channel, payload);
    return result;
  } catch (error) {
    await connection.rollback();
    throw await connection.reasonOf(error);
  } finally {
    connection.release();
  }
};

/** Opens the pools of a process: of the tenants' role and, twice, of the service's. */
export const openDatabase = (options: DatabaseOptions): Database => {
  const { url, flights: isPipelined = true, onError } = options;
  const watch = createSilenceWatch({
    url,
    longestMs: statementMs + marginMs,
    onSilence: () => onError(new Error('the database is silent')),
  });
  const pools: Readonly<Record<PoolKind, pg.Pool>> = {
    service: poolOf(options, 'service', watch),
    tenant: poolOf(options, 'tenant', watch),
    entry: poolOf(options, 'entry', watch),
  };
  const readers = new Map<string, Kysely<Tables>>();
  const tracer = tracerOf();

  const poolFor = (scope: Scope, via: Via): pg.Pool =>
    scope === 'service' ? pools[via === 'entry' ? 'entry' : 'service'] : pools.tenant;
  const clientFor = async (scope: Scope, via: Via, use: 'statement' | 'kept') => {
    const sinceMs = performance.now();
    const waited = waitedOf();
    const leave = via === null || via === 'entry' ? free : await via.take(use);
    try {
      const bounds = { waitedMs: performance.now() - sinceMs, ...(waited !== null && { mostMs: leftMs(waited) }) };
      const client = await watch.connect(poolFor(scope, via), bounds);
      if (waited !== null) countConnecting(waited, performance.now() - sinceMs);
      return { client, leave, waited, tracer };
    } catch (error) {
      leave();
      throw error;
    }
  };
  const readerFor = (scope: Scope, via: Via) => {
    const tenantId = scope === 'service' ? null : scope.tenantId;
    return kyselyOn(
      new BorrowingDriver(
        async () => new PoolConnection({ ...(await clientFor(scope, via, 'statement')), isPipelined, tenantId, watch }),
        (connection) => connection.release(),
      ),
    );
  };
  const checkOut = async (scope: Scope, via: Via): Promise<PoolConnection> =>
    new PoolConnection({
      ...(await clientFor(scope, via, 'kept')),
      isPipelined,
      tenantId: null,
      watch,
      putBehind: options.putBehind,
    });

  return {
    reading(scope, via = null) {
      if (via !== null && via !== 'entry') return readerFor(scope, via);
      const key = `${scope === 'service' ? '' : scope.tenantId} ${via ?? ''}`;
      let reader = readers.get(key);
      if (reader === undefined) {
        if (readers.size >= 5000) readers.clear();
        reader = readerFor(scope, via);
        readers.set(key, reader);
      }
      return reader;
    },
    snapshot: (scope, via = null) => openSnapshot(() => checkOut(scope, via), scope),
    async transact(scope, work, via = null) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await transactOn(await checkOut(scope, via), scope, work);
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
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
};
