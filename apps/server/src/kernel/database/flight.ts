import pg from 'pg';
import {
  ignoreHere,
  type Planning,
  type Result,
  type Statement,
  settingOf,
  type Transport,
  tenantSettings,
} from '#kernel/database/statement';

/** The fields that a row description sets in a result of `pg`: names, parsers, and a template row. */
interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** The members of `pg`'s query class that its types do not declare; `flight.test.ts` tests them. */
interface PgQuery {
  readonly text: string;
  readonly name: string | undefined;
  readonly _result: Columns;
  /** Whether rows are collected; `pg` decides it with their description. */
  _accumulateRows: boolean;
  submit(connection: pg.Connection): Error | null;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: pg.Connection): void;
}
type Settle = (error: Error | null, result: Result) => void;
const PgQuery = pg.Query as unknown as new (config: { name?: string; text: string }, callback: Settle) => PgQuery;

/** `pg`'s own encoding of parameters, which its types do not declare. */
const { utils } = pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } };

/** The prepared statements of a connection by name, which `pg` keeps and its types do not declare. */
interface Prepared {
  readonly parsedStatements: Record<string, string>;
  /** Sent, not yet acknowledged. */
  readonly submittedNamedStatements: Record<string, string>;
}

/** The columns of prepared statements by name, so that each statement is described only once. */
const columnsOn = new WeakMap<pg.Connection, Map<string, Columns>>();
const columnsKnownOn = (connection: pg.Connection): Map<string, Columns> => {
  let known = columnsOn.get(connection);
  if (known === undefined) {
    known = new Map();
    columnsOn.set(connection, known);
  }
  return known;
};

/**
 * One statement in one write, a tenant's with its `set_config` before it. PostgreSQL runs everything before one Sync as one transaction:
 * neither BEGIN nor COMMIT is sent, and the setting ends with the statement. Encoding, parsing, errors and prepared names are `pg`'s own.
 *
 * @source stack, round trips; R6.3
 */
export class Flight extends PgQuery {
  readonly result: Promise<Result>;
  readonly #values: (string | Buffer | null)[];
  readonly #tenantId: string | null;
  readonly #planning: Planning | undefined;
  /** True while the replies belong to `set_config`. */
  #isSetting: boolean;

  constructor({ name, text, values, planning }: Statement, tenantId: string | null = null) {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    super(name === undefined ? { text } : { name, text }, (error, result) =>
      error === null ? resolve(result) : reject(error),
    );
    this.result = promise;
    this.#values = values.map((value) => utils.prepareValue(value));
    this.#tenantId = tenantId;
    this.#planning = planning;
    this.#isSetting = tenantId !== null;
  }

  override submit(connection: pg.Connection): Error | null {
    const { name = '', text } = this;
    const { parsedStatements, submittedNamedStatements } = connection as unknown as Prepared;
    const prepared = name === '' ? undefined : (parsedStatements[name] ?? submittedNamedStatements[name]);
    if (prepared !== undefined && prepared !== text)
      return new Error(`Prepared statements must be unique - '${name}' was used for a different statement`);
    const known = name === '' ? undefined : columnsKnownOn(connection).get(name);
    if (known !== undefined) {
      const { _result } = this;
      _result.fields = known.fields;
      _result._parsers = known._parsers;
      _result._prebuiltEmptyResultObject = known._prebuiltEmptyResultObject;
      this._accumulateRows = true;
    }
    connection.stream.cork();
    try {
      if (this.#tenantId !== null) {
        const setting = settingOf(this.#tenantId, this.#planning);
        connection.bind({ statement: setting.name, values: setting.values }, true);
        connection.execute({}, true);
      }
      if (prepared === undefined) {
        connection.parse({ name, text, types: [] }, true);
        if (name !== '') submittedNamedStatements[name] = text;
      }
      connection.bind({ statement: name, values: this.#values }, true);
      if (known === undefined) connection.describe({ type: 'P', name: '' }, true);
      connection.execute({}, true);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  override handleDataRow(message: object): void {
    if (!this.#isSetting) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: pg.Connection): void {
    if (this.#isSetting) {
      this.#isSetting = false;
      return;
    }
    const known = columnsKnownOn(connection);
    if (this.name !== undefined && !known.has(this.name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
      known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
    }
    super.handleCommandComplete(message, connection);
  }
}

/** The socket of a connection, which `pg`'s types do not declare. */
const streamOf = (client: pg.PoolClient): { cork(): void; uncork(): void } =>
  (client as unknown as { readonly connection: pg.Connection }).connection.stream;

/** Sends each statement as a flight, without waiting for the previous one. The pool's `pipeline` must be on. */
export class FlightTransport implements Transport {
  readonly #client: pg.PoolClient;
  #isHeld = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Prepares on a new connection the statements that a tenant's flights need. */
  static prepare(client: pg.PoolClient): void {
    for (const { name, text, values } of tenantSettings) client.query({ name, text, values: [...values] }, ignoreHere);
  }

  run(statement: Statement, tenantId: string | null): Promise<Result> {
    return this.#client.query(new Flight(statement, tenantId)).result;
  }

  command(text: string): Promise<pg.QueryResult> {
    return this.#client.query(text);
  }

  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    const stream = streamOf(this.#client);
    stream.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      stream.uncork();
    });
  }

  whenIdle(next: () => void): void {
    next();
  }
}
