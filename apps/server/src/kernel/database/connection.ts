import { createHash } from 'node:crypto';
import pg from 'pg';
import { FlightTransport } from '#kernel/database/flight';
import type { InFlightTimeout } from '#kernel/database/in-flight-timeout';
import { PlainTransport } from '#kernel/database/plain-transport';
import { ignoreHere, type Result, type Statement, setTenant, type Transport } from '#kernel/database/statement';

// An instant is sent in UTC, whatever the machine's zone: before 1901 zones have seconds, which `pg` would leave out.
pg.defaults.parseInputDatesAsUTC = true;

/** int8 and numeric come as strings; a safe integer is what the product can hold, anything else is a bug or an attack. */
const parseSafeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${text.slice(0, 40)}`);
  return value;
};
/** How our connections read values. Other users of `pg` in the process (the queue) keep its own ways. */
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, parseSafeInteger],
  [pg.types.builtins.NUMERIC, parseSafeInteger],
  // A date has no time zone: it stays the text `2026-11-20`.
  [pg.types.builtins.DATE, (text) => text],
]);
const parserOf = (oid: number): ((text: string) => unknown) => parsers.get(oid) ?? pg.types.getTypeParser(oid, 'text');
/** For a pool of `pg`. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (format === 'binary' ? pg.types.getTypeParser(oid, format) : parserOf(oid)),
};

const statementNames = new Map<string, string>();
/** A stable name makes PostgreSQL parse a statement once per connection. Bounded, because raw SQL could be endless. */
const nameOf = (text: string): string | undefined => {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  if (statementNames.size >= 500) return undefined;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  statementNames.set(text, name);
  return name;
};

/** The code of a database error, or of a socket's. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
/** A prepared statement that is gone, or no longer fits its table: the connection is given up, and the next one parses anew. */
const staleStatement = new Set(['26000', '0A000']);

const noStream = (): never => {
  throw new Error('streams are not read through the query builder');
};

/** A client of the pool and how it is to be used. */
interface LentClient {
  readonly client: pg.PoolClient;
  /** Whether its pool pipelines: statements then go in flights. */
  readonly isPipelined: boolean;
  readonly tenantId: string | null;
  readonly timeout: InFlightTimeout;
}

/** A statement as the query builder hands it on. */
interface Compiled {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * A connection that is lent out. With flights, what is sent to it before it is waited for leaves in one write: `begin` with the first
 * statement, the last ones with `commit`.
 *
 * @source stack, round trips
 */
export class PoolConnection {
  readonly #client: pg.PoolClient;
  readonly #transport: Transport;
  readonly #tenantId: string | null;
  readonly #timeout: InFlightTimeout;
  readonly #sent: Promise<Result>[] = [];
  /** Why the connection should not be used again. */
  #fault: Error | undefined;
  #isTransaction = false;

  constructor({ client, isPipelined, tenantId, timeout }: LentClient) {
    this.#client = client;
    this.#transport = isPipelined ? new FlightTransport(client) : new PlainTransport(client);
    this.#tenantId = tenantId;
    this.#timeout = timeout;
  }

  async executeQuery<R>({ sql: text, parameters: values }: Compiled): Promise<{ rows: R[]; numAffectedRows: bigint }> {
    const { rows, rowCount } = await this.#run({ name: nameOf(text), text, values });
    // The row type is what Kysely derived of the statement.
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
  }
  streamQuery = noStream;

  /** Sends a statement whose result only the end of the transaction waits for. */
  send({ sql: text, parameters: values }: Compiled): void {
    this.#send({ name: nameOf(text), text, values });
  }

  /** Opens the transaction, with the first statement that follows. */
  begin(tenantId: string | null): void {
    this.#isTransaction = true;
    this.#transport.hold();
    this.#transport.command('begin').catch(ignoreHere);
    if (tenantId !== null) this.#send({ ...setTenant, values: [tenantId] });
  }

  /** Ends it. All that was sent is there then, or nothing is. */
  async commit(): Promise<void> {
    this.#timeout.track(this, this.#client);
    this.#transport.hold();
    const ending = this.#transport.command('commit');
    ending.catch(ignoreHere);
    await Promise.all(this.#sent);
    const end = await ending;
    if (end.command !== 'COMMIT') throw new Error('the transaction was rolled back by the database');
  }

  /** What made a transaction fail: the first statement that did, where the error only says that one had. */
  async reasonOf(error: unknown): Promise<unknown> {
    const failed = (await Promise.allSettled(this.#sent)).find((one) => one.status === 'rejected');
    return failed === undefined ? error : failed.reason;
  }

  /** Rolls back; a connection that cannot is not used again. */
  async rollback(): Promise<void> {
    this.#timeout.track(this, this.#client);
    await this.#transport.command('rollback').catch((failure: Error) => {
      this.#fault = failure;
    });
  }

  /** Notifies a channel, after the transaction; nobody waits for it. */
  notify(channel: string, payload: string): void {
    const statement = { name: 'notify', text: 'select pg_notify($1, $2)', values: [channel, payload] };
    this.#transport.run(statement, null).catch(ignoreHere);
  }

  /** Gives the connection back to its pool. */
  release(): void {
    this.#timeout.finish(this);
    this.#transport.whenIdle(() => this.#client.release(this.#fault ?? this.#transport.fault));
  }

  #send(statement: Statement): void {
    const result = this.#run(statement);
    result.catch(ignoreHere);
    this.#sent.push(result);
  }

  async #run(statement: Statement): Promise<Result> {
    const query = {};
    this.#timeout.track(query, this.#client);
    if (this.#isTransaction) this.#transport.hold();
    try {
      return await this.#transport.run(statement, this.#tenantId);
    } catch (error) {
      // The trace that leads to the socket says nothing to a caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      if (staleStatement.has(codeOf(error) ?? '')) this.#fault = error instanceof Error ? error : undefined;
      throw error;
    } finally {
      this.#timeout.finish(query);
    }
  }
}
