import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { exitCodeOf } from './child.mjs';
import { alone } from './setup-lock.mjs';

const folder = mkdtempSync(join(tmpdir(), 'ronghui-processes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const leash = new URL('./leash.mjs', import.meta.url).href;
const child = new URL('./child.mjs', import.meta.url).href;

/** Says that it is ready, and on SIGTERM what it was told, then ends with 7. */
const server = `process.on('SIGTERM', () => { console.log('told'); process.exit(7); });
  setInterval(() => undefined, 1000); console.log('ready');`;

const launcher = `const { run } = await import(${JSON.stringify(child)});
  const args = ['--import', ${JSON.stringify(leash)}, '--eval', ${JSON.stringify(server)}];
  process.exitCode = await run(process.execPath, args, { cwd: '/', env: process.env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });`;

const startLauncher = async (): Promise<{ process: ChildProcess; next: () => Promise<string> }> => {
  const started = spawn(process.execPath, ['--input-type=module', '--eval', launcher], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  return { process: started, next };
};

describe('the launched server', () => {
  it('R14.1 gets the signal that the launcher gets, and its exit code is kept', async () => {
    const { process: started, next } = await startLauncher();
    await next();
    const ended = once(started, 'exit');
    started.kill('SIGTERM');
    expect(await next()).toBe('told');
    expect(await ended).toEqual([7, null]);
  });

  it('R14.1 ends cleanly when its launcher is killed: nothing is left behind', async () => {
    const { process: started, next } = await startLauncher();
    await next();
    const outputClosed = once(started, 'close');
    started.kill('SIGKILL');
    expect(await next()).toBe('told');
    await outputClosed;
  });
});

it('R14.1 a program ended by a signal has the code that a shell gives it', () => {
  expect(exitCodeOf(0, null)).toBe(0);
  expect(exitCodeOf(null, 'SIGTERM')).toBe(143);
  expect(exitCodeOf(null, 'SIGINT')).toBe(130);
});

describe('set-up', () => {
  it('R14.1 is done by one launcher at a time', async () => {
    const lock = join(folder, 'setup.lock');
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    const one = alone(lock, async () => {
      order.push('first begins');
      await first.promise;
      order.push('first ends');
    });
    const two = alone(lock, async () => void order.push('second'));
    first.resolve();
    await Promise.all([one, two]);
    expect(order).toEqual(['first begins', 'first ends', 'second']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('R14.1 does not wait for a launcher that died in its midst', async () => {
    const lock = join(folder, 'setup.lock');
    writeFileSync(lock, '99999999');
    expect(await alone(lock, async () => 'done')).toBe('done');
  });
});
