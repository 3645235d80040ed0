import type pg from 'pg';

/** A statement; with a name it stays prepared on each connection that has run it. */
export interface Statement {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What a statement gave, as `pg` tells it. */
export type Result = pg.QueryResult<Record<string, unknown>>;

/** How statements reach the server over one connection: in flights, or as plain `pg` sends them. */
export interface Transport {
  /** Why the connection should not be used again, where the transport knows it first. */
  readonly fault?: Error | undefined;
  /** Runs a statement; with a tenant, in a transaction of its own in which only that tenant's rows are visible. */
  run(statement: Statement, tenantId: string | null): Promise<Result>;
  /** Runs what has neither parameters nor rows: `begin`, `commit`, `rollback`. */
  command(text: string): Promise<pg.QueryResult>;
  /** Delays writing until the end of this turn, so that what is sent meanwhile leaves in one write. */
  hold(): void;
  /** Calls `next` when the connection may be given back. */
  whenIdle(next: () => void): void;
}

/** Sets whose rows are visible until the transaction ends. */
export const setTenant = { name: 'set_tenant', text: "select set_config('app.tenant', $1, true)" };

/** For a failure that another promise reports. */
export const ignoreHere = (): undefined => undefined;
