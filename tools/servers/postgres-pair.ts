import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const needed = ['initdb', 'postgres', 'pg_basebackup'];
const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
const startMs = 30_000;

/** The newest PostgreSQL of the machine that can make a standby, which the embedded one cannot. Null where there is none, which is printed. */
export const findStandbyPrograms = (): string | null => {
  const found = globSync('/usr/lib/postgresql/*/bin').filter((folder) =>
    needed.every((name) => existsSync(join(folder, name))),
  );
  const [newest] = found.toSorted().toReversed();
  if (newest === undefined)
    console.warn('LEFT OUT: without pg_basebackup (Debian: postgresql) nothing is tried on a standby that replays.');
  return newest ?? null;
};

/** PostgreSQL refuses to run as root. */
const ids = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** A server, which ends with this process. */
interface PairedServer {
  /** The superuser in a database. */
  url(database: string): string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A primary and its streaming standby, neither of which waits for a disk. */
export interface PostgresPair {
  readonly primary: PairedServer;
  readonly standby: PairedServer;
  /** Stops both and removes what they stored. */
  remove(): Promise<void>;
}

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'wal_level=replica',
  'hot_standby=on',
  'fsync=off',
  'autovacuum=off',
  // A standby cancels at once what stands in the way of its replay.
  'max_standby_streaming_delay=0',
  'wal_retrieve_retry_interval=200ms',
];

/** A watchdog shell: when its input closes, by `stop` or by the death of this process, it ends the server. */
const watchdogScript = '"$@" </dev/null & read -r _; kill -INT $!; wait $!';

const isReady = (data: string): boolean => {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) && /^ready\s*$/m.test(readFileSync(file, 'utf8'));
};

const serverOf = (programs: string, data: string, port: number): PairedServer => {
  let stopNow: () => Promise<void> = async () => undefined;
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    async start() {
      const args = [...settings, `port=${port}`].flatMap((setting) => ['-c', setting]);
      const shell = spawn('sh', ['-c', watchdogScript, 'sh', join(programs, 'postgres'), '-D', data, ...args], {
        cwd: '/',
        env,
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
        ...ids(),
      });
      const ended = new Promise<void>((resolve) => void shell.once('exit', () => resolve()));
      stopNow = async () => {
        shell.stdin.end();
        await ended;
      };
      const deadline = Date.now() + startMs;
      while (!isReady(data)) {
        if (Date.now() > deadline || shell.exitCode !== null) throw new Error(`PostgreSQL in ${data} does not start`);
        await wait(20);
      }
    },
    stop: () => stopNow(),
  };
};

/** Starts a primary and a standby that is made of it, with the programs of a folder. */
export const startPostgresPair = async (programs: string): Promise<PostgresPair> => {
  const folder = mkdtempSync(join(tmpdir(), 'ronghui-pair-'));
  const own = ids();
  const options = { cwd: '/', env, ...own };
  if (own !== undefined) chownSync(folder, own.uid, own.gid);
  const made = ['primary', 'standby'].map((name) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (own !== undefined) chownSync(path, own.uid, own.gid);
    return path;
  });
  const [data = '', copy = ''] = made;
  const [port, otherPort] = [await freePort(), await freePort()];
  const [primary, standby] = [serverOf(programs, data, port), serverOf(programs, copy, otherPort)];
  const remove = async (): Promise<void> => {
    await standby.stop();
    await primary.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const initArgs = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    await run(join(programs, 'initdb'), initArgs, options);
    await primary.start();
    const from = ['-d', primary.url('postgres')];
    const how = ['-D', copy, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
    await run(join(programs, 'pg_basebackup'), [...from, ...how], options);
    await standby.start();
  } catch (error) {
    await remove();
    throw error;
  }
  return { primary, standby, remove };
};
