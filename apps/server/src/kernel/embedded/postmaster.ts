import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import {
  disownPostmasterFile,
  isServerOf,
  type PostmasterFile,
  processState,
  readPostmasterFile,
} from './postmaster-file.ts';
import { EmbeddedDatabaseError } from './problem.ts';
import { endOfServerLog, openServerLog, sizeOf } from './server-log.ts';
import { serverArgs, serverEnv } from './settings.ts';

/** A server that accepts connections. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

const pollMs = 5;
/** Recovery after a power cut may take minutes; beyond this the start fails. */
const recoveryMs = 600_000;
/** How long the remains of a dead server may block a start: its id as a zombie, its memory, its port. */
const obstacleMs = 15_000;
const obstacles = /pre-existing shared memory block|lock file "postmaster.pid" already exists|could not bind/;

/** The content of `postmaster.pid`, if a server of this cluster is alive. */
export const findLiveServer = (cluster: string): PostmasterFile | undefined => {
  const file = readPostmasterFile(cluster);
  const lives = file !== undefined && processState(file.pid) === 'alive' && isServerOf(file.pid, cluster);
  return lives ? file : undefined;
};

/**
 * Starts the server and waits until it accepts connections; retries while a dead one blocks the start.
 *
 * @param wantedPort 0 for any free one
 * @returns undefined when another process has started a server of this cluster meanwhile
 */
export const startServer = async (cluster: Cluster, wantedPort: number): Promise<Postmaster | undefined> => {
  const deadline = Date.now() + obstacleMs;
  for (;;) {
    const port = wantedPort === 0 ? await freePort() : wantedPort;
    const started = await startOnce(cluster, port);
    if (typeof started !== 'string') return started;
    if (findLiveServer(cluster.placement.cluster) !== undefined) return undefined;
    if (!obstacles.test(started) || Date.now() > deadline) throw notStarted(started);
    if (started.includes('lock file')) disownPostmasterFile(cluster.placement.cluster);
    await wait(100);
  }
};

const notStarted = (log: string): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError('内置数据库无法启动。', 'The embedded database does not start. The end of its log:', log);

/** One attempt; returns the end of the server's log if it exited instead of serving. */
const startOnce = async (cluster: Cluster, port: number): Promise<Postmaster | string> => {
  const { placement, log } = cluster;
  const before = sizeOf(log);
  const { file, args, ...ids } = placement.command('postgres', serverArgs(placement.cluster, port, 'durable'));
  const output = openServerLog(log);
  // A separate process group: Ctrl-C in the terminal stops us, and we stop the server after the last reply is written.
  const child = spawn(file, args, {
    cwd: '/',
    env: serverEnv,
    stdio: ['ignore', output, output],
    detached: true,
    ...ids,
  });
  closeSync(output);
  child.unref();
  let ended = '';
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, signal) => (ended = `postgres ended (${code ?? signal})`));
  const deadline = Date.now() + recoveryMs;
  while (ended === '' && Date.now() < deadline) {
    const found = readPostmasterFile(placement.cluster);
    if (found?.pid === child.pid && found?.status === 'ready') return { pid: found.pid, port: found.port };
    await wait(pollMs);
  }
  return endOfServerLog(log, before) || ended || 'postgres did not become ready';
};

/** A free loopback port. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/**
 * Stops a server: gracefully, and after ten seconds immediately (which loses no acknowledged write).
 *
 * @source stack, the embedded database
 */
export const stopServer = async (pid: number, cleanMs = 10_000): Promise<void> => {
  if (await endsAfter(pid, 'SIGINT', cleanMs)) return;
  await endsAfter(pid, 'SIGQUIT', 5000);
};

const endsAfter = async (pid: number, signal: NodeJS.Signals, withinMs: number): Promise<boolean> => {
  const deadline = Date.now() + withinMs;
  try {
    process.kill(pid, signal);
  } catch {
    return true;
  }
  while (processState(pid) === 'alive') {
    if (Date.now() > deadline) return false;
    await wait(pollMs);
  }
  return true;
};

/** Waits until a server that is starting or stopping has finished. */
export const settleServer = async (cluster: string): Promise<PostmasterFile | undefined> => {
  const deadline = Date.now() + recoveryMs;
  for (;;) {
    const found = findLiveServer(cluster);
    if (found === undefined || found.status === 'ready' || Date.now() > deadline) return found;
    await wait(pollMs);
  }
};
