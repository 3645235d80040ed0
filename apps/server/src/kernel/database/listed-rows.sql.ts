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
  /** Adds a computed column under its name. */
  readonly plus: <Added extends object>(
    name: keyof Added & string,
    value: RawBuilder<unknown>,
  ) => SelectList<Row & Added>;
  /** Only for the compiler. */
  readonly row?: Row;
}

/** The row of a select list. */
export type RowOf<List> = List extends SelectList<infer Row> ? Row : never;

const listOf = <Row>(columns: RawBuilder<unknown>): SelectList<Row> => ({
  columns,
  narrow: () => listOf(columns),
  plus: (name, value) => listOf(sql`${columns}, ${value} as ${sql.ref(name)}`),
});

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
  /** The order of the rows; its columns are in the select list, named without their table. */
  readonly orderBy: RawBuilder<unknown>;
  /** A column that is never null. */
  readonly key: keyof Row;
}

/** Reads a page of a list and, when it is asked for, the total up to `totalReach`, in one statement. @source contract 4 */
export const readPart = async <Row extends object>(
  db: Db,
  { offset, pageSize, wantsTotal }: Listing,
  { list, from, where, beyond, countedFrom = from, orderBy, key }: ListedRows<Row>,
): Promise<ReadPart<Row>> => {
  const part = sql`select ${list.columns} from ${from} where ${where}${beyond}
    order by ${orderBy} limit ${pageSize + 1} offset ${offset}`;
  if (!wantsTotal) return { rows: (await sql<Row>`${part}`.execute(db)).rows, total: null };
  const { rows } = await sql<Row & { total: number }>`
    with part as (${part}),
      counted as (select count(*) as total from (select from ${countedFrom} where ${where} limit ${totalReach + 1}) each_one)
    select counted.total, part.* from counted left join part on true order by ${orderBy}`.execute(db);
  return { rows: rows.filter((row) => row[key] !== null), total: rows[0]?.total ?? 0 };
};
