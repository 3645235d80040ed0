import type pg from 'pg';
import type { Manifest, PartitionShape, TableParts } from './manifest.ts';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const place = (name: string): string => `public.${quoted(name)}`;

/** Whether a database has been used: a person, a tenant or an event of the trail is there. One that has only been migrated has not. */
export const hasContent = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname in ('audit_event', 'staff', 'tenant', 'user_account')`,
  );
  for (const { name } of rows) {
    const found = await client.query(`select 1 from ${place(name)} limit 1`);
    if (found.rowCount !== 0) return true;
  }
  return false;
};

interface Kept {
  readonly foreignKeys: readonly { readonly table: string; readonly name: string; readonly definition: string }[];
  readonly indexes: readonly { readonly name: string; readonly definition: string }[];
  readonly tables: readonly string[];
  readonly forced: readonly string[];
}

const tablesOf = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'schema_migration' order by 1`,
  );
  return rows.map(({ name }) => name);
};

const keptOf = async (client: pg.ClientBase): Promise<Kept> => {
  const foreignKeys = await client.query<Kept['foreignKeys'][number]>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace order by 1, 2`,
  );
  const indexes = await client.query<Kept['indexes'][number]>(
    `select i.relname as name, replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ') as definition
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      where c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migration' and not i.relispartition
        and not exists (select from pg_constraint k where k.conindid = x.indexrelid) order by 1`,
  );
  const forced = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity order by 1`,
  );
  return {
    foreignKeys: foreignKeys.rows,
    indexes: indexes.rows,
    tables: await tablesOf(client),
    forced: forced.rows.map(({ name }) => name),
  };
};

const runAll = async (client: pg.ClientBase, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await client.query(statement);
};

/** Makes a partition as the product does: apart, then attached. Its table numbers its rows: since PostgreSQL 17 a partition that does so itself is not attached. */
const makePartition = async (client: pg.ClientBase, { name, of, bound, checks }: PartitionShape): Promise<void> => {
  const found = await client.query('select 1 from pg_class where oid = to_regclass($1)', [place(name)]);
  if (found.rowCount !== 0) return;
  const own = checks.map((check) => `, ${check}`).join('');
  await client.query(`create table ${place(name)} (like ${place(of)} including all excluding identity${own})`);
  await client.query(`alter table ${place(of)} attach partition ${place(name)} ${bound}`);
};

/**
 * Begins the one transaction in which a migrated, unused database gets its rows: policies, triggers, foreign keys and the indexes that are no constraint
 * are put aside, and everything that migrations put there goes. Until it ends nobody sees anything of it.
 */
export const beginFilling = async (
  client: pg.ClientBase,
  { partitions }: Pick<Manifest, 'partitions'>,
): Promise<Kept> => {
  await client.query("set timezone = 'UTC'; set statement_timeout = 0; set lock_timeout = '10s'");
  await client.query('begin');
  for (const partition of partitions) await makePartition(client, partition);
  const kept = await keptOf(client);
  await runAll(client, [
    ...kept.forced.map((name) => `alter table ${place(name)} no force row level security`),
    ...kept.foreignKeys.map(({ table, name }) => `alter table ${place(table)} drop constraint ${quoted(name)}`),
    ...kept.indexes.map(({ name }) => `drop index ${place(name)}`),
    ...kept.tables.map((name) => `alter table ${place(name)} disable trigger user`),
    `truncate ${kept.tables.map(place).join(', ')}`,
  ]);
  return kept;
};

export const copyInto = ({ table, columns }: TableParts): string =>
  `copy ${place(table)} (${columns.map(quoted).join(', ')}) from stdin`;

/** Numbers go on after the last that was given. */
export const setSequences = async (client: pg.ClientBase, sequences: Manifest['sequences']): Promise<void> => {
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2)', [place(name), last]);
};

/** Puts back what was put aside; a row that a foreign key or an index refuses refuses the whole. */
export const endFilling = async (client: pg.ClientBase, kept: Kept): Promise<void> => {
  await client.query("select set_config('maintenance_work_mem', '256MB', true)");
  await runAll(client, [
    ...kept.indexes.map(({ definition }) => definition),
    ...kept.foreignKeys.map(
      ({ table, name, definition }) => `alter table ${place(table)} add constraint ${quoted(name)} ${definition}`,
    ),
    ...kept.tables.map((name) => `alter table ${place(name)} enable trigger user`),
    ...kept.forced.map((name) => `alter table ${place(name)} force row level security`),
  ]);
};

/**
 * What may not go on where it stood: sessions are over, jobs that ran begin again, and no message leaves before a person has looked at it,
 * because it may have left already. May be done twice.
 *
 * @source running 3.2
 */
export const quieten = async (client: pg.ClientBase): Promise<void> => {
  await runAll(client, [
    'begin',
    'set local role ronghui_service',
    'delete from session',
    `update sent_job set status = 'queued', lease_ends_at = null, run_node = null, run_boot = null, fence = fence + 1, due_at = app_now()
      where status = 'running'`,
    // The backup itself went on when it was read.
    'delete from backup_run where ended_at is null',
    // What a notice sends besides may have left; the notice stays.
    'update notice set waits = false where waits',
    'update outbox set stopped_at = app_now(), held_node = null, held_boot = null where dead_at is null and stopped_at is null',
    'commit',
  ]);
};

/** The mark of the store of files that belongs to these rows. */
export const findStoreId = async (client: pg.ClientBase): Promise<string | null> => {
  const { rows } = await client.query<{ store_id: string }>('select store_id from file_store');
  return rows[0]?.store_id ?? null;
};
