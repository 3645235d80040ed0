import pg from 'pg';

/** A statement; with a name it stays prepared on each connection that has seen it. */
export interface Statement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What came back: rows, and how many the database counted. */
export interface Landed {
  readonly rows: Record<string, unknown>[];
  readonly count: number;
}

/** Texts of the database into values, by the type's number. */
export type ParserOf = (oid: number) => (text: string) => unknown;

/** `pg` pipelines none but its own class: ours is one by name, and does all of its work itself. */
interface Submitted {
  submit(connection: pg.Connection): void;
}
const OwnQuery = pg.Query as unknown as new (config: { name?: string; text: string }) => Submitted;

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** Says whose rows are meant until the transaction ends. Every connection of the tenants' role has it prepared. */
export const setTenant = { name: 'set_tenant', text: "select set_config('app.tenant', $1, true)" };

/** Columns of what is prepared: a statement that is known needs no description of its rows. */
const columnsOn = new WeakMap<pg.Connection, Map<string, readonly Column[]>>();

/** What `pg` knows of the prepared statements of a connection, and keeps up; its types do not say. */
interface Prepared {
  readonly parsedStatements: Record<string, string>;
  /** Sent, not yet acknowledged. */
  readonly submittedNamedStatements: Record<string, string>;
}

/** Whether a statement must be parsed; from now on it counts as sent. */
const mustParse = (connection: pg.Connection, name: string, text: string): boolean => {
  if (name === '') return true;
  const { parsedStatements, submittedNamedStatements } = connection as unknown as Prepared;
  if (parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined) return false;
  submittedNamedStatements[name] = text;
  return true;
};

const arrayText = (values: readonly unknown[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${String(wireValue(value)).replaceAll(/[\\"]/g, '\\$&')}"`)).join(',')}}`;

/** A parameter as PostgreSQL reads it. */
const wireValue = (value: unknown): string | Buffer | null => {
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`;
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? arrayText(value) : JSON.stringify(value);
};

/**
 * One statement in one flight and one write, a tenant's with its `set_config` before it. What stands before one Sync is one transaction
 * to PostgreSQL: neither BEGIN nor COMMIT is sent, and the setting ends with the statement.
 *
 * @source stack, round trips; R6.3
 */
export class Flight extends OwnQuery {
  readonly landed: Promise<Landed>;
  readonly #name: string;
  readonly #text: string;
  readonly #values: (string | Buffer | null)[];
  readonly #tenantId: string | null;
  readonly #parserOf: ParserOf;
  readonly #settle = Promise.withResolvers<Landed>();
  readonly #rows: Record<string, unknown>[] = [];
  #columns: readonly Column[] = [];
  #keep: ((columns: readonly Column[]) => void) | null = null;
  /** While the replies are those of `set_config`. */
  #isSetting: boolean;
  #count = 0;

  constructor({ name, text, values }: Statement, tenantId: string | null, parserOf: ParserOf) {
    // `pg` remembers by them what is prepared.
    super(name === undefined ? { text } : { name, text });
    this.#name = name ?? '';
    this.#text = text;
    this.#values = values.map(wireValue);
    this.#tenantId = tenantId;
    this.#isSetting = tenantId !== null;
    this.#parserOf = parserOf;
    this.landed = this.#settle.promise;
  }

  override submit(connection: pg.Connection): void {
    const [name, text] = [this.#name, this.#text];
    const columns = this.#columnsFor(connection, name);
    connection.stream.cork();
    try {
      if (this.#tenantId !== null) {
        connection.bind({ statement: setTenant.name, values: [this.#tenantId] }, true);
        connection.execute({}, true);
      }
      if (mustParse(connection, name, text)) connection.parse({ name, text, types: [] }, true);
      connection.bind({ statement: name, values: this.#values }, true);
      if (columns === undefined) connection.describe({ type: 'P', name: '' }, true);
      connection.execute({}, true);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  #columnsFor(connection: pg.Connection, name: string): readonly Column[] | undefined {
    if (name === '') return undefined;
    let known = columnsOn.get(connection);
    if (known === undefined) {
      known = new Map();
      columnsOn.set(connection, known);
    }
    const columns = known.get(name);
    if (columns !== undefined) this.#columns = columns;
    else this.#keep = (described) => known.set(name, described);
    return columns;
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#isSetting) return;
    const row: Record<string, unknown> = {};
    try {
      for (const [at, column] of this.#columns.entries()) {
        const text = fields[at];
        row[column.name] = text === null || text === undefined ? null : column.parse(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#settle.reject(error);
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.#isSetting) this.#isSetting = false;
    else this.#count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
  }

  handleReadyForQuery(): void {
    this.#keep?.(this.#columns);
    this.#settle.resolve({ rows: this.#rows, count: this.#count });
  }

  handleError(error: Error): void {
    this.#keep = null;
    this.#settle.reject(error);
  }
}
