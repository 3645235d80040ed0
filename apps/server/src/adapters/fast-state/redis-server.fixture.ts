import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DebianProgram, debianProgram } from '../../../../../tools/servers/debian-program.ts';

const packages = ['redis-server', 'redis-tools', 'liblua5.1-0', 'liblzf1', 'libjemalloc2', 'lua-bitop', 'lua-cjson'];

/** Debian's Redis, unpacked; null where there is no Debian. */
export const redisProgram = (): DebianProgram | null => debianProgram('redis-server', packages);

/** A Redis of a test. */
export interface RedisServer {
  readonly url: string;
  readonly pid: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const ready = async (child: ChildProcess): Promise<void> => {
  let text = '';
  for await (const piece of child.stdout ?? []) {
    text += String(piece);
    if (text.includes('Ready to accept connections')) return;
  }
  throw new Error(`Redis did not start: ${text}`);
};

/** Starts a Redis on loopback, in a folder of its own unless one is given. */
export const startRedis = async (
  program: DebianProgram,
  {
    port,
    folder,
    args = [],
  }: { readonly port?: number; readonly folder?: string; readonly args?: readonly string[] } = {},
): Promise<RedisServer & { readonly port: number; readonly folder: string }> => {
  const at = port ?? (await freePort());
  const home = folder ?? mkdtempSync(join(tmpdir(), 'ronghui-redis-'));
  const child = spawn(
    program.file,
    ['--port', String(at), '--bind', '127.0.0.1', '--dir', home, '--save', '', ...args],
    { env: program.env, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  // One that a failed test has left ends with this process.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  await ready(child);
  child.stdout.resume();
  return {
    url: `redis://127.0.0.1:${at}`,
    port: at,
    folder: home,
    pid: child.pid ?? 0,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        // One that is stopped takes no other signal.
        child.kill('SIGCONT');
        await once(child, 'exit');
      }
      if (folder === undefined && signal !== 'SIGKILL') rmSync(home, { recursive: true, force: true });
    },
  };
};
