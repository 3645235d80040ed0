/** Runs a query on the tables. */
type RunQuery = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** A digest of the row versions of every table, by name. */
export type TableSnapshot = ReadonlyMap<string, string>;

/** Identifies a row by its version; a session by its content, because its use is recorded once a minute and is no write of an operation. */
const rowOf = (table: string): string =>
  table === 'session' ? "(to_jsonb(t) - 'last_seen_at')::text" : 't.ctid::text || t.xmin::text';
const sortColumn = (table: string): string => (table === 'session' ? 't.session_id' : 't.ctid');

/** Computes the digest of every table; for some tables only of the rows that a `where` clause selects. */
export const snapshotTables = async (
  query: RunQuery,
  counted: Readonly<Record<string, string>> = {},
): Promise<TableSnapshot> => {
  const tables = await query(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migration' order by 1",
  );
  const parts = tables.map(({ name }) => {
    const table = String(name);
    const digest = `md5(coalesce(string_agg(${rowOf(table)}, '|' order by ${sortColumn(table)}), ''))`;
    return `select '${table}' as name, ${digest} as sum from "${table}" t ${counted[table] ?? ''}`;
  });
  const rows = await query(`${parts.join(' union all ')} order by name`);
  return new Map(rows.map(({ name, sum }) => [String(name), String(sum)]));
};

/** The names of the tables that differ. */
export const changedTables = (before: TableSnapshot, after: TableSnapshot): string[] =>
  [...after].flatMap(([name, sum]) => (before.get(name) === sum ? [] : [name])).toSorted();
