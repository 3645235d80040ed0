import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { connectionString } from './owner.ts';
import { discardPlacement, ownRights } from './placement.ts';
import { freePort } from './postmaster.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { EmbeddedDatabaseError } from './problem.ts';
import { endOfServerLog, openServerLog } from './server-log.ts';
import { serverArgs, serverEnv } from './settings.ts';

/** A fast server for tests; nothing of it outlives the process that started it. */
export interface ThrowawayDatabase {
  /** The superuser in the database `postgres`. */
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/** A watchdog shell: when its input closes, by `stop` or by the death of this process, it kills the server and removes its folder. */
const watchdogScript = 'folder=$1; shift; "$@" </dev/null & read -r _; kill -QUIT $!; wait $!; rm -rf "$folder"';

/** Starts an empty server in a temporary folder, without fsync. It ends with `stop`, or with this process. */
export const startThrowawayDatabase = async (): Promise<ThrowawayDatabase> => {
  const folder = mkdtempSync(join(tmpdir(), 'ronghui-test-'));
  const home = join(folder, 'postgres');
  const options = { binaries: findBinaries(), rights: ownRights(), durability: 'throwaway' } as const;
  const cluster = await openCluster(home, options);
  const port = await freePort();
  const { file, args, ...ids } = cluster.placement.command(
    'postgres',
    serverArgs(cluster.placement.cluster, port, 'throwaway'),
  );
  const output = openServerLog(cluster.log);
  const shell = spawn('sh', ['-c', watchdogScript, 'sh', folder, file, ...args], {
    cwd: '/',
    env: serverEnv,
    stdio: ['pipe', output, output],
    detached: true,
    ...ids,
  });
  closeSync(output);
  const watchdogInput = shell.stdin;
  if (watchdogInput === null) throw new Error('a pipe was asked for');
  shell.unref();
  const ended = new Promise<void>((resolve) => {
    shell.once('exit', () => resolve());
    shell.once('error', () => resolve());
  });
  const stop = async (): Promise<void> => {
    shell.ref();
    watchdogInput.end();
    await ended;
    discardPlacement(home);
    rmSync(folder, { recursive: true, force: true });
  };
  if (!(await isReady(cluster))) {
    const log = endOfServerLog(cluster.log);
    await stop();
    throw new EmbeddedDatabaseError('测试数据库无法启动。', 'The database for tests does not start.', log);
  }
  return { adminUrl: connectionString({ port, password: cluster.password }, 'postgres'), stop };
};

const isReady = async (cluster: Cluster): Promise<boolean> => {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if (readPostmasterFile(cluster.placement.cluster)?.status === 'ready') return true;
    await wait(5);
  }
  return false;
};
