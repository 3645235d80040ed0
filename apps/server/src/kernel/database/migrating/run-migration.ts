import { setTimeout as wait } from 'node:timers/promises';
import { sqlStatements } from '#kernel/database/migrating/sql-statements';
import { StartRefused } from '#kernel/setup/start-refused';
import { isAtLeast } from '#kernel/setup/version';
import { runConcurrently } from './concurrent-index.ts';
import type { Migration, MigrationStep } from './migration-file.ts';
import { hasSilentNodes, holdNodes, isUsed, listNodes, noteStep, type OtherNode } from './schema-migration.ts';
import { type Migrator, underLock } from './under-lock.ts';

/** A backfill rests as long as a batch took, at most so long: others have half of the time. @unit ms */
const mostRestMs = 1000;

/** Runs one statement until it changes no row. As the service, whose policies show every row: the owner of a table would find none of a tenant's. */
const runBatches = async (migrator: Migrator, { name }: Migration, sql: string): Promise<void> => {
  const { client, log } = migrator;
  const [statement = '', ...others] = sqlStatements(sql);
  if (others.length > 0) throw new StartRefused(`迁移 ${name} 的 batches 步骤只能有一条语句。`);
  let count = 0;
  for (;;) {
    const startedMs = performance.now();
    const changed = await underLock(migrator, name, async () => {
      await client.query('set local role ronghui_service');
      return (await client.query(statement)).rowCount ?? 0;
    });
    if (changed === 0) break;
    count += changed;
    await wait(Math.min(performance.now() - startedMs, mostRestMs));
  }
  if (count > 0) log?.info({ event: 'backfilled', migration: name, count });
};

const runStep = async (
  migrator: Migrator,
  migration: Migration,
  { kind, sql, done }: MigrationStep & { readonly done: number | null },
): Promise<void> => {
  const { client } = migrator;
  if (kind === 'transaction') {
    await underLock(migrator, migration.name, async () => {
      await client.query(sql);
      await noteStep(client, migration, done);
    });
    return;
  }
  if (kind === 'concurrently') await runConcurrently(migrator, migration.name, sql);
  else await runBatches(migrator, migration, sql);
  await noteStep(client, migration, done);
};

/**
 * Runs what is left of a migration, and notes each step with what it did: a run that ends early is gone on with where it stopped.
 *
 * @throws StartRefused with a sentence that names it
 */
export const runMigration = async (migrator: Migrator, migration: Migration, begun: number): Promise<void> => {
  const { name, steps } = migration;
  for (const [at, step] of steps.entries()) {
    if (at < begun) continue;
    const done = at + 1 === steps.length ? null : at + 1;
    try {
      await runStep(migrator, migration, { ...step, done });
    } catch (error) {
      if (error instanceof StartRefused) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      const left =
        steps.length === 1 ? '未作任何改动' : `停在第 ${at + 1} 步（共 ${steps.length} 步），重新启动时从这一步继续`;
      throw new StartRefused(`数据库迁移 ${name} 失败，${left}：${reason}`, { cause: error });
    }
  }
};

/** Which nodes there can be beside the process that migrates. */
interface Beside {
  /** None. */
  readonly isAlone: boolean;
  /** Longer than between two beats. @unit ms */
  readonly beatsMs: number;
}

/**
 * Waits where nodes may live that the table does not have as such: a crash of the database empties it, which is unlogged, and after an outage all are late.
 * Each enters itself, or is seen again, with its next beat.
 */
const awaitBeats = async ({ client }: Migrator, beatsMs: number): Promise<void> => {
  const isEmptied = (await listNodes(client)).length === 0 && (await isUsed(client));
  if (isEmptied || (await hasSilentNodes(client))) await wait(beatsMs);
};

/**
 * Begins a contract, unless a node lives that it would break: from then on none of an older version may enter or serve. Where the process that migrates
 * is the only one that there can be, none is asked about.
 *
 * @returns the nodes that it waits for
 * @source running 4.1
 */
export const beginContract = async (
  migrator: Migrator,
  migration: Migration,
  { isAlone, beatsMs }: Beside,
): Promise<readonly OtherNode[]> => {
  if (!isAlone) await awaitBeats(migrator, beatsMs);
  return underLock(migrator, migration.name, async () => {
    const { client } = migrator;
    if (!isAlone) await holdNodes(client);
    const nodes = isAlone ? [] : await listNodes(client);
    const older = nodes.filter(({ version }) => !isAtLeast(version, migration.oldestVersion ?? version));
    if (older.length === 0) await noteStep(client, migration, 0);
    return older;
  });
};
