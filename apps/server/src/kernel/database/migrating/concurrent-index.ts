import { createHash } from 'node:crypto';
import type pg from 'pg';
import { sqlStatements } from '#kernel/database/migrating/sql-statements';
import { StartRefused } from '#kernel/setup/start-refused';
import { type Migrator, underLock } from './under-lock.ts';

/** An index that a step makes or removes. */
interface IndexStatement {
  readonly name: string;
  /** Null: it is removed. */
  readonly made: { readonly table: string; readonly unique: string; readonly rest: string } | null;
}

const creating =
  /^create (unique )?index concurrently (?:if not exists )?([a-z_][a-z0-9_]{0,62}) on ("?[a-z_][a-z0-9_]{0,62}"?) ?((?:using|\().{1,4000})$/is;
const dropping = /^drop index concurrently (?:if exists )?([a-z_][a-z0-9_]{0,62})$/i;

/** The indexes of a step that runs outside a transaction; nothing else may stand there. */
export const indexStatements = (name: string, sql: string): readonly IndexStatement[] =>
  sqlStatements(sql).map((statement) => {
    const [, unique = '', index, table, rest] = creating.exec(statement) ?? [];
    if (index !== undefined && table !== undefined && rest !== undefined)
      return { name: index, made: { table, unique, rest } };
    const dropped = dropping.exec(statement)?.[1];
    if (dropped === undefined)
      throw new StartRefused(`迁移 ${name} 的 concurrently 步骤只能建立或删除索引：${statement.slice(0, 80)}`);
    return { name: dropped, made: null };
  });

/** An index as the catalogue has it. */
interface FoundIndex {
  readonly isValid: boolean;
  readonly isPartitioned: boolean;
}

const findIndex = async (client: pg.Client, name: string): Promise<FoundIndex | undefined> => {
  const { rows } = await client.query<FoundIndex>(
    `select i.indisvalid as "isValid", c.relkind = 'I' as "isPartitioned"
      from pg_class c join pg_index i on i.indexrelid = c.oid where c.oid = to_regclass($1)`,
    [name],
  );
  return rows[0];
};

const isPartitioned = async (client: pg.Client, table: string): Promise<boolean> => {
  const { rows } = await client.query<{ kind: string }>(
    'select relkind as kind from pg_class where oid = $1::regclass',
    [table],
  );
  return rows[0]?.kind === 'p';
};

/** The partitions of a table that have no part of its index yet. */
const listWithout = async (client: pg.Client, table: string, index: string): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select part.inhrelid::regclass::text as name from pg_inherits part
      where part.inhparent = $1::regclass and not exists (
        select from pg_inherits own join pg_index i on i.indexrelid = own.inhrelid
        where own.inhparent = $2::regclass and i.indrelid = part.inhrelid)
      order by 1`,
    [table, index],
  );
  return rows.map(({ name }) => name);
};

/** PostgreSQL's bound of a name. */
const longestName = 63;

/** The name of a partition's part of an index: the same on every installation. */
const partName = (partition: string, index: string): string => {
  const name = `${partition.replaceAll('"', '')}_${index}`;
  if (name.length <= longestName) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, longestName - digest.length - 1)}_${digest}`;
};

const removeIndex = async (migrator: Migrator, client: pg.Client, migration: string, name: string): Promise<void> => {
  const found = await findIndex(client, name);
  if (found === undefined) return;
  // PostgreSQL removes one of a partitioned table in no other way.
  if (found.isPartitioned) await underLock(migrator, migration, () => migrator.client.query(`drop index ${name}`));
  else await client.query(`drop index concurrently ${name}`);
};

const makeIndex = async (
  migrator: Migrator,
  client: pg.Client,
  {
    migration,
    name,
    made,
  }: { readonly migration: string } & Omit<IndexStatement, 'made'> & {
      readonly made: NonNullable<IndexStatement['made']>;
    },
): Promise<void> => {
  const { table, unique, rest } = made;
  const found = await findIndex(client, name);
  if (found?.isValid === true) return;
  if (!(await isPartitioned(client, table))) {
    // What a run left that ended early is kept up to date with every write and used by no read.
    if (found !== undefined) await client.query(`drop index concurrently ${name}`);
    await client.query(`create ${unique}index concurrently ${name} on ${table} ${rest}`);
    return;
  }
  // A partition that comes from now on has its part by itself.
  if (found === undefined)
    await underLock(migrator, migration, () =>
      migrator.client.query(`create ${unique}index ${name} on only ${table} ${rest}`),
    );
  for (const partition of await listWithout(client, table, name)) {
    const part = partName(partition, name);
    await makeIndex(migrator, client, { migration, name: part, made: { ...made, table: partition } });
    await underLock(migrator, migration, () => migrator.client.query(`alter index ${name} attach partition ${part}`));
  }
};

/**
 * Makes and removes indexes while rows are written, one after the other; what is there already is left as it is, and an invalid one is made again. Of a
 * partitioned table part by part.
 *
 * @source running 4.1
 */
export const runConcurrently = async (migrator: Migrator, migration: string, sql: string): Promise<void> => {
  const statements = indexStatements(migration, sql);
  const client = await migrator.openUnbounded();
  try {
    for (const { name, made } of statements) {
      if (made === null) await removeIndex(migrator, client, migration, name);
      else await makeIndex(migrator, client, { migration, name, made });
    }
  } finally {
    await client.end();
  }
};
