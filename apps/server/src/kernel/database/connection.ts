import { createHash } from 'node:crypto';
import pg from 'pg';
import { Flight, type Landed, setTenant } from '#kernel/database/flight';
import type { Patience } from '#kernel/database/patience';

/** int8 and numeric come as strings; a safe integer is what the product can hold, anything else is a bug or an attack. */
const parseSafeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${text.slice(0, 40)}`);
  return value;
};
/** How our connections read values; other users of `pg` in the process (the queue) keep its own ways. */
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, parseSafeInteger],
  [pg.types.builtins.NUMERIC, parseSafeInteger],
  // A date has no time zone: it stays the text `2026-11-20`.
  [pg.types.builtins.DATE, (text) => text],
]);
const parserOf = (oid: number): ((text: string) => unknown) => parsers.get(oid) ?? pg.types.getTypeParser(oid, 'text');
/** The same for `pg` itself. */
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

/** For what is told by another promise. */
export const ignoreHere = (): undefined => undefined;

/** The code of a database error, or of a socket's. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
/** A prepared statement that is gone, or no longer fits its table: the connection is given up, and the next one parses anew. */
const staleStatement = new Set(['26000', '0A000']);

/** Where `pg` keeps a connection's socket; its types do not say. */
const streamOf = (client: pg.PoolClient): { cork(): void; uncork(): void } =>
  (client as unknown as { readonly connection: pg.Connection }).connection.stream;

const noStream = (): never => {
  throw new Error('streams are not read through the query builder');
};

/** A statement as the query builder hands it on. */
interface Compiled {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * A connection that is lent out. What is said to it before it is waited for leaves in one write: `begin` with the first statement, the
 * last ones with `commit`.
 *
 * @source stack, round trips
 */
export class PoolConnection {
  readonly client: pg.PoolClient;
  /** Why the connection should not be used again. */
  fault: Error | undefined;
  readonly #tenantId: string | null;
  readonly #patience: Patience;
  readonly #sent: Promise<Landed>[] = [];
  #isTransaction = false;
  #isHeld = false;

  constructor(client: pg.PoolClient, tenantId: string | null, patience: Patience) {
    this.client = client;
    this.#tenantId = tenantId;
    this.#patience = patience;
  }

  async executeQuery<R>(query: Compiled): Promise<{ rows: R[]; numAffectedRows: bigint }> {
    const { rows, count } = await this.#fly(query);
    // The row type is what Kysely derived of the statement.
    return { rows: rows as R[], numAffectedRows: BigInt(count) };
  }
  streamQuery = noStream;

  /** Sends a statement whose answer only the end of the transaction waits for. */
  send(query: Compiled): void {
    const landed = this.#fly(query);
    landed.catch(ignoreHere);
    this.#sent.push(landed);
  }

  /** Opens the transaction, with the first statement that follows. */
  begin(tenantId: string | null): void {
    this.#isTransaction = true;
    this.#hold();
    this.client.query('begin', ignoreHere);
    if (tenantId !== null) this.client.query({ ...setTenant, values: [tenantId] }, ignoreHere);
  }

  /** Ends it. All that was sent is there then, or nothing is. */
  async commit(): Promise<void> {
    this.#patience.owe(this, this.client);
    this.#hold();
    const ending = this.client.query('commit');
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

  /** Rolls back; gives the fault of a connection that cannot. */
  async rollback(): Promise<Error | undefined> {
    this.#patience.owe(this, this.client);
    return this.client.query('rollback').then(ignoreHere, (failure: Error) => failure);
  }

  settle(): void {
    this.#patience.settle(this);
  }

  #hold(): void {
    if (this.#isHeld || !this.#isTransaction) return;
    this.#isHeld = true;
    const stream = streamOf(this.client);
    stream.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      stream.uncork();
    });
  }

  async #fly({ sql: text, parameters: values }: Compiled): Promise<Landed> {
    const flight = new Flight({ name: nameOf(text), text, values }, this.#tenantId, parserOf);
    this.#patience.owe(flight, this.client);
    this.#hold();
    try {
      return await this.client.query(flight).landed;
    } catch (error) {
      // Nothing of ours stands in the trace of an answer.
      if (error instanceof Error) Error.captureStackTrace(error);
      if (staleStatement.has(codeOf(error) ?? '')) this.fault = error instanceof Error ? error : undefined;
      throw error;
    } finally {
      this.#patience.settle(flight);
    }
  }
}
