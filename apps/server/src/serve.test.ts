import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#kernel/testing/test-database';

let db: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  db = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'ronghui-serve-'));
});
afterAll(() => db.drop());

const main = join(import.meta.dirname, 'main.ts');

/** Starts the program with nothing of our own environment but the path. */
const run = (env: Record<string, string>, args: readonly string[] = []) => {
  const child = spawn(process.execPath, [main, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, said, ended };
};

const patient = { timeout: 60_000, interval: 50 };
const served = () => ({ NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: db.url, DEMO: 'off' });

describe('R14.1 the program', () => {
  test('R14.1 a wrong setting ends it with a sentence, without a stack and before anything is opened', async () => {
    const { said, ended } = run({ PORT: 'x', LIMITS: '{"nope":1}', NODE_ENV: 'production' });
    expect(await ended).toBe(1);
    expect(said.out).toBe('');
    expect(said.err).toMatch(/PORT 应为/);
    expect(said.err).toMatch(/nope/);
    expect(said.err).not.toMatch(/\n\s+at /);
  });

  test('R14.1 config check prints the settings and ends', async () => {
    const { said, ended } = run({ DATABASE_URL: 'postgres://a:hunter2@db/x' }, ['config', 'check']);
    expect(await ended).toBe(0);
    expect(said.out).toMatch(/DATABASE_URL\s+\*{8}/);
    expect(said.out).not.toContain('hunter2');
  });

  test('R14.1 a database that cannot be reached is told in a sentence', async () => {
    const { said, ended } = run({ ...served(), DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
    expect(await ended).toBe(1);
    expect(said.err).toMatch(/无法连接 DATABASE_URL/);
  });

  test('R14.1 its first line says where it serves, whatever the level of the log', async () => {
    const { child, said, ended } = run({ ...served(), LOG_LEVEL: 'error' });
    await expect.poll(() => said.out, patient).toContain('\n');
    expect(JSON.parse(said.out)).toMatchObject({
      event: 'listening',
      url: expect.stringMatching(/^http/),
      pid: child.pid,
    });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(said.out.split('\n')).toHaveLength(2);
  });

  test('security 4.10 accounts of a demonstration are closed when the same folder and database are started with DEMO=off', async () => {
    const demonstrated = await testDatabase({ perTest: true });
    const env = {
      ...served(),
      DATA_DIR: await mkdtemp(join(tmpdir(), 'ronghui-demo-')),
      DATABASE_URL: demonstrated.url,
    };
    const statusesAfter = async (DEMO: string) => {
      const { child, said, ended } = run({ ...env, DEMO });
      await expect.poll(() => said.out, patient).toContain('"listening"');
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      const { rows } = await demonstrated.database.pool('service').query('select status from user_account');
      return rows.map(({ status }) => status);
    };
    expect(await statusesAfter('on')).toEqual(['active', 'active']);
    expect(await statusesAfter('off')).toEqual(['locked', 'locked']);
  }, 120_000);

  test('R14.1 R8.5 with DATABASE_URL it serves that database: its first line says where, a second one is refused, its log has the trace id of a refusal, and it ends when told', async () => {
    const first = run(served());
    await expect.poll(() => first.said.out, patient).toContain('\n');
    const line = JSON.parse(first.said.out.split('\n')[0] ?? '');
    expect(line).toMatchObject({
      event: 'listening',
      pid: first.child.pid,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    expect((await fetch(`${line.url}/readyz`)).status).toBe(200);

    const second = run({ ...served(), DATA_DIR: await mkdtemp(join(tmpdir(), 'ronghui-serve-')) });
    expect(await second.ended).toBe(1);
    expect(second.said.out).toBe('');
    expect(second.said.err).toMatch(/另一个融惠服务正在使用这个数据库/);
    expect((await fetch(`${line.url}/healthz`)).status).toBe(200);

    const refusal = await fetch(`${line.url}/ftc/api/sys/commonConfig`, { method: 'POST', body: 'x' });
    const { traceId } = JSON.parse(await refusal.text());
    await expect.poll(() => first.said.out, patient).toContain(`"requestId":"${traceId}","status":400`);

    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(first.said.err).toBe('');
  }, 120_000);
});
