import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { type Listing, type ReadPart, totalReach } from '#kernel/listing';
import type { Tables } from '#tables';
import { type Db, readPlanned } from './db.ts';
import type { Planning } from './statement.ts';

/** The tables of a statement by alias. */
type Aliases = Readonly<Record<string, keyof Tables>>;
type Columns<From extends Aliases, Alias extends keyof From> = Selectable<Tables[From[Alias]]>;
type Name<From extends Aliases> = {
  [Alias in keyof From & string]: `${Alias}.${keyof Columns<From, Alias> & string}`;
}[keyof From & string];
type ColumnOf<Full> = Full extends `${string}.${infer Column}` ? Column : never;
type ValueOf<From extends Aliases, Full> = Full extends `${infer Alias}.${infer Column}`
  ? Alias extends keyof From
    ? Column extends keyof Columns<From, Alias>
      ? Columns<From, Alias>[Column]
      : never
    : never
  : never;

/** A row in which some columns have narrower types. */
type Narrowed<Row, Narrow> = Omit<Row, keyof Narrow> & {
  readonly [Column in keyof Narrow & keyof Row]: Narrow[Column];
};

/** A value of a column as the wire has it: a time as text. A check constraint narrows a text to words. */
type OnWire<Value, Wire> = Value extends Date
  ? string
  : Value extends string
    ? Wire extends string
      ? Wire
      : Value
    : Value;
/** The columns whose values are those of a field. */
type NameOf<From extends Aliases, Field, Nothing> = {
  [Full in Name<From>]: OnWire<ValueOf<From, Full>, NonNullable<Field>> extends Field | Nothing ? Full : never;
}[Name<From>];
type OptionalName<Wire> = { [Field in keyof Wire]-?: undefined extends Wire[Field] ? Field : never }[keyof Wire];
type Columned<From extends Aliases, Wire> = {
  readonly always: { readonly [Field in Exclude<keyof Wire, OptionalName<Wire>>]: NameOf<From, Wire[Field], never> };
  readonly present: { readonly [Field in OptionalName<Wire>]-?: NameOf<From, Wire[Field], null> };
};
/** The row of fields and their columns; text columns have the field's words. */
type FieldRow<From extends Aliases, Fields, Wire> = {
  readonly [Field in keyof Fields as ColumnOf<Fields[Field]>]: Field extends keyof Wire
    ? ValueOf<From, Fields[Field]> extends string | null
      ? Extract<Wire[Field], string> | Extract<ValueOf<From, Fields[Field]>, null>
      : ValueOf<From, Fields[Field]>
    : never;
};

/** The select list of a reply's records. */
export interface WireList<Row, Wire> {
  readonly columns: RawBuilder<unknown>;
  /** The record of a row, in the contract's shape. */
  readonly recordOf: (row: Row) => Wire;
  /** Narrows text columns that no field has to the values that check constraints allow. */
  readonly narrow: <Narrow extends Partial<Row>>() => WireList<Narrowed<Row, Narrow>, Wire>;
  /** Adds a computed column under its name, for the server itself. */
  readonly plus: <Added extends object>(
    name: keyof Added & string,
    value: RawBuilder<unknown>,
  ) => WireList<Row & Added, Wire>;
}

/** The row of a select list. */
export type RowOf<List> = List extends { readonly recordOf: (row: infer Row) => unknown } ? Row : never;

const wireListOf = <Row extends object, Wire>(
  columns: RawBuilder<unknown>,
  recordOf: (row: object) => Wire,
): WireList<Row, Wire> => ({
  columns,
  recordOf,
  narrow: () => wireListOf(columns, recordOf),
  plus: (name, value) => wireListOf(sql`${columns}, ${value} as ${sql.ref(name)}`, recordOf),
});

const onWire = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/**
 * Declares the columns of the fields of a reply, `Wire`: `wireList<Member>()({ m: 'member' }, { always: { memberId: 'm.user_id' }, … })`.
 * A field without a column, or with one of another type, does not compile; leave out by `Omit` what the server computes. `always` has
 * the fields that every record has, `present` those that are left out where the column is null.
 */
export const wireList =
  <Wire extends object>() =>
  <const From extends Aliases, const Fields extends Columned<From, Wire>, const More extends Name<From> = never>(
    _from: From,
    fields: Fields,
    /** Columns that no field has, for the server itself. */
    more: readonly More[] = [],
  ): WireList<
    FieldRow<From, Fields['always'], Wire> &
      FieldRow<From, Fields['present'], Wire> & { readonly [Full in More as ColumnOf<Full>]: ValueOf<From, Full> },
    Wire
  > => {
    const columns = (part: object): readonly (readonly [string, string])[] => Object.entries(part);
    const [always, present] = [columns(fields.always), columns(fields.present)];
    const names = new Set([...always, ...present].map(([, name]) => name).concat(more));
    const valueOf = (row: object, name: string): unknown => onWire(Reflect.get(row, name.slice(name.indexOf('.') + 1)));
    // The types of the fields were checked against those of the columns.
    const recordOf = (row: object): Wire =>
      Object.fromEntries([
        ...always.map(([field, name]) => [field, valueOf(row, name)]),
        ...present.map(([field, name]) => [field, valueOf(row, name)]).filter(([, value]) => value !== null),
      ]) as Wire;
    return wireListOf(sql.join([...names].map((name) => sql.ref(name))), recordOf);
  };

type Snake<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

const snake = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of a list that have the names of their fields, for `wireList`: `termMonths` is `o.term_months`. */
export const columnsNamedAs = <const Alias extends string, Fields extends object>(
  alias: Alias,
  fields: Fields,
): { readonly [Field in keyof Fields & string]: `${Alias}.${Snake<Field>}` } =>
  // A computed name loses its literal type.
  Object.fromEntries(Object.keys(fields).map((field) => [field, `${alias}.${snake(field)}`])) as {
    readonly [Field in keyof Fields & string]: `${Alias}.${Snake<Field>}`;
  };

/** The columns of a record to insert, by the names of its fields: `termMonths` is `term_months`. A field without a column does not compile. */
export const columnsOf = <Table extends keyof Tables, const Row extends object>(
  _table: Table,
  row: Row & {
    readonly [Field in keyof Row]: Snake<Field & string> extends keyof Insertable<Tables[Table]>
      ? Insertable<Tables[Table]>[Snake<Field & string>]
      : never;
  },
): { readonly [Field in keyof Row as Snake<Field & string>]: Row[Field] } =>
  // A computed name loses its literal type.
  Object.fromEntries(Object.entries(row).map(([field, value]) => [snake(field), value])) as {
    readonly [Field in keyof Row as Snake<Field & string>]: Row[Field];
  };

/** The parts of a list's statement. */
export interface ListedRows<Row> {
  readonly list: { readonly columns: RawBuilder<unknown>; readonly recordOf: (row: Row) => unknown };
  /** The tables, joined. */
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  /** The condition that continues after a cursor, beginning with `and`. */
  readonly beyond: RawBuilder<unknown>;
  /** The tables for the total; default `from`. */
  readonly countedFrom?: RawBuilder<unknown>;
  /** The condition for the total, where another form of it is counted faster; default `where`. */
  readonly countedWhere?: RawBuilder<unknown>;
  /** The order of the rows; its columns are in the select list, named without their table. */
  readonly orderBy: RawBuilder<unknown>;
  /** A column that is never null. */
  readonly key: keyof Row;
  /**
   * Columns that are unique together, where `from` is one table named by the alias: the part is found by its keys, for which an index alone is read,
   * and only its own rows are fetched. For lists with deep pages, or filters that an index holds and does not order by. `within`, beginning with
   * `and`, says of a partitioned table which partition has them all: a plan over every one takes longer than the reading.
   */
  readonly keyed?: {
    readonly alias: string;
    readonly columns: readonly string[];
    readonly within?: RawBuilder<unknown> | undefined;
  };
  /**
   * Conditions of which a row meets one at most, where an `or` of them would read rows of no use: each is found by its own index, and what is
   * found is merged. Beside `keyed`; `orderColumns` are those of `orderBy` that are no keys.
   */
  readonly cases?:
    | { readonly conditions: readonly RawBuilder<unknown>[]; readonly orderColumns: readonly string[] }
    | undefined;
  /** How the statement is planned; as PostgreSQL likes without one. */
  readonly planning?: Planning;
}

const read = <Row>(db: Db, statement: RawBuilder<Row>, planning: Planning | undefined): Promise<readonly Row[]> =>
  planning === undefined
    ? statement.execute(db).then(({ rows }) => rows)
    : readPlanned(db, planning, statement.compile(db));

/** The keys of a part's rows. */
const foundKeys = <Row>(offset: number, limit: number, parts: ListedRows<Row>): RawBuilder<unknown> => {
  const { from, where, beyond, orderBy, keyed, cases } = parts;
  const keys = sql.join((keyed?.columns ?? []).map((column) => sql.ref(`${keyed?.alias ?? ''}.${column}`)));
  const part = sql`order by ${orderBy} limit ${limit} offset ${offset}`;
  if (cases === undefined) return sql`select ${keys} from ${from} where ${where}${beyond} ${part}`;
  const order = sql.join(cases.orderColumns.map((column) => sql.ref(column)));
  const each = cases.conditions.map(
    (condition) => sql`(select ${keys}, ${order} from ${from} where ${where} and ${condition}${beyond}
      order by ${orderBy} limit ${offset + limit})`,
  );
  return sql`select ${keys} from (${sql.join(each, sql` union all `)}) ${sql.ref(keyed?.alias ?? '')} ${part}`;
};

const foundRows = <Row>(offset: number, limit: number, parts: ListedRows<Row>): RawBuilder<unknown> => {
  const { list, from, where, beyond, orderBy, keyed } = parts;
  if (keyed === undefined) {
    return sql`select ${list.columns} from ${from} where ${where}${beyond} order by ${orderBy} limit ${limit} offset ${offset}`;
  }
  const alias = sql.ref(keyed.alias);
  const isFound = sql.join(
    keyed.columns.map((column) => sql`${sql.ref(`${keyed.alias}.${column}`)} = ${sql.ref(`found.${column}`)}`),
    sql` and `,
  );
  // Row by row: of a plan for any page PostgreSQL expects a tenth of the list, and would rather join all of it.
  return sql`select ${list.columns} from (${foundKeys(offset, limit, parts)}) found
    cross join lateral (select * from ${from} where ${isFound}${keyed.within ?? sql``} limit 1) ${alias} order by ${orderBy}`;
};

const countedRows = <Row>({ from, where, countedFrom = from, countedWhere = where, cases }: ListedRows<Row>) => {
  const each = cases?.conditions.map(
    (condition) => sql`select from ${countedFrom} where ${countedWhere} and ${condition}`,
  );
  return each === undefined ? sql`select from ${countedFrom} where ${countedWhere}` : sql.join(each, sql` union all `);
};

/** Reads a page of a list and, when it is asked for, the total up to `totalReach`, in one statement. @source contract 4 */
export const readPart = async <Row extends object>(
  db: Db,
  { offset, pageSize, wantsTotal }: Listing,
  parts: ListedRows<Row>,
): Promise<ReadPart<Row>> => {
  const { orderBy, key, planning } = parts;
  const part = foundRows(offset, pageSize + 1, parts);
  if (!wantsTotal) return { rows: await read(db, sql<Row>`${part}`, planning), total: null };
  const statement = sql<Row & { total: number }>`
    with part as (${part}),
      counted as (select count(*) as total from (${countedRows(parts)} limit ${totalReach + 1}) each_one)
    select counted.total, part.* from counted left join part on true order by ${orderBy}`;
  const rows = await read(db, statement, planning);
  return { rows: rows.filter((row) => row[key] !== null), total: rows[0]?.total ?? 0 };
};
