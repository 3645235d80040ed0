import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { checkServer } from '#kernel/database/given-database';
import { type Migration, migrationsDir, readMigrations } from '#kernel/database/migrating/migration-file';
import { beginContract, runMigration } from '#kernel/database/migrating/run-migration';
import { ensureMigrationTable, readApplied, refuseUnfit } from '#kernel/database/migrating/schema-migration';
import type { Migrator } from '#kernel/database/migrating/under-lock';
import { ensureRoles } from '#kernel/database/roles';
import type { Log } from '#kernel/ports';
import { StartRefused } from '#kernel/setup/start-refused';
import { productVersion } from '#kernel/setup/version';

/** The key of an advisory lock, so that two nodes that start together migrate one after the other. */
const migrationLock = 726_120_001;

const connectMs = 5000;
/** A check of a large table reads all of its rows. @unit ms */
const longestMs = 12 * 3_600_000;
/** Nodes beat every five seconds. @unit ms */
const standardBeatsMs = 6000;
/** Settings of PostgreSQL that end what takes long; an older one has not all. */
const bounds = [
  'statement_timeout',
  'lock_timeout',
  'transaction_timeout',
  'idle_session_timeout',
  'idle_in_transaction_session_timeout',
];
/** How often the lock is asked for: who waited within a statement would keep an index from being finished, which waits for all that began before. @unit ms */
const lockEveryMs = 200;

/** Dependencies of `migrate`: a user that may create tables, and roles unless they exist. */
export interface MigrateOptions {
  readonly url: string;
  readonly dir?: string;
  /** The last one that is applied, without those that waited when it was; default is the newest. */
  readonly until?:
    | (Pick<Migration, 'number' | 'name' | 'checksum'> & { readonly waiting?: readonly number[] })
    | undefined;
  readonly log?: Log | undefined;
  /** The version of this process; tests set another one. */
  readonly version?: string;
  /** Whether no other node can serve this database. */
  readonly isAlone?: boolean;
  /** As long as nodes may take to enter a table that a crash has emptied; tests set less. @unit ms */
  readonly beatsMs?: number;
  /** Receives each migration that ran, and how long it took. @unit ms */
  readonly onMigrated?: ((name: string, ms: number) => void) | undefined;
  /** How often a migration asks for a lock, each time for two seconds; tests set less. */
  readonly lockTries?: number;
}

/** What was done, and what waits for which nodes. */
interface Migrated {
  readonly count: number;
  /** A sentence for each contract that waits. */
  readonly waiting: readonly string[];
}

/** The migrations up to the one that is named; a database that this version does not know is refused. */
const upTo = (migrations: readonly Migration[], until: MigrateOptions['until']): readonly Migration[] => {
  if (until === undefined) return migrations;
  const last = migrations.find(({ number }) => number === until.number);
  if (last?.checksum !== until.checksum)
    throw new StartRefused(`数据来自迁移 ${until.name}，本版本没有它：请用写出它的版本，或更新的版本。`);
  const waiting = until.waiting ?? [];
  return migrations.filter(({ number }) => number <= until.number && !waiting.includes(number));
};

/** What is to be applied, and what the database has of it. */
const compare = async (client: pg.Client, { dir = migrationsDir, until, version = productVersion }: MigrateOptions) => {
  const applied = await readApplied(client);
  const migrations = upTo(await readMigrations(dir), until);
  refuseUnfit(migrations, applied, version);
  return { applied, migrations };
};

/** Whether this version can serve: what is left waits for older nodes. */
const isMigrated = async (client: pg.Client, options: MigrateOptions): Promise<boolean> => {
  const { applied, migrations } = await compare(client, options);
  return migrations.every(({ number, kind }) => kind === 'contract' || applied.get(number)?.step === null);
};

const migrateLocked = async (migrator: Migrator, options: MigrateOptions): Promise<Migrated> => {
  const { log, isAlone = false, beatsMs = standardBeatsMs, onMigrated } = options;
  await ensureMigrationTable(migrator);
  const { applied, migrations } = await compare(migrator.client, options);
  const waiting: string[] = [];
  let [count, last] = [0, ''];
  try {
    for (const migration of migrations) {
      const known = applied.get(migration.number);
      if (known !== undefined && known.step === null) continue;
      if (migration.kind === 'contract' && known === undefined) {
        const older = await beginContract(migrator, migration, { isAlone, beatsMs });
        if (older.length > 0) {
          const nodes = older.map(({ address, version: own }) => `${address}（${own}）`).join('、');
          waiting.push(`迁移 ${migration.name} 要等所有节点至少是 ${String(migration.oldestVersion)}：${nodes}`);
          continue;
        }
      }
      const beganMs = performance.now();
      await runMigration(migrator, migration, known?.step ?? 0);
      onMigrated?.(migration.name, performance.now() - beganMs);
      [count, last] = [count + 1, migration.name];
    }
  } finally {
    // One line for all of them, also where a later one failed.
    if (count > 0) log?.info({ event: 'migrated', count, migration: last });
  }
  return { count, waiting };
};

const connect = async (url: string, queryMs?: number): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ronghui_migrate',
    connectionTimeoutMillis: connectMs,
    ...(queryMs !== undefined && { query_timeout: queryMs }),
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // The rows that a migration writes must not depend on the server's time zone.
    await client.query("set timezone = 'UTC'");
    // How long it takes is nobody's setting, nor how long the connection that has the lock rests while an index is made over another one.
    await client.query("select set_config(name, '0', false) from pg_settings where name = any($1)", [bounds]);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
};

/** Takes the lock of migrations; false where another process has it, and nobody has to wait for what that one does. */
const takeLock = async (client: pg.Client, mayPass: () => Promise<boolean>): Promise<boolean> => {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [migrationLock]);
    if (rows[0]?.mine === true) return true;
    if (await mayPass()) return false;
    await wait(lockEveryMs);
  }
};

/** Those who start go on beside a process that migrates where it has nothing for them; who finishes what waited says afterwards what still waits. */
const migrateAll = async (options: MigrateOptions, isStart: boolean): Promise<Migrated> => {
  const { url, log, lockTries } = options;
  const client = await connect(url, longestMs);
  try {
    await checkServer(client);
    if (!(await takeLock(client, async () => isStart && (await isMigrated(client, options)))))
      return { count: 0, waiting: [] };
    await ensureRoles(client);
    return await migrateLocked({ client, openUnbounded: () => connect(url), log, lockTries }, options);
  } finally {
    await client.end();
  }
};

/**
 * Brings a database to the newest state, forward only, all migrations under one lock and each in its own transaction, or step by step. One that would break
 * a node which lives waits (`finishContracts`). Returns how many were applied. It fails with a sentence when a migration changed after it ran, a right is
 * missing, or the database serves later versions only.
 *
 * @source house 5, R14.1, running 4.1
 */
export const migrate = async (options: MigrateOptions): Promise<number> => (await migrateAll(options, true)).count;

/**
 * Runs what waited for nodes of a version before.
 *
 * @returns a sentence for each migration that still waits
 * @source running 4.1
 */
export const finishContracts = async (options: MigrateOptions): Promise<readonly string[]> =>
  (await migrateAll(options, false)).waiting;
