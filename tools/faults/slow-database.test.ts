import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../apps/server/src/kernel/database/migrate.ts';
import { startThrowawayDatabase, type ThrowawayDatabase } from '../../apps/server/src/kernel/embedded/throwaway.ts';

let database: ThrowawayDatabase;
let dataDir: string;
/** Accepts everybody and says nothing. */
let silent: Server;
const sockets: Socket[] = [];
beforeAll(async () => {
  database = await startThrowawayDatabase();
  await migrate({ url: database.adminUrl });
  dataDir = await mkdtemp(join(tmpdir(), 'ronghui-slow-'));
  silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined).resume()));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  silent.close();
  await database.stop();
  await rm(dataDir, { recursive: true });
});

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ['a start', 'main.ts', []],
  ['a command of the desk', 'commands/ops-command.ts', ['account', 'unlock', '13800000001']],
  ['a reset of the admin', 'commands/admin-reset-command.ts', []],
  ['an export of content', 'commands/content-command.ts', ['export', join(tmpdir(), 'ronghui-nowhere')]],
];

const programs = join(import.meta.dirname, '../../apps/server/src');

/** Runs a program to its end. */
const run = (program: string, args: readonly string[], databaseUrl: string) =>
  new Promise<{ readonly code: number | null; readonly err: string }>((resolve) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
    };
    const child = execFile(process.execPath, [join(programs, program), ...args], { env }, (_error, _out, err) =>
      resolve({ code: child.exitCode, err }),
    );
  });

describe('R14.6 a program that meets a slow database', () => {
  // They wait, so they wait together.
  test.concurrent.each(cases)(
    'R14.6 %s says a sentence when nobody answers',
    async (_what, program, args) => {
      const { port } = silent.address() as AddressInfo;
      const { code, err } = await run(program, args, `postgres://nobody:x@127.0.0.1:${port}/none`);
      expect(code).toBe(1);
      expect(err).toMatch(/无法连接 DATABASE_URL 指向的数据库/);
      expect(err).not.toMatch(/\n\s+at /);
    },
    60_000,
  );

  test.each([
    ['a start', 'main.ts', []],
    ['a command of the desk', 'commands/ops-command.ts', ['account', 'unlock', '13800000001']],
  ] as const)(
    'R14.6 %s says a sentence when what it reads is locked for long',
    async (_what, program, args) => {
      const holder = new pg.Client({ connectionString: database.adminUrl });
      await holder.connect();
      try {
        await holder.query('begin; lock table user_account in access exclusive mode');
        const { code, err } = await run(program, args, database.adminUrl);
        expect(code).toBe(1);
        expect(err.trim().split('\n').at(-1)).toMatch(/^数据库正忙，没有及时完成：/);
        expect(err).not.toMatch(/\n\s+at |"stack"/);
      } finally {
        await holder.end();
      }
    },
    60_000,
  );
});
