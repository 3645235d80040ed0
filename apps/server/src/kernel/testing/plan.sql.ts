import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  NoResultError,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutor,
} from 'kysely';
import type { Db } from '#kernel/database/db';
import type { Tables } from '#tables';

/** A node of a plan, as PostgreSQL reports it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** What a statement read. */
export interface Reading {
  readonly indexes: readonly string[];
  /** Rows that were fetched from tables, those that a filter removed included. */
  readonly fetched: number;
  /** Entries that were read from indexes alone, also where their pages were not vacuumed yet. */
  readonly entries: number;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const readingOf = (plan: PlanNode): Reading => {
  const scans = nodesOf(plan).filter((node) => /Scan/.test(node['Node Type']) && node['Node Type'] !== 'CTE Scan');
  const rowsOf = (node: PlanNode) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const sum = (nodes: readonly PlanNode[]) => nodes.reduce((total, node) => total + rowsOf(node), 0);
  const isIndexOnly = (node: PlanNode) => node['Node Type'] === 'Index Only Scan';
  const isTable = (node: PlanNode) => !['Bitmap Index Scan', 'Subquery Scan'].includes(node['Node Type']);
  return {
    indexes: scans.flatMap((node) => node['Index Name'] ?? []),
    fetched: sum(scans.filter((node) => isTable(node) && !isIndexOnly(node))),
    entries: sum(scans.filter(isIndexOnly)),
  };
};

/** Runs what `work` asks of the database under EXPLAIN ANALYZE: what each of its statements read. Their results are empty. */
export const readingsOf = async (db: Db, work: (db: Db) => Promise<unknown>): Promise<readonly Reading[]> => {
  const readings: Reading[] = [];
  const real = db.getExecutor();
  const explained: Promise<void>[] = [];
  const explain = async (query: CompiledQuery): Promise<void> => {
    const sql = `explain (analyze, format json) ${query.sql}`;
    const { rows } = await real.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({ ...query, sql });
    for (const {
      'QUERY PLAN': [{ Plan }],
    } of rows)
      readings.push(readingOf(Plan));
  };
  const executeQuery: QueryExecutor['executeQuery'] = async (query) => {
    const one = explain(query);
    explained.push(one);
    await one;
    return { rows: [] };
  };
  const executor = new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === 'executeQuery') return executeQuery;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely: Kysely<Tables>) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const explaining = new Kysely<Tables>({ config: { dialect }, driver: new DummyDriver(), dialect, executor });
  // What counts is what was read: who asks for a row that must be there finds none.
  await work(explaining).catch((error: unknown) => {
    if (!(error instanceof NoResultError)) throw error;
  });
  // One that finds no row ends the work, also while others are under way.
  await Promise.all(explained);
  return readings;
};
