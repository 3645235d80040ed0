import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { checkServer, refuseNoRight } from '#kernel/database/given-database';
import { ensureRoles } from '#kernel/database/roles';
import type { Log } from '#kernel/ports';
import { StartRefused } from '#kernel/setup/start-refused';

/** The key of an advisory lock, so that two nodes that start together migrate one after the other. */
const migrationLock = 726_120_001;

const connectMs = 5000;
/** A migration may take minutes, and another node's is waited for. */
const longestMs = 600_000;

/** The folder of the product's own migrations. */
const migrationsDir = join(import.meta.dirname, '../../../migrations');

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const readMigrations = async (dir: string): Promise<Migration[]> => {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).toSorted();
  const migrations = await Promise.all(
    names.map(async (name) => {
      const number = Number(/^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1]);
      if (!Number.isInteger(number)) throw new StartRefused(`迁移文件名不合规则：${name}`);
      const sql = await readFile(join(dir, name), 'utf8');
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  const numbers = new Set(migrations.map((migration) => migration.number));
  if (numbers.size !== migrations.length) throw new StartRefused('两个迁移文件的编号相同');
  return migrations;
};

const apply = async (client: pg.Client, migration: Migration) => {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefused(`数据库迁移 ${migration.name} 失败，未作任何改动：${reason}`, { cause: error });
  }
};

/** The migrations up to the one that is named; a database that this version does not know is refused. */
const upTo = (migrations: readonly Migration[], until: MigrateOptions['until']): readonly Migration[] => {
  if (until === undefined) return migrations;
  const last = migrations.find(({ number }) => number === until.number);
  if (last?.checksum !== until.checksum)
    throw new StartRefused(`数据来自迁移 ${until.name}，本版本没有它：请用写出它的版本，或更新的版本。`);
  return migrations.filter(({ number }) => number <= until.number);
};

const migrateLocked = async (
  client: pg.Client,
  { dir, until, log }: Pick<MigrateOptions, 'until' | 'log'> & { readonly dir: string },
): Promise<number> => {
  await client
    .query(
      `create table if not exists schema_migration (
    number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`,
    )
    .catch((error: unknown) => refuseNoRight(error, client.user ?? ''));
  const applied = await client.query<{ number: number; checksum: string }>(
    'select number, checksum from schema_migration',
  );
  const checksums = new Map(applied.rows.map((row) => [row.number, row.checksum]));
  let [count, last] = [0, ''];
  try {
    for (const migration of upTo(await readMigrations(dir), until)) {
      const known = checksums.get(migration.number);
      if (known === undefined) {
        await apply(client, migration);
        [count, last] = [count + 1, migration.name];
      } else if (known !== migration.checksum) {
        throw new StartRefused(`迁移 ${migration.name} 在执行之后被改动过；请恢复原文件，改动写进新的迁移`);
      }
    }
  } finally {
    // One line for all of them, also where a later one failed.
    if (count > 0) log?.info({ event: 'migrated', count, migration: last });
  }
  return count;
};

/** Dependencies of `migrate`: a user that may create tables, and roles unless they exist. */
export interface MigrateOptions {
  readonly url: string;
  readonly dir?: string;
  /** The last one that is applied; default is the newest. */
  readonly until?: Pick<Migration, 'number' | 'name' | 'checksum'> | undefined;
  readonly log?: Log | undefined;
}

/**
 * Brings a database to the newest state, forward only, each migration in its own transaction and all under one lock.
 * Returns how many were applied. It fails with a sentence when a migration changed after it ran, or a right is missing.
 *
 * @source house 5, R14.1
 */
export const migrate = async ({ url, dir = migrationsDir, until, log }: MigrateOptions): Promise<number> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ronghui_migrate',
    connectionTimeoutMillis: connectMs,
    query_timeout: longestMs,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // The rows that a migration writes must not depend on the server's time zone.
    await client.query("set timezone = 'UTC'");
    await checkServer(client);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await ensureRoles(client);
    return await migrateLocked(client, { dir, until, log });
  } finally {
    await client.end();
  }
};
