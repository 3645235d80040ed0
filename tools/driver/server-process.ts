import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { connectionString } from '../../apps/server/src/kernel/embedded/owner.ts';
import { readPostmasterFile } from '../../apps/server/src/kernel/embedded/postmaster-file.ts';
import { productDatabase } from '../../apps/server/src/kernel/embedded/settings.ts';
import { outsideEnv } from '../../e2e/outside-env.ts';
import { serverArgs, serverEnv } from '../launch/start.mjs';

/** A running server of the product, in a process that can be measured, stopped and killed. */
export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** From the spawn to the line that reports the address. @unit ms */
  readonly listeningMs: number;
  /** Its standard output and standard error so far. */
  readonly lines: readonly string[];
  /** Closes the pipes of its standard output and standard error, as a reader of the log does that ends. */
  closeLog(): void;
  /** Stops it gracefully. */
  stop(): Promise<void>;
  /** Kills only the Node process. */
  kill(): Promise<void>;
  /** Resolves once it has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

/** Options of a start. */
export interface ServerOptions {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs the server within something: a namespace, for example. Its process becomes the server's. */
  readonly under?: readonly string[];
  /** Node's own arguments, for example a profiler's. */
  readonly nodeArgs?: readonly string[];
}

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const exitWithParent = pathToFileURL(join(root, 'tools/launch/exit-with-parent.mjs')).href;
// It ends what hangs: a machine that does several things at once takes a minute for a first start.
const timeoutMs = 180_000;

/** Limits by address, raised for a load that comes from one address; every other setting is the default. */
export const liftedLimits = {
  smsPerAddressPerHour: 1_000_000,
  smsPerMinute: 1_000_000,
  smsPerDay: 10_000_000,
  imageCodesPerAddressPerMinute: 1_000_000,
  leadsPerAddressPerHour: 1_000_000,
  loginsPerAddressPerMinute: 1_000_000,
  requestsPerAddressPerMinute: 100_000_000,
  uploadsPerTenantPerMinute: 1_000_000,
  reportsPerAddressPerMinute: 1_000_000,
} as const;

const spawnServer = ({ dataDir, env, nodeArgs = [], under = [] }: ServerOptions): ChildProcess => {
  const program = [process.execPath, ...serverArgs, '--import', exitWithParent, ...nodeArgs, 'apps/server/src/main.ts'];
  const [file = '', ...args] = [...under, ...program];
  return spawn(file, args, {
    cwd: root,
    env: {
      ...serverEnv,
      ...outsideEnv(),
      NODE_ENV: 'test',
      TEST_IMAGE_CODE: 'abcd',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      LIMITS: JSON.stringify(liftedLimits),
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
};

/** The error of a server that did not start, with its output. */
class ServerRefused extends Error {
  override readonly name = 'ServerRefused';
}

/** Starts the product's server and resolves when it listens. It ends with the process that started it. */
export const startServer = async (options: ServerOptions): Promise<ServerProcess> => {
  const startedMs = performance.now();
  const child = spawnServer(options);
  const lines: string[] = [];
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      const url = /"event":"listening".*?"url":"([^"]+)"/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  }
  const refused = (why: string) => reject(new ServerRefused(`${why}:\n${lines.slice(-20).join('\n')}`));
  child.once('close', (code, signal) => refused(`the server ended before it listened (${code ?? signal})`));
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    refused('the server did not listen in time');
  }, timeoutMs);
  const url = await promise.finally(() => clearTimeout(timer));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    dataDir: options.dataDir,
    listeningMs: performance.now() - startedMs,
    lines,
    closeLog() {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    ended,
  };
};

const clusterOf = (dataDir: string): string => {
  const idFile = join(dataDir, 'postgres/id');
  if (!existsSync(idFile)) return join(dataDir, 'postgres/cluster');
  return join('/var/lib/ronghui', readFileSync(idFile, 'utf8').trim(), 'cluster');
};

/** The process id of a data folder's embedded database; undefined if there is none. */
export const databasePid = (dataDir: string): number | undefined => readPostmasterFile(clusterOf(dataDir))?.pid;

/** The connection to a data folder's embedded database, for other programs. */
export const databaseUrl = (dataDir: string): string => {
  const folder = join(dataDir, 'postgres');
  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  const file = readPostmasterFile(clusterOf(dataDir));
  return connectionString({ port: file?.port ?? 0, password }, productDatabase);
};
