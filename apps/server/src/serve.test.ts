import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connectionString } from '#kernel/embedded/owner';
import { readPostmasterFile } from '#kernel/embedded/postmaster-file';
import { startEmbedded } from '#kernel/embedded/start-embedded';
import { silent } from '#kernel/embedded/testing/folders';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';

const main = join(import.meta.dirname, 'main.ts');

/** The path, and where the launcher has what was compiled kept. */
const outside = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };

/** Starts the program with an environment that contains nothing else of the tester's. */
const run = (env: Record<string, string>, args: readonly string[] = []) => {
  const child = spawn(process.execPath, [main, ...args], { env: { ...outside, ...env } });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, output, ended };
};

const patient = { timeout: 60_000, interval: 50 };

let db: TestDatabase;
let dataDir: string;
/** The first start on them, which has ended. */
let firstStart: ReturnType<typeof run>;
const served = () => ({ NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: db.url, DEMO: 'off' });
beforeAll(async () => {
  db = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'ronghui-serve-'));
  firstStart = run({ ...served(), LOG_LEVEL: 'error' });
  await vi.waitFor(() => expect(firstStart.output.out).toContain('"firstAdmin"'), patient);
  firstStart.child.kill('SIGTERM');
  await firstStart.ended;
});
afterAll(() => db.drop());

// Each test starts the program up to three times.
describe('R14.1 the program', { timeout: 60_000 }, () => {
  test('R14.1 a wrong setting ends it with a sentence, without a stack and before anything is opened', async () => {
    const { output, ended } = run({ PORT: 'x', LIMITS: '{"nope":1}', NODE_ENV: 'production' });
    expect(await ended).toBe(1);
    expect(output.out).toBe('');
    expect(output.err).toMatch(/PORT 应为/);
    expect(output.err).toMatch(/nope/);
    expect(output.err).not.toMatch(/\n\s+at /);
  });

  test('R14.1 config check prints the settings and ends', async () => {
    const { output, ended } = run({ DATABASE_URL: 'postgres://a:hunter2@db/x' }, ['config', 'check']);
    expect(await ended).toBe(0);
    expect(output.out).toMatch(/DATABASE_URL\s+\*{8}/);
    expect(output.out).not.toContain('hunter2');
  });

  test('R14.1 another word after config is refused with a sentence', async () => {
    const { output, ended } = run({}, ['config', 'chek']);
    expect(await ended).toBe(1);
    expect(output.out).toBe('');
    expect(output.err).toBe('config 只有 check，没有 chek。/ config has check, and no chek.\n');
  });

  test('R14.1 an unreachable database is reported in a sentence', async () => {
    const { output, ended } = run({ ...served(), DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
    expect(await ended).toBe(1);
    expect(output.err).toMatch(/无法连接 DATABASE_URL/);
  });

  test('R14.1 its first line says where it serves, whatever the level of the log', async () => {
    const { child, output, ended } = firstStart;
    expect(await ended).toBe(0);
    expect(JSON.parse(output.out.split('\n')[0] ?? '')).toMatchObject({
      event: 'listening',
      url: expect.stringMatching(/^http/),
      pid: child.pid,
    });
    // The second line, on the first start alone: nobody gets in without it.
    const admin = JSON.parse(output.out.split('\n')[1] ?? '');
    expect(admin).toMatchObject({ event: 'firstAdmin', account: 'admin', oneTimePassword: expect.any(String) });
    expect(admin.url).toBe(`${JSON.parse(output.out.split('\n')[0] ?? '').url}/console/`);
    expect(output.out.split('\n')).toHaveLength(3);
    const again = run({ ...served(), LOG_LEVEL: 'error' });
    await expect.poll(() => again.output.out, patient).toContain('\n');
    again.child.kill('SIGTERM');
    expect(await again.ended).toBe(0);
    expect(again.output.out.split('\n')).toHaveLength(2);
  });

  test('R11.6 its first start on an empty database sets four eyes on adjustments, and no later one sets them again', async () => {
    const client = new pg.Client({ connectionString: db.url });
    await client.connect();
    try {
      const setting = "select value from site_setting where key = 'fourEyes'";
      expect((await client.query(setting)).rows).toEqual([{ value: { aboveAmount: 1_000_000, revision: 1 } }]);
      await client.query("delete from site_setting where key = 'fourEyes'");
      const again = run({ ...served(), LOG_LEVEL: 'error' });
      await expect.poll(() => again.output.out, patient).toContain('"listening"');
      again.child.kill('SIGTERM');
      expect(await again.ended).toBe(0);
      expect((await client.query(setting)).rows).toEqual([]);
    } finally {
      await client.end();
    }
  });

  test('R14.6 a reader of its log that goes away does not end the service', async () => {
    const { child, output, ended } = run(served());
    await expect.poll(() => output.out, patient).toContain('\n');
    const { url } = JSON.parse(output.out.split('\n')[0] ?? '');
    child.stdout.destroy();
    child.stderr.destroy();
    // Lines are written in batches: so many calls take longer than several of them.
    for (let n = 0; n < 300; n += 1)
      expect((await fetch(`${url}/ftc/api/nothing`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('R11.1 a first start that fails leaves the first admin to the next one', async () => {
    const fresh = await testDatabase();
    const occupied = createServer().listen(0, '127.0.0.1');
    await once(occupied, 'listening');
    const { port } = occupied.address() as AddressInfo;
    const env = { ...served(), DATABASE_URL: fresh.url };
    try {
      const refused = run({ ...env, PORT: String(port) });
      expect(await refused.ended).toBe(1);
      expect(refused.output.err).toMatch(/已被占用/);
      const next = run(env);
      await expect.poll(() => next.output.out, patient).toContain('"firstAdmin"');
      next.child.kill('SIGTERM');
      expect(await next.ended).toBe(0);
    } finally {
      occupied.close();
      await fresh.drop();
    }
  });

  test('security 4.10 accounts of a demonstration are closed when the same folder and database are started with DEMO=off', async () => {
    const demonstrated = await testDatabase({ perTest: true });
    const env = {
      ...served(),
      DATA_DIR: await mkdtemp(join(tmpdir(), 'ronghui-demo-')),
      DATABASE_URL: demonstrated.url,
    };
    const statusesAfter = async (DEMO: string) => {
      const { child, output, ended } = run({ ...env, DEMO });
      await expect.poll(() => output.out, patient).toContain('"listening"');
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      const { rows } = await demonstrated.database.pool('service').query('select status from user_account');
      return rows.map(({ status }) => status);
    };
    expect(new Set(await statusesAfter('on'))).toEqual(new Set(['active']));
    expect(new Set(await statusesAfter('off'))).toEqual(new Set(['locked']));
  }, 120_000);

  test('security 4.5 it hashes passwords at the cost that is named there', async () => {
    const { rows } = await db.database.pool('service').query('select password_hash from staff');
    expect(rows).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }]);
  });
});

/** Serves, and returns its output after it was stopped. */
const serveOnce = async (env: Record<string, string>): Promise<void> => {
  const { child, output, ended } = run(env);
  await expect.poll(() => output.out + output.err, patient).not.toBe('');
  child.kill('SIGTERM');
  expect([await ended, output.err]).toEqual([0, '']);
};

const refusalOf = async (env: Record<string, string>): Promise<string> => {
  const { output, ended } = run(env);
  expect(await ended).toBe(1);
  expect(output.err).not.toMatch(/\n\s+at /);
  return output.err;
};

describe('R14.1 the reason of a refused start is reported in a sentence', () => {
  test('security 4.10 with a pepper that is lost, instead of every right password being a wrong one', async () => {
    const pepper = join(dataDir, 'secrets/pepper.key');
    const kept = await readFile(pepper);
    await rm(pepper);
    expect(await refusalOf(served())).toMatch(/没有密钥文件 .*secrets\/pepper\.key，而数据库中已有/);
    await writeFile(pepper, kept);
    await serveOnce(served());
  }, 120_000);

  test('R14.1 a wrong password and a missing database of DATABASE_URL, to the server and to a command', async () => {
    const wrong = new URL(db.url);
    wrong.password = 'wrong';
    const none = new URL(db.url);
    none.pathname = '/none';
    expect(await refusalOf({ ...served(), DATABASE_URL: wrong.href })).toMatch(/拒绝了 DATABASE_URL 中的用户名或密码/);
    expect(await refusalOf({ ...served(), DATABASE_URL: none.href })).toMatch(/数据库不存在/);
    const command = promisify(execFile)(
      process.execPath,
      [join(main, '../commands/ops-command.ts'), 'staff', 'unlock', 'nobody'],
      {
        env: { ...served(), ...outside, DATABASE_URL: wrong.href },
      },
    );
    await expect(command).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^数据库拒绝了[^\n]*\n$/) });
  });

  test('R14.1 a data folder that cannot be made, and a certificate that is not there', async () => {
    const inFile = join(main, 'data');
    expect(await refusalOf({ ...served(), DATA_DIR: inFile })).toMatch(/数据目录 .*main\.ts\/data 不能读写（ENOTDIR）/);
    const tls = { TLS_CERT: '/no/cert.pem', TLS_KEY: '/no/key.pem' };
    expect(await refusalOf({ ...served(), ...tls })).toMatch(/TLS_CERT 指向的文件 \/no\/cert\.pem 无法读取（ENOENT）/);
  });
});

describe('R14.1 a program that serves', { timeout: 60_000 }, () => {
  let first: ReturnType<typeof run>;
  beforeAll(async () => {
    first = run(served());
    await vi.waitFor(() => expect(first.output.out).toContain('\n'), patient);
  });
  afterAll(() => first.child.kill('SIGKILL'));

  test('R14.1 a second server on the data folder of one whose database is elsewhere, with the holder’s process id', async () => {
    const other = await testDatabase({ perTest: true });
    const sentence = new RegExp(`正被另一个融惠进程使用（进程号 ${first.child.pid}）`);
    expect(await refusalOf({ ...served(), DATABASE_URL: other.url })).toMatch(sentence);
    const { DATABASE_URL: _, ...embedded } = served();
    expect(await refusalOf(embedded)).toMatch(sentence);
  });

  test('R14.1 R8.5 with DATABASE_URL it serves that database: its first line says where, a second one is refused, its log has the trace id of a refusal, and it ends on a signal', async () => {
    const line = JSON.parse(first.output.out.split('\n')[0] ?? '');
    expect(line).toMatchObject({
      event: 'listening',
      pid: first.child.pid,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    expect((await fetch(`${line.url}/readyz`)).status).toBe(200);

    const second = run({ ...served(), DATA_DIR: await mkdtemp(join(tmpdir(), 'ronghui-serve-')) });
    expect(await second.ended).toBe(1);
    expect(second.output.out).toBe('');
    expect(second.output.err).toMatch(/另一个融惠服务正在使用这个数据库/);
    expect((await fetch(`${line.url}/healthz`)).status).toBe(200);

    const refusal = await fetch(`${line.url}/ftc/api/sys/commonConfig`, { method: 'POST', body: 'x' });
    const { traceId } = JSON.parse(await refusal.text());
    await expect.poll(() => first.output.out, patient).toContain(`"requestId":"${traceId}","status":400`);

    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(first.output.err).toBe('');
    // Nobody holds the folder any more.
    await serveOnce(served());
  }, 120_000);
});

test('running 1.6 a signal makes the node unready first: what is still asked is answered, its connection ends, and the rest of the time to drain is waited', async () => {
  const { child, output, ended } = run({ ...served(), DRAIN_SECONDS: '2' });
  await expect.poll(() => output.out, patient).toContain('"listening"');
  const { url } = JSON.parse(output.out.split('\n')[0] ?? '');
  const stateOf = async (query: string) => {
    const reply = await fetch(`${url}/readyz${query}`);
    return [reply.status, Object(await reply.json()).node, reply.headers.get('connection')];
  };
  await expect.poll(() => stateOf('?only=node')).toEqual([200, 'serving', null]);
  const since = performance.now();
  child.kill('SIGTERM');
  await expect.poll(() => stateOf('?only=node')).toEqual([503, 'draining', 'close']);
  expect(await stateOf('')).toEqual([503, undefined, 'close']);
  // New calls are still served, on a connection of their own.
  const page = await fetch(`${url}/limits.json`);
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
  expect(await ended).toBe(0);
  expect(performance.now() - since).toBeGreaterThan(1900);
}, 60_000);

test('running 1.6 a stop with an upload in flight cuts it, and its embedded database has its own stop', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'ronghui-serve-'));
  const { child, output, ended } = run({ NODE_ENV: 'test', PORT: '0', DATA_DIR: dir, DEMO: 'off' });
  await expect.poll(() => output.out, patient).toContain('"listening"');
  const { port } = new URL(JSON.parse(output.out.split('\n')[0] ?? '').url);
  const upload = connect(Number(port), '127.0.0.1');
  upload.on('error', () => undefined);
  const head = 'POST /ftc/api/sys/commonConfig HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-www-form-urlencoded';
  upload.write(`${head}\r\ncontent-length: 90000\r\n\r\nchannel`);
  // A reply on another connection: the server has seen the first one's head.
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  // Within ten seconds. On a busy machine a part may take longer than its own time (`stopWentOn`); the database is waited for all the same.
  expect(await ended, output.out).toBe(0);
  expect(output.out).toContain('"event":"connectionsCut","count":1');
  expect(output.out).not.toContain('stopForced');
  expect(readPostmasterFile(join(dir, 'postgres/cluster'))).toBeUndefined();
  await rm(dir, { recursive: true });
}, 60_000);

test('R14.6 a server whose embedded database another process has taken ends, and leaves that one its database', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'ronghui-serve-'));
  const { child, output, ended } = run({ NODE_ENV: 'test', PORT: '0', DATA_DIR: dir, DEMO: 'off' });
  await expect.poll(() => output.out, patient).toContain('listening');
  // A stopped process does not notice that its ownership ended.
  child.kill('SIGSTOP');
  const file = readPostmasterFile(join(dir, 'postgres/cluster'));
  const password = (await readFile(join(dir, 'postgres/password'), 'utf8')).trim();
  const client = new pg.Client({ connectionString: connectionString({ port: file?.port ?? 0, password }, 'postgres') });
  await client.connect();
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ronghui-owner'");
  await client.end();
  const heir = await startEmbedded({ dataDir: dir, log: silent });
  child.kill('SIGCONT');
  expect(await ended).toBe(1);
  expect(output.out).toContain('databaseTaken');
  const guest = new pg.Client({ connectionString: heir.adminUrl });
  await guest.connect();
  await guest.end();
  await heir.stop();
  await rm(dir, { recursive: true });
}, 120_000);
