import pg from 'pg';
import { checkServer } from '#kernel/database/given-database';
import {
  type Migration,
  migrationsDir,
  readMigrations,
  type StepKind,
} from '#kernel/database/migrating/migration-file';
import { listNodes, type OtherNode, readApplied, refuseUnfit } from '#kernel/database/migrating/schema-migration';
import { sqlStatements } from '#kernel/database/migrating/sql-statements';
import { isAtLeast, productVersion } from '#kernel/setup/version';

/** A migration that an upgrade would run. */
export interface ComingMigration extends Pick<Migration, 'name' | 'kind' | 'oldestVersion'> {
  readonly steps: readonly StepKind[];
  /** Steps that an upgrade which ended early has done. */
  readonly done: number;
  /** The tables that it names and that are there. */
  readonly tables: readonly string[];
  /** Of a contract: the nodes that it would wait for. */
  readonly waitsFor: readonly OtherNode[];
}

/** A table as the catalogue has it. @unit bytes with indexes; rows as they were last counted */
export interface TableSize {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
}

/** A transaction that is open. */
export interface OpenTransaction {
  readonly pid: number;
  readonly application: string;
  readonly state: string;
  readonly seconds: number;
  /** What it holds of the tables that migrations name. */
  readonly tables: readonly string[];
}

/** What an upgrade to this version would do. */
export interface UpgradePlan {
  readonly version: string;
  /** The newest migration that the database has; null where it has none. */
  readonly newest: string | null;
  readonly coming: readonly ComingMigration[];
  readonly sizes: readonly TableSize[];
  readonly nodes: readonly OtherNode[];
  /** The open transactions, the longest first; some. */
  readonly open: readonly OpenTransaction[];
  /** Sessions of other users, of which this user sees nothing. */
  readonly hidden: number;
}

const naming =
  /\b(?:alter table|update|delete from|insert into|merge into|truncate|references|on)(?: if exists)?(?: only)? "?([a-z_][a-z0-9_]{0,62})/g;

/** The names that may be those of tables, in the statements of a migration. */
const namesIn = ({ steps }: Migration): string[] =>
  steps
    .flatMap(({ sql }) => sqlStatements(sql))
    .flatMap((statement) => Array.from(statement.toLowerCase().matchAll(naming), ([, name = '']) => name));

const listSizes = async (client: pg.Client, names: readonly string[]): Promise<readonly TableSize[]> => {
  const { rows } = await client.query<TableSize>(
    `select c.relname as name,
        (pg_total_relation_size(c.oid) + coalesce(sum(pg_total_relation_size(part.oid)), 0))::float8 as bytes,
        (case when c.relkind = 'p' then 0 else greatest(c.reltuples, 0) end + coalesce(sum(greatest(part.reltuples, 0)), 0))::float8 as rows
      from pg_class c
        left join lateral pg_partition_tree(c.oid) tree on tree.isleaf and tree.relid <> c.oid
        left join pg_class part on part.oid = tree.relid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any($1::text[])
      group by c.oid, c.relname, c.relkind, c.reltuples order by 2 desc, 1`,
    [names],
  );
  return rows;
};

const listOpen = async (client: pg.Client, names: readonly string[]): Promise<readonly OpenTransaction[]> => {
  const { rows } = await client.query<OpenTransaction>(
    `select a.pid, a.application_name as application, coalesce(a.state, '') as state,
        extract(epoch from clock_timestamp() - a.xact_start)::float8 as seconds,
        array(select distinct c.relname::text from pg_locks l join pg_class c on c.oid = l.relation
          where l.pid = a.pid and l.granted and c.relname = any($1::text[]) order by 1) as tables
      from pg_stat_activity a
      where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start is not null and a.backend_type = 'client backend'
      order by a.xact_start limit 5`,
    [names],
  );
  return rows;
};

const countHidden = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = current_database() and backend_type is null',
  );
  return rows[0]?.count ?? 0;
};

/** Dependencies of `readUpgradePlan`; tests set another folder and another version. */
export interface PlanOptions {
  readonly url: string;
  readonly dir?: string;
  readonly version?: string;
}

const readPlan = async (
  client: pg.Client,
  { dir = migrationsDir, version = productVersion }: PlanOptions,
): Promise<UpgradePlan> => {
  const applied = await readApplied(client);
  const migrations = await readMigrations(dir);
  refuseUnfit(migrations, applied, version);
  const nodes = await listNodes(client);
  const left = migrations.filter(({ number }) => applied.get(number)?.step !== null);
  const sizes = await listSizes(client, left.flatMap(namesIn));
  const tables = new Set(sizes.map(({ name }) => name));
  const coming = left.map((migration): ComingMigration => {
    const { number, name, kind, oldestVersion, steps } = migration;
    return {
      name,
      kind,
      oldestVersion,
      steps: steps.map((step) => step.kind),
      done: applied.get(number)?.step ?? 0,
      tables: [...new Set(namesIn(migration))].filter((one) => tables.has(one)),
      waitsFor: nodes.filter((node) => oldestVersion !== null && !isAtLeast(node.version, oldestVersion)),
    };
  });
  const newest = [...applied.values()].findLast(({ step }) => step === null)?.name ?? null;
  const [open, hidden] = [await listOpen(client, [...tables]), await countHidden(client)];
  return { version, newest, coming, sizes, nodes, open, hidden };
};

/**
 * What an upgrade of a database to this version would do, read in a transaction that writes nothing.
 *
 * @throws StartRefused with a sentence where the upgrade would be refused
 * @source running 4.3
 */
export const readUpgradePlan = async (options: PlanOptions): Promise<UpgradePlan> => {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'ronghui_upgrade_check',
    connectionTimeoutMillis: 5000,
    query_timeout: 60_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query("begin isolation level repeatable read read only; set local lock_timeout = '2s'");
    await checkServer(client);
    return await readPlan(client, options);
  } finally {
    await client.end();
  }
};
