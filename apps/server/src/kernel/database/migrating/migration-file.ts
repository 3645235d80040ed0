import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlStatements } from '#kernel/database/migrating/sql-statements';
import { StartRefused } from '#kernel/setup/start-refused';

/** The folder of the product's own migrations. */
export const migrationsDir = join(import.meta.dirname, '../../../../migrations');

/**
 * How a part of a migration runs: in one transaction; outside of any, for indexes that are made while rows are written; or one statement again and again
 * until it changes no row, each time in a transaction of its own.
 */
const stepKinds = ['transaction', 'concurrently', 'batches'] as const;
export type StepKind = (typeof stepKinds)[number];

/** A part of a migration. */
export interface MigrationStep {
  readonly kind: StepKind;
  readonly sql: string;
}

/** What the first line of a migration says of the nodes that run meanwhile. */
export interface MigrationKind {
  /** `expand`: nodes of the version before live on. `contract`: it waits for them. Null: of before kinds, as `expand` runs. */
  readonly kind: 'expand' | 'contract' | null;
  /** Of a contract: the oldest version that works afterwards. */
  readonly oldestVersion: string | null;
}

/** A file of the folder of migrations. */
export interface Migration extends MigrationKind {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly steps: readonly MigrationStep[];
}

const kindMark = '-- kind:';
const stepMark = '-- step:';

/** What the first line says. */
export const kindOf = (name: string, sql: string): MigrationKind => {
  const [line = ''] = sql.split('\n', 1);
  if (!line.startsWith(kindMark)) return { kind: null, oldestVersion: null };
  const declared = line.slice(kindMark.length).trim();
  if (declared === 'expand') return { kind: 'expand', oldestVersion: null };
  const version = /^contract (\d{1,4}\.\d{1,4}\.\d{1,4})$/.exec(declared)?.[1];
  if (version === undefined)
    throw new StartRefused(`迁移 ${name} 的第一行应为 -- kind: expand，或 -- kind: contract 与此后的最低版本。`);
  return { kind: 'contract', oldestVersion: version };
};

const isStepKind = (text: string): text is StepKind => stepKinds.some((kind) => kind === text);

/** The parts of a migration, in their order: what stands before the first mark is one transaction. */
export const stepsOf = (name: string, sql: string): readonly MigrationStep[] => {
  const steps: { readonly kind: StepKind; readonly lines: string[] }[] = [{ kind: 'transaction', lines: [] }];
  for (const line of sql.split('\n')) {
    if (line.startsWith(stepMark)) {
      const kind = line.slice(stepMark.length).trim();
      if (!isStepKind(kind)) throw new StartRefused(`迁移 ${name} 中没有这种步骤：${kind}。`);
      steps.push({ kind, lines: [] });
    } else steps.at(-1)?.lines.push(line);
  }
  const all = steps.map(({ kind, lines }) => ({ kind, sql: lines.join('\n') }));
  if (all.length === 1) return all;
  const filled = all.filter((step) => sqlStatements(step.sql).length > 0);
  if (filled.length === 0) throw new StartRefused(`迁移 ${name} 的步骤里没有语句。`);
  return filled;
};

/** The migrations of a folder by their numbers. */
export const readMigrations = async (dir: string): Promise<readonly Migration[]> => {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).toSorted();
  const migrations = await Promise.all(
    names.map(async (name) => {
      const number = Number(/^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1]);
      if (!Number.isInteger(number)) throw new StartRefused(`迁移文件名不合规则：${name}`);
      const sql = await readFile(join(dir, name), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { number, name, checksum, ...kindOf(name, sql), steps: stepsOf(name, sql) };
    }),
  );
  const numbers = new Set(migrations.map((migration) => migration.number));
  if (numbers.size !== migrations.length) throw new StartRefused('两个迁移文件的编号相同');
  return migrations;
};
