import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { type Cluster, openCluster } from './cluster.ts';
import type { EmbeddedDatabase, EmbeddedLog, Running } from './embedded-database.ts';
import { connectionString, type Ownership, refuseLivingOwner, refuseOwnerElsewhere, takeOwnership } from './owner.ts';
import { ownRights, type Rights } from './placement.ts';
import { type Postmaster, settleServer, startServer, stopServer } from './postmaster.ts';
import { codeOf, EmbeddedDatabaseError } from './problem.ts';
import { endOfServerLog } from './server-log.ts';
import { productDatabase } from './settings.ts';
import { supervise } from './supervise.ts';

/** @param dataDir created if missing; the database is in its `postgres` folder */
export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  readonly rights?: Rights;
}

/**
 * Starts PostgreSQL on a data folder, or adopts the server that a killed process left running; creates the cluster and
 * the product's database if missing, and restarts the server when it dies.
 *
 * @throws EmbeddedDatabaseError when another process owns the folder, or the server cannot start
 * @source stack, the embedded database; R14.1, R14.6
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedDatabase> => {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await refuseOwnerElsewhere(dataDir);
  const binaries = findBinaries();
  const rights = options.rights ?? ownRights();
  const cluster = await openCluster(join(dataDir, 'postgres'), { binaries, rights, durability: 'durable' });
  const own = (port: number) => startOrAdopt(cluster, dataDir, port, options.log);
  const first = await own(0);
  const supervisor = supervise(first, {
    again: () => own(first.server.port),
    endOfLog: () => endOfServerLog(cluster.log),
    log: options.log,
  });
  return {
    adminUrl: connectionString({ port: first.server.port, password: cluster.password }, productDatabase),
    stop: supervisor.stop,
    onExit: supervisor.onExit,
  };
};

const attempts = 5;

const startOrAdopt = async (
  cluster: Cluster,
  dataDir: string,
  wantedPort: number,
  log: EmbeddedLog,
): Promise<Running> => {
  const startedAt = new Date();
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const left = await settleServer(cluster.placement.cluster);
    const server = left ?? (await startServer(cluster, wantedPort));
    if (server === undefined) continue;
    const ownership = await enter(cluster, server, dataDir, startedAt);
    if (ownership instanceof Error) {
      log.error({ event: 'databaseSilent', pid: server.pid, reason: ownership.message });
    } else if (wantedPort === 0 || server.port === wantedPort) {
      const event = left === undefined ? 'databaseStarted' : 'databaseAdopted';
      log.info({ event, pid: server.pid, port: server.port, placement: cluster.placement.kind });
      return { server, ownership };
    } else {
      await ownership.release();
    }
    await stopServer(server.pid);
  }
  throw new EmbeddedDatabaseError(
    '内置数据库已启动但无法连接。',
    'The embedded database runs but does not answer. The end of its log:',
    endOfServerLog(cluster.log),
  );
};

/** Takes ownership of a running server; returns the error if it does not answer and no living process owns it. */
const enter = async (
  cluster: Cluster,
  server: Postmaster,
  dataDir: string,
  startedAt: Date,
): Promise<Ownership | Error> => {
  for (;;) {
    try {
      return await takeOwnership({ port: server.port, password: cluster.password }, dataDir, startedAt);
    } catch (error) {
      if (error instanceof EmbeddedDatabaseError) throw error;
      if (codeOf(error) === wrongPassword) throw passwordLost(cluster);
      refuseLivingOwner(dataDir);
      if (codeOf(error) !== recovering) return error instanceof Error ? error : new Error(String(error));
      await wait(100);
    }
  }
};

/** PostgreSQL's codes for a refused login, and for a server that is still replaying its log. */
const wrongPassword = '28P01';
const recovering = '57P03';

const passwordLost = (cluster: Cluster): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    `内置数据库拒绝了 ${dirname(cluster.log)}/password 中的密码：请恢复该文件。`,
    `The embedded database refuses the password in ${dirname(cluster.log)}/password: restore that file.`,
  );
