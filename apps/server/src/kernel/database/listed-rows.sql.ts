import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '#tables';
import { type Listing, type ReadPart, totalReach } from '../calls/listing.ts';
import type { Db } from './db.ts';

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

/** The columns of a select list, with the type of their rows. */
export interface SelectList<Row> {
  readonly columns: RawBuilder<unknown>;
  /** Narrows text columns to the values that check constraints allow. */
  readonly narrow: <Narrow extends Partial<Row>>() => SelectList<Narrowed<Row, Narrow>>;
  /** Only for the compiler. */
  readonly row?: Row;
}

/** The row of a select list. */
export type RowOf<List> = List extends SelectList<infer Row> ? Row : never;

const listOf = <Row>(columns: RawBuilder<unknown>): SelectList<Row> => ({ columns, narrow: () => listOf(columns) });

/**
 * Declares a select list of the tables `from`, named by alias: `selectList({ m: 'member' }, ['m.user_id'])`. The generated tables check the
 * columns, and the row type follows from them.
 */
export const selectList = <const From extends Aliases, const Names extends Name<From>>(
  _from: From,
  names: readonly Names[],
): SelectList<{ readonly [Full in Names as ColumnOf<Full>]: ValueOf<From, Full> }> =>
  listOf(sql.join(names.map((name) => sql.ref(name))));

/** The parts of a list's statement. */
export interface ListedRows<Row> {
  readonly list: SelectList<Row>;
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
   * The primary key's columns, where `from` is one table named by the alias: the part is found by its keys, for which an index alone is read,
   * and only its own rows are fetched. For lists with deep pages, or filters that an index holds and does not order by.
   */
  readonly keyed?: { readonly alias: string; readonly columns: readonly string[] };
}

const foundRows = <Row>(offset: number, limit: number, parts: ListedRows<Row>): RawBuilder<unknown> => {
  const { list, from, where, beyond, orderBy, keyed } = parts;
  const found = sql`from ${from} where ${where}${beyond} order by ${orderBy} limit ${limit} offset ${offset}`;
  if (keyed === undefined) return sql`select ${list.columns} ${found}`;
  const keys = sql.join(keyed.columns.map((column) => sql.ref(`${keyed.alias}.${column}`)));
  const using = sql.join(keyed.columns.map((column) => sql.ref(column)));
  return sql`select ${list.columns} from (select ${keys} ${found}) found join ${from} using (${using}) order by ${orderBy}`;
};

/** Reads a page of a list and, when it is asked for, the total up to `totalReach`, in one statement. @source contract 4 */
export const readPart = async <Row extends object>(
  db: Db,
  { offset, pageSize, wantsTotal }: Listing,
  parts: ListedRows<Row>,
): Promise<ReadPart<Row>> => {
  const { countedFrom = parts.from, countedWhere = parts.where, orderBy, key } = parts;
  const part = foundRows(offset, pageSize + 1, parts);
  if (!wantsTotal) return { rows: (await sql<Row>`${part}`.execute(db)).rows, total: null };
  const { rows } = await sql<Row & { total: number }>`
    with part as (${part}),
      counted as (select count(*) as total from (select from ${countedFrom} where ${countedWhere} limit ${totalReach + 1}) each_one)
    select counted.total, part.* from counted left join part on true order by ${orderBy}`.execute(db);
  return { rows: rows.filter((row) => row[key] !== null), total: rows[0]?.total ?? 0 };
};
