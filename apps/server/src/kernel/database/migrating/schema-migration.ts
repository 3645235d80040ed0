import type pg from 'pg';
import { refuseNoRight } from '#kernel/database/given-database';
import { StartRefused } from '#kernel/setup/start-refused';
import { isAtLeast } from '#kernel/setup/version';
import { silentSec } from '#kernel/silent-node';
import type { Migration } from './migration-file.ts';
import { type Migrator, underLock } from './under-lock.ts';

/** A migration that the database has, or has begun. */
export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  /** How many of its steps are done; null when all are. */
  readonly step: number | null;
  /** Of a contract: the oldest version that works since it began. */
  readonly servesFrom: string | null;
}

/** Creates the table in which migrations are counted, and what it has got since. */
export const ensureMigrationTable = async (migrator: Migrator): Promise<void> => {
  const { client } = migrator;
  await client
    .query(
      `create table if not exists schema_migration (
    number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`,
    )
    .catch((error: unknown) => refuseNoRight(error, client.user ?? ''));
  const { rows } = await client.query(
    "select from pg_attribute where attrelid = 'schema_migration'::regclass and attname = 'serves_from'",
  );
  if (rows.length > 0) return;
  // Asked for first, because every start would otherwise lock the table that every node reads.
  await underLock(migrator, 'schema_migration', () =>
    client.query(
      'alter table schema_migration add column step int, add column serves_from text; grant select on schema_migration to ronghui_service',
    ),
  );
};

/** What the database has, by number; also one that an older version has migrated, or nobody yet. */
export const readApplied = async (client: pg.ClientBase): Promise<ReadonlyMap<number, AppliedMigration>> => {
  const there = await client.query("select where to_regclass('schema_migration') is not null");
  if (there.rows.length === 0) return new Map();
  const { rows } = await client.query<AppliedMigration>(
    `select number, name, checksum, (to_jsonb(m) ->> 'step')::int as step, to_jsonb(m) ->> 'serves_from' as "servesFrom"
      from schema_migration m order by number`,
  );
  return new Map(rows.map((row) => [row.number, row]));
};

/** The oldest version that a schema serves, of what its contracts say; null while there are none. */
export const oldestServed = (versions: readonly (string | null)[]): string | null =>
  versions.reduce<string | null>(
    (oldest, each) => (each !== null && (oldest === null || isAtLeast(each, oldest)) ? each : oldest),
    null,
  );

/** Says of a node that the schema has left behind what it has to do. */
export const tooOldSentence = (version: string, oldest: string): string =>
  `数据库只支持 ${oldest} 或更新的版本，这个节点是 ${version}：请换成较新的版本后重新启动。`;

/** Refuses what this process must not work on: a file that was changed after it ran, a schema that has left its version behind. */
export const refuseUnfit = (
  migrations: readonly Pick<Migration, 'number' | 'name' | 'checksum'>[],
  applied: ReadonlyMap<number, AppliedMigration>,
  version: string,
): void => {
  for (const { number, name, checksum } of migrations)
    if ((applied.get(number)?.checksum ?? checksum) !== checksum)
      throw new StartRefused(`迁移 ${name} 在执行之后被改动过；请恢复原文件，改动写进新的迁移`);
  const oldest = oldestServed(Array.from(applied.values(), ({ servesFrom }) => servesFrom));
  if (oldest !== null && !isAtLeast(version, oldest)) throw new StartRefused(tooOldSentence(version, oldest));
};

/** Notes how far a migration has come: after so many steps; null when it is done. */
export const noteStep = async (client: pg.Client, migration: Migration, step: number | null): Promise<void> => {
  await client.query(
    `insert into schema_migration (number, name, checksum, step, serves_from) values ($1, $2, $3, $4, $5)
      on conflict (number) do update set step = excluded.step, applied_at = now()`,
    [migration.number, migration.name, migration.checksum, step, migration.oldestVersion],
  );
};

/** A node that lives, as the runner of migrations sees it. */
export interface OtherNode {
  readonly address: string;
  readonly version: string;
}

const hasNodes = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass('node') is not null as there");
  return rows[0]?.there === true;
};

/** Whether a node was not seen for long and nobody has declared it gone. */
export const hasSilentNodes = async (client: pg.ClientBase): Promise<boolean> => {
  if (!(await hasNodes(client))) return false;
  const { rows } = await client.query(
    "select from node where gone_at is null and seen_at <= app_now() - $1::int * interval '1 second' limit 1",
    [silentSec],
  );
  return rows.length > 0;
};

/** Whether a node has served this database: its first start makes keys. */
export const isUsed = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query('select from data_key limit 1')).rows.length > 0;

/** Keeps nodes from entering until the transaction ends. */
export const holdNodes = async (client: pg.Client): Promise<void> => {
  if (await hasNodes(client)) await client.query('lock table node in share row exclusive mode');
};

/** The nodes that were seen lately; none where no node was ever entered. */
export const listNodes = async (client: pg.ClientBase): Promise<readonly OtherNode[]> => {
  if (!(await hasNodes(client))) return [];
  const found = await client.query<OtherNode>(
    `select address, version from node where gone_at is null and seen_at > app_now() - $1::int * interval '1 second'
      order by started_at, node_id`,
    [silentSec],
  );
  return found.rows;
};
