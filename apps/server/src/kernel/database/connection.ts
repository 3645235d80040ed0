import { createHash } from 'node:crypto';
import type { Tracer } from '@opentelemetry/api';
import pg from 'pg';
import { CopyIn } from '#kernel/database/copy-in';
import { FlightTransport } from '#kernel/database/flight';
import { PlainTransport } from '#kernel/database/plain-transport';
import { processIdOf, type SilenceWatch } from '#kernel/database/silence-watch';
import {
  ignoreHere,
  type Planning,
  type Result,
  type Scope,
  type Statement,
  settingsFor,
  type Transport,
} from '#kernel/database/statement';
import { countStatement, leftMs, type Waited } from '#kernel/database/waited';
import { inStatementSpan } from '#kernel/tracing';

// An instant is sent in UTC, because offsets of zones before 1901 have seconds, which `pg` would drop.
pg.defaults.parseInputDatesAsUTC = true;

/** int8 arrives as a string; the product handles only safe integers, anything else is a bug or an attack. */
const parseSafeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${text.slice(0, 40)}`);
  return value;
};
/** What `numeric` holds here are sums over rows: a safe integer, or its digits where it is beyond (`FenSum`); a fraction is a bug. */
const parseSum = (text: string): number | string => {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  if (!/^-?[1-9]\d*$/.test(text)) throw new RangeError(`not an integer: ${text.slice(0, 40)}`);
  return text;
};
/** An array of int8 without nulls: `{1,2}`. */
const parseSafeIntegers = (text: string): readonly number[] =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(parseSafeInteger);
const int8Array = 1016;
/** The type parsers of our connections. Other users of `pg` in the process (the queue) keep the default ones. */
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, parseSafeInteger],
  [pg.types.builtins.NUMERIC, parseSum],
  [int8Array, parseSafeIntegers],
  // A date has no time zone, so it stays the text `2026-11-20`.
  [pg.types.builtins.DATE, (text) => text],
]);
const parserOf = (oid: number): ((text: string) => unknown) => parsers.get(oid) ?? pg.types.getTypeParser(oid, 'text');
/** The configuration of a `pg` pool. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (format === 'binary' ? pg.types.getTypeParser(oid, format) : parserOf(oid)),
};

/** The most statements that a connection keeps parsed: raw SQL has no bound. */
const mostNames = 500;
const namesOn = new WeakMap<pg.PoolClient, Map<string, string>>();
/** Of a cursor: the columns of its rows are those of the statement for which it was declared, so nothing of it may be kept. */
const ofCursor = /^(?:declare|fetch|close) /;
/** Names a connection's statements, so that PostgreSQL parses each once. */
const nameOf = (client: pg.PoolClient, text: string): string | undefined => {
  if (ofCursor.test(text)) return undefined;
  const names = namesOn.get(client) ?? new Map<string, string>();
  namesOn.set(client, names);
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
};

/** The code of a database or socket error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
/** A prepared statement that is missing or does not fit its table any more: the connection is closed, and the next one parses it again. */
const staleStatement = new Set(['26000', '0A000']);

const noStream = (): never => {
  throw new Error('streams are not read through the query builder');
};

/** A client of the pool, and whether it pipelines. */
interface CheckedOutClient {
  readonly client: pg.PoolClient;
  /** Gives its place back. */
  readonly leave: () => void;
  /** Whether its pool pipelines; statements are then sent in flights. */
  readonly isPipelined: boolean;
  readonly tenantId: string | null;
  readonly watch: SilenceWatch;
  /** The waits of the call that it serves; null for a job or the kernel. */
  readonly waited: Waited | null;
  readonly tracer: Tracer | null;
  /** Lowers the priority of a server process whose work takes minutes, where that is possible. */
  readonly putBehind?: ((processId: number) => void) | undefined;
}

/** Begins a transaction whose statements all see the data of its first one, and write nothing. */
export const beginSnapshot = 'begin isolation level repeatable read read only';
/** Begins one that sees the data of another, which was exported under a name and is still open. */
export const beginSnapshotOf = (name: string) =>
  `${beginSnapshot}; set transaction snapshot ${pg.escapeLiteral(name)}` as const;

/** A statement from the query builder. */
interface Compiled {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** By `readPlanned`. */
  readonly planning?: Planning;
}

/**
 * A connection that is checked out of its pool. With flights, statements that are sent before the first await leave in one write: `begin` with the first
 * statement, the last ones with `commit`.
 *
 * @source stack, round trips
 */
export class PoolConnection {
  readonly #client: pg.PoolClient;
  readonly #leave: () => void;
  readonly #transport: Transport;
  readonly #tenantId: string | null;
  readonly #watch: SilenceWatch;
  readonly #waited: Waited | null;
  /** How much the call had waited when its bound was last sent to the database. @unit ms */
  #boundAtMs = 0;
  readonly #tracer: Tracer | null;
  readonly #putBehind: CheckedOutClient['putBehind'];
  readonly #sent: Promise<Result>[] = [];
  /** Why the connection should not be used again. */
  #fault: Error | undefined;
  #isTransaction = false;
  /** Its server process was put behind, and cannot be put back. */
  #isBehind = false;
  /** How long its statements may take, where that is longer than usual. @unit ms */
  #longestMs: number | undefined;

  constructor({ client, leave, isPipelined, tenantId, watch, waited, tracer, putBehind }: CheckedOutClient) {
    this.#client = client;
    this.#leave = leave;
    this.#transport = isPipelined ? new FlightTransport(client) : new PlainTransport(client);
    this.#tenantId = tenantId;
    this.#watch = watch;
    this.#waited = waited;
    this.#tracer = tracer;
    this.#putBehind = putBehind;
  }

  async executeQuery<R>({
    sql: text,
    parameters: values,
    planning,
  }: Compiled): Promise<{ rows: R[]; numAffectedRows: bigint }> {
    const { rows, rowCount } = await this.#run({ name: nameOf(this.#client, text), text, values, planning });
    // Kysely derived the row type from the statement.
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
  }
  streamQuery = noStream;

  /** Sends a statement; only the end of the transaction waits for its result. */
  send({ sql: text, parameters: values }: Compiled): void {
    this.#send({ name: nameOf(this.#client, text), text, values });
  }

  /** Sends rows in the format of COPY; everything that was sent before has ended by then. Returns their number. */
  async copy(text: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
    await Promise.all(this.#sent);
    const wait = {};
    const copying = new CopyIn(text, pieces, {
      begin: () => this.#watch.track(wait, this.#client, this.#longestMs),
      end: () => this.#watch.finish(wait),
    });
    // Its class is `pg`'s own, which the types of `query` do not know.
    this.#client.query(copying as unknown as pg.Submittable);
    return (await copying.result).rowCount ?? 0;
  }

  /** Begins the transaction, in one write with the first statement that follows. */
  begin(scope: Scope, kind: 'begin' | typeof beginSnapshot | ReturnType<typeof beginSnapshotOf> = 'begin'): void {
    this.#isTransaction = true;
    this.#transport.hold();
    this.#transport.command(kind).catch(ignoreHere);
    for (const setting of settingsFor(scope)) this.#send(setting);
  }

  /** Lowers the priority of its server process, where that is possible. */
  putBehind(): void {
    if (this.#putBehind === undefined || this.#isBehind) return;
    this.#isBehind = true;
    this.#putBehind(processIdOf(this.#client));
  }

  /** Lets the statements of this transaction take longer than others. */
  allow(statementMs: number, longestMs: number): void {
    this.#longestMs = longestMs;
    // What takes minutes waits for locks as a job does.
    this.#boundAtMs = Number.POSITIVE_INFINITY;
    const text = "select set_config('statement_timeout', $1, true)";
    this.#send({ name: 'allow', text, values: [String(statementMs)] });
  }

  /** Commits. Either everything that was sent is stored, or nothing. */
  commit(): Promise<void> {
    return this.#inSpan('commit', () => this.#commit());
  }

  async #commit(): Promise<void> {
    this.#watch.track(this, this.#client);
    this.#transport.hold();
    const ending = this.#transport.command('commit');
    ending.catch(ignoreHere);
    await Promise.all(this.#sent);
    const end = await ending;
    if (end.command !== 'COMMIT') throw new Error('the transaction was rolled back by the database');
  }

  /** The cause of a failed transaction: the error of the first failed statement, where the given error only says that one had failed. */
  async reasonOf(error: unknown): Promise<unknown> {
    const failed = (await Promise.allSettled(this.#sent)).find((one) => one.status === 'rejected');
    return failed === undefined ? error : failed.reason;
  }

  /** Rolls back; a connection on which that fails is not used again. */
  async rollback(): Promise<void> {
    this.#watch.track(this, this.#client);
    await this.#transport.command('rollback').catch((failure: Error) => {
      this.#fault = failure;
    });
  }

  /** Notifies a channel after the transaction, in the background. */
  notify(channel: string, payload: string): void {
    const statement = { name: 'notify', text: 'select pg_notify($1, $2)', values: [channel, payload] };
    this.#transport.run(statement, null).catch(ignoreHere);
  }

  /** Returns the connection to its pool; one whose process was put behind is closed. */
  release(): void {
    this.#watch.finish(this);
    this.#transport.whenIdle(() => {
      this.#client.release(this.#fault ?? this.#transport.fault ?? this.#isBehind);
      this.#leave();
    });
  }

  #send(statement: Statement): void {
    const result = this.#run(statement);
    result.catch(ignoreHere);
    this.#sent.push(result);
  }

  /** Tells the database how long the call may still wait for a lock, if it has waited since: until the transaction ends, or until `after`. */
  #tellLeft(): (() => void) | null {
    const waited = this.#waited;
    if (waited === null || waited.spentMs <= this.#boundAtMs) return null;
    this.#boundAtMs = waited.spentMs;
    this.#transport.hold();
    this.#transport
      .command(`set ${this.#isTransaction ? 'local ' : ''}lock_timeout = ${leftMs(waited)}`)
      .catch(ignoreHere);
    return this.#isTransaction ? null : () => void this.#transport.command('reset lock_timeout').catch(ignoreHere);
  }

  #inSpan<T>(text: string, run: () => Promise<T>): Promise<T> {
    return this.#tracer === null ? run() : inStatementSpan(this.#tracer, text, run);
  }

  #run(statement: Statement): Promise<Result> {
    return this.#inSpan(statement.text, () => this.#execute(statement));
  }

  async #execute(statement: Statement): Promise<Result> {
    const query = {};
    const startedMs = performance.now();
    this.#watch.track(query, this.#client, this.#longestMs);
    const after = this.#tellLeft();
    if (this.#isTransaction) this.#transport.hold();
    try {
      return await this.#transport.run(statement, this.#tenantId);
    } catch (error) {
      // A stack trace that starts at the socket does not help, so the caller's is used.
      if (error instanceof Error) Error.captureStackTrace(error);
      if (staleStatement.has(codeOf(error) ?? '')) this.#fault = error instanceof Error ? error : undefined;
      throw error;
    } finally {
      after?.();
      this.#watch.finish(query);
      if (this.#waited !== null) countStatement(this.#waited, performance.now() - startedMs);
    }
  }
}
