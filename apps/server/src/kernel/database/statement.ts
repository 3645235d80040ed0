import type pg from 'pg';

/**
 * How a prepared read is planned: `kept` once for whatever values it gets, `fresh` each time for those that it has. Without either PostgreSQL
 * compares what it expects of both, which it knows badly where planning takes longer than reading: a plan over every partition does.
 */
export type Planning = 'kept' | 'fresh';

/** A statement; with a name it stays prepared on each connection that ran it. */
export interface Statement {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Of a tenant's read outside of a transaction; others are planned as PostgreSQL likes. */
  readonly planning?: Planning | undefined;
}

/** The result of a statement, as `pg` returns it. */
export type Result = pg.QueryResult<Record<string, unknown>>;

/** Sends statements over one connection: in flights, or one after the other as `pg` does. */
export interface Transport {
  /** Why the connection should not be used again, where the transport knows it first. */
  readonly fault?: Error | undefined;
  /** Runs a statement; with a tenant, in a transaction of its own in which only that tenant's rows are visible. */
  run(statement: Statement, tenantId: string | null): Promise<Result>;
  /** Runs a statement without parameters and rows: `begin`, `commit`, `rollback`. */
  command(text: string): Promise<pg.QueryResult>;
  /** Delays writing until the end of this turn of the event loop, so that statements that are sent meanwhile leave in one write. */
  hold(): void;
  /** Calls `next` when the connection may be returned to its pool. */
  whenIdle(next: () => void): void;
}

/** Sets whose rows are visible until the transaction ends. */
export const setTenant = { name: 'set_tenant', text: "select set_config('app.tenant', $1, true)" };

/** One of those who share a tenant, or somebody who belongs to none. */
export type Person = { readonly userId: string } | { readonly visitorId: string };

/**
 * The rows that a statement may see, by row-level security: one tenant's, or all, for login, jobs and ops. What is one person's alone, and not the tenant's, is
 * seen in a transaction of that person; a visitor has no tenant ('').
 */
export type Scope = { readonly tenantId: string; readonly person?: Person } | 'service';

const setPerson = {
  name: 'set_person',
  text: "select set_config('app.user', $1, true), set_config('app.visitor', $2, true)",
};

/** What is set at the beginning of a transaction; a setting that is not made sees nothing. */
export const settingsFor = (scope: Scope): readonly Statement[] => {
  if (scope === 'service') return [];
  const { tenantId, person } = scope;
  const tenant = { ...setTenant, values: [tenantId] };
  if (person === undefined) return [tenant];
  const values = 'userId' in person ? [person.userId, ''] : ['', person.visitorId];
  return [tenant, { ...setPerson, values }];
};

/** The same, and how the statement is planned. */
const setPlanning = {
  name: 'set_planning',
  text: "select set_config('app.tenant', $1, true), set_config('plan_cache_mode', $2, true)",
};

/** What a connection keeps prepared for a tenant's reads. */
export const tenantSettings = [
  { ...setTenant, values: [''] },
  { ...setPlanning, values: ['', 'auto'] },
] as const;

const planCacheModes = { kept: 'force_generic_plan', fresh: 'force_custom_plan' } as const;

/** What is set before a tenant's read. */
export const settingOf = (tenantId: string, planning: Planning | undefined) =>
  planning === undefined
    ? { ...setTenant, values: [tenantId] }
    : { ...setPlanning, values: [tenantId, planCacheModes[planning]] };

/** Ignores a failure that another promise reports. */
export const ignoreHere = (): undefined => undefined;

/** The channels by which nodes notify each other through the database. */
export type Channel =
  | 'session_ended'
  | 'content_changed'
  | 'outbox_filled'
  | 'job_sent'
  | 'job_cancelled'
  | 'data_key_changed'
  | 'woken';
