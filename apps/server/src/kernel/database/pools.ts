import pg from 'pg';
import { types } from '#kernel/database/connection';
import { FlightTransport } from '#kernel/database/flight';
import type { SilenceWatch } from '#kernel/database/silence-watch';
import { mostWaitMs } from '#kernel/database/waited';
import type { LimitName } from '#kernel/limit-name';
import { StartRefused } from '#kernel/setup/start-refused';

/** How long a statement may take; a running server ends a longer one. @unit ms */
export const statementMs = 15_000;
/** Connections of the start of every call, and of logins. They do short work; others never get them. @source security 4.14 */
const entrySize = 6;
/** How long an unused connection is kept. To make one takes some 40 ms of processor, of which the server's part is a process of its own. @unit ms */
const idleMs = 60_000;
/** The role of the tenants' connections. */
const tenantRole = 'ronghui_tenant';

/** Which pool a connection is of. */
export type PoolKind = 'service' | 'tenant' | 'entry';

/** What a node opens beside its pools: notifications, the lock of nodes, the watch over silence, and one to spare. @source running 1.8 */
const besidePools = 4;

/** The limits in force. */
type Limits = Readonly<Record<LimitName, number>>;

/** The pools of a node, as the limits in force say. */
export const poolSizes = (limits: Limits): Readonly<Record<PoolKind, number>> => ({
  service: limits.serviceConnections,
  tenant: limits.tenantConnections,
  entry: limits.entryConnections,
});

/** Of a command or a test, which serve nobody. */
const standardSizes = (poolSize = 10): Readonly<Record<PoolKind, number>> => ({
  service: poolSize,
  tenant: poolSize,
  entry: entrySize,
});

/** All connections that a node may open. */
export const connectionsOfNode = (limits: Limits): number =>
  Object.values(poolSizes(limits)).reduce((sum, size) => sum + size, besidePools);

/** The configuration of a process's connections. The first migration fixes the names of the roles. */
export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize?: number;
  /** The most connections of each pool, where they are not of one size. */
  readonly sizes?: Readonly<Record<PoolKind, number>>;
  /** True: statements are sent in flights; false: one after the other, as `pg` does. */
  readonly flights?: boolean;
  readonly onError: (error: Error) => void;
  /** Lowers the priority of the server process of a transaction or snapshot that `allowMinutes`; its connection is not used again. */
  readonly putBehind?: (processId: number) => void;
  /** It is the standby of DATABASE_READ_URL: its sessions write nothing, also once it is promoted. */
  readonly isReplica?: boolean;
}

/** The settings of a session. A call that has waited before gets less for its locks (`waited.ts`). Pages of an index are in memory or on a disk without heads: the default of 4 prefers a scan of a whole table. */
const sessionSettings = `-c statement_timeout=${statementMs} -c lock_timeout=${mostWaitMs} -c idle_in_transaction_session_timeout=30000 -c random_page_cost=1.1`;

const readOnly = ' -c default_transaction_read_only=on';

/** Taken before anybody watches what connections send. */
const query = Reflect.get(pg.Client.prototype, 'query') as typeof pg.Client.prototype.query;

/**
 * Proves that a connection has the role of its pool before its first statement: a pooler that ignores start-up options, or a URL with options of its own,
 * would hand out the owner, who sees every tenant.
 *
 * @source running 1.8
 */
const proveRole = async (client: pg.PoolClient, role: string, variable: string): Promise<void> => {
  const asked: Promise<pg.QueryResult<{ user: string }>> = Reflect.apply(query, client, [
    'select current_user as user',
  ]);
  const user = (await asked).rows[0]?.user ?? '';
  if (user === role) return;
  throw new StartRefused(
    `数据库连接的角色是 ${user}，应为 ${role}：${variable} 中的 options，或数据库前的连接池（pgbouncer 早于 1.20，或不是会话模式），没有采用启动参数。`,
  );
};

/** Opens a pool, whose connections have the role of their kind. */
export const poolOf = (options: DatabaseOptions, kind: PoolKind, { Client }: SilenceWatch): pg.Pool => {
  const { flights: isPipelined = true, sizes = standardSizes(options.poolSize), isReplica = false } = options;
  const role = kind === 'tenant' ? tenantRole : 'ronghui_service';
  const variable = isReplica ? 'DATABASE_READ_URL' : 'DATABASE_URL';
  const pool = new pg.Pool({
    Client,
    connectionString: options.url,
    max: sizes[kind],
    options: `-c role=${role} ${sessionSettings}${isReplica ? readOnly : ''}`,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: idleMs,
    application_name: role,
    pipeline: isPipelined,
    types,
    verify: (client, done) => void proveRole(client, role, variable).then(() => done(), done),
  });
  // Without these handlers, on the pool and on each connection in use, a restart of the server would end the process; a pool that ends misses none.
  const report = (error: Error) => void (pool.ending || options.onError(error));
  pool.on('error', report).on('connect', (client) => {
    client.on('error', report);
    if (isPipelined && role === tenantRole) FlightTransport.prepare(client);
  });
  return pool;
};
