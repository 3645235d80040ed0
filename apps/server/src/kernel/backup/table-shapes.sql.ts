import type pg from 'pg';
import type { PartitionShape, TableFacts } from './manifest.ts';

/** A table as a backup reads it: an ordinary one, or one partition. */
export interface TableShape {
  readonly name: string;
  /** Whose partition it is; null of an ordinary table. */
  readonly of: string | null;
  /** What COPY takes: all but what the database makes of others. */
  readonly columns: readonly string[];
  /** Those of them that hold an amount in fen, by the house's names. */
  readonly amounts: readonly string[];
  readonly hasPolicies: boolean;
}

/**
 * The tables that hold rows. What is unlogged is left out: it is gone after a crash, too. So is the list of migrations, which the manifest names.
 */
export const listTables = async (client: pg.ClientBase): Promise<TableShape[]> => {
  const { rows } = await client.query<TableShape>(
    `select c.relname as name, p.relname as of, c.relrowsecurity as "hasPolicies",
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and a.atttypid = 'int8'::regtype and a.attname like '%\\_fen' order by a.attnum) as amounts
      from pg_class c
        left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> 'schema_migration'
      order by 1`,
  );
  return rows;
};

/** Tables whose policies would hide rows from the service: a backup of them would be silently incomplete. */
export const hiddenTables = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity and not (
        has_table_privilege('ronghui_service', c.oid, 'select')
        and exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('*', 'r')
          and p.polroles && array[0::oid, 'ronghui_service'::regrole::oid] and pg_get_expr(p.polqual, c.oid) = 'true')
        and not exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive))
      order by 1`,
  );
  return rows.map(({ name }) => name);
};

export const listPartitions = async (client: pg.ClientBase): Promise<PartitionShape[]> => {
  const { rows } = await client.query<PartitionShape>(
    `select c.relname as name, p.relname as of, pg_get_expr(c.relpartbound, c.oid) as bound,
        array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
          and not exists (select from pg_constraint whole where whole.conrelid = p.oid and whole.contype = 'c' and whole.conname = k.conname)
          order by k.conname) as checks
      from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relispartition and c.relpersistence = 'p'
      order by 1`,
  );
  return rows;
};

/** The last number of each sequence that has given one. */
export const listSequences = async (client: pg.ClientBase): Promise<Record<string, number>> => {
  const { rows } = await client.query<{ name: string; last: string }>(
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1",
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]));
};

/** The newest migration, those before it that wait for nodes of an older version, and one that is between two of its steps. */
export const findMigration = async (client: pg.ClientBase) => {
  const { rows } = await client.query<{
    number: number;
    name: string;
    checksum: string;
    waiting: number[];
    underWay: string | null;
  }>(
    `select number, name, checksum,
        array(select n from generate_series(1, newest.number) n
          where not exists (select from schema_migration known where known.number = n and known.step is distinct from 0) order by n) as waiting,
        (select min(name) from schema_migration where step > 0) as "underWay"
      from schema_migration newest where step is distinct from 0 order by number desc limit 1`,
  );
  return rows[0];
};

/** A statement that only this kernel's catalogue names go into. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Begins the one snapshot that everything is read at. */
export const beginReading = async (client: pg.ClientBase): Promise<Date> => {
  await client.query("set timezone = 'UTC'; set statement_timeout = 0; set lock_timeout = '10s'");
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ now: Date }>('select app_now() as now');
  const [found] = rows;
  if (found === undefined) throw new Error('no time');
  return found.now;
};

/** The rest of the transaction sees what the service sees of tables with policies, which is every row. */
export const readAs = (client: pg.ClientBase, role: 'service' | 'owner'): Promise<unknown> =>
  client.query(role === 'service' ? 'set local role ronghui_service' : 'reset role');

export const copyOutOf = ({ name, columns }: TableShape): string =>
  `copy public.${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`;

/** How many rows a table has, and what its amounts come to. */
export const factsOf = async (client: pg.ClientBase, { name, amounts }: TableShape): Promise<TableFacts> => {
  const sums = amounts.map((column) => `, coalesce(sum(${quoted(column)}), 0)::text as ${quoted(column)}`).join('');
  const { rows } = await client.query<Record<string, string>>(
    `select count(*)::text as " rows"${sums} from public.${quoted(name)}`,
  );
  const { ' rows': count = '0', ...rest } = rows[0] ?? {};
  return { rows: Number(count), sums: rest };
};

/** The columns that name files of the store. */
const isFileKey = (column: string): boolean => ['storage_key', 'result_key'].includes(column);

/** A statement that gives, for every file that rows of these tables name, its key and the digest of its bytes where a row has it; null where none does. */
export const copyKeysOf = (tables: readonly TableShape[]): string | null => {
  const parts = tables.flatMap(({ name, columns }) => {
    const digest = columns.includes('sha256') ? 'sha256::text' : "''";
    return columns
      .filter(isFileKey)
      .map((column) => quoted(column))
      .map(
        (column) =>
          `select ${column} as key, ${digest} as sha256 from public.${quoted(name)} where ${column} is not null`,
      );
  });
  return parts.length === 0 ? null : `copy (${parts.join(' union ')} order by 1) to stdout`;
};

/** The end of the sealed audit chain. */
export const findAuditHead = async (client: pg.ClientBase): Promise<string | null> => {
  const { rows } = await client.query<{ head: string }>(
    "select seal_no || ':' || encode(digest, 'hex') as head from audit_seal order by seal_no desc limit 1",
  );
  return rows[0]?.head ?? null;
};

/** Which master key wrapped the data keys; null where there are none yet. */
export const findMasterMark = async (client: pg.ClientBase): Promise<string | null> => {
  const there = await client.query("select from pg_class where oid = to_regclass('public.data_key')");
  if (there.rowCount === 0) return null;
  const { rows } = await client.query<{ mark: string | null }>(
    'select min(master) as mark from data_key where wrapped is not null',
  );
  return rows[0]?.mark ?? null;
};
