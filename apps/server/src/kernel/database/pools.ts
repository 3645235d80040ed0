import pg from 'pg';
import { types } from '#kernel/database/connection';
import { FlightTransport } from '#kernel/database/flight';
import type { SilenceWatch } from '#kernel/database/silence-watch';
import { mostWaitMs } from '#kernel/database/waited';

/** How long a statement may take; a running server ends a longer one. @unit ms */
export const statementMs = 15_000;
/** Connections of the start of every call, and of logins. They do short work; others never get them. @source security 4.14 */
export const entrySize = 6;
/** How long an unused connection is kept. To make one takes some 40 ms of processor, of which the server's part is a process of its own. @unit ms */
const idleMs = 60_000;
/** The role of the tenants' connections. */
export const tenantRole = 'ronghui_tenant';

/** The configuration of a process's connections. The first migration fixes the names of the roles. */
export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize?: number;
  /** True: statements are sent in flights; false: one after the other, as `pg` does. */
  readonly flights?: boolean;
  readonly onError: (error: Error) => void;
  /** Lowers the priority of the server process of a transaction or snapshot that `allowMinutes`; its connection is not used again. */
  readonly putBehind?: (processId: number) => void;
}

/** The settings of a session. A call that has waited before gets less for its locks (`waited.ts`). Pages of an index are in memory or on a disk without heads: the default of 4 prefers a scan of a whole table. */
const sessionSettings = `-c statement_timeout=${statementMs} -c lock_timeout=${mostWaitMs} -c idle_in_transaction_session_timeout=30000 -c random_page_cost=1.1`;

/** Opens a pool of a role. */
export const poolOf = (options: DatabaseOptions, role: string, { Client }: SilenceWatch): pg.Pool => {
  const { flights: isPipelined = true } = options;
  const pool = new pg.Pool({
    Client,
    connectionString: options.url,
    max: options.poolSize ?? 10,
    options: `-c role=${role} ${sessionSettings}`,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: idleMs,
    application_name: role,
    pipeline: isPipelined,
    types,
  });
  // Without these handlers, on the pool and on each connection in use, a restart of the server would end the process; a pool that ends misses none.
  const report = (error: Error) => void (pool.ending || options.onError(error));
  pool.on('error', report).on('connect', (client) => {
    client.on('error', report);
    if (isPipelined && role === tenantRole) FlightTransport.prepare(client);
  });
  return pool;
};
