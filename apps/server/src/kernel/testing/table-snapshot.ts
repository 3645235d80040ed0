/** A statement that looks at the tables. */
type Look = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Every table by its name, with a digest of its rows' versions: what changed shows, and what did not. */
export type TableSnapshot = ReadonlyMap<string, string>;

/** A row is known by its version; a session by what it says, because its use is noted once a minute and is nobody's write. */
const rowOf = (table: string): string =>
  table === 'session' ? "(to_jsonb(t) - 'last_seen_at')::text" : 't.ctid::text || t.xmin::text';
const placeOf = (table: string): string => (table === 'session' ? 't.session_id' : 't.ctid');

/** Digests every table; of some, those rows alone that a `where` clause names. */
export const snapshotTables = async (
  look: Look,
  counted: Readonly<Record<string, string>> = {},
): Promise<TableSnapshot> => {
  const tables = await look(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migration' order by 1",
  );
  const parts = tables.map(({ name }) => {
    const table = String(name);
    const digest = `md5(coalesce(string_agg(${rowOf(table)}, '|' order by ${placeOf(table)}), ''))`;
    return `select '${table}' as name, ${digest} as sum from "${table}" t ${counted[table] ?? ''}`;
  });
  const rows = await look(`${parts.join(' union all ')} order by name`);
  return new Map(rows.map(({ name, sum }) => [String(name), String(sum)]));
};

/** The tables that differ, by name. */
export const changedTables = (before: TableSnapshot, after: TableSnapshot): string[] =>
  [...after].flatMap(([name, sum]) => (before.get(name) === sum ? [] : [name])).toSorted();
