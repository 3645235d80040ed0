import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { exitCodeOf, runWithEnding } from './child.mjs';
import { alone } from './setup-lock.mjs';

const folder = mkdtempSync(join(tmpdir(), 'ronghui-processes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const exitWithParent = new URL('./exit-with-parent.mjs', import.meta.url).href;
const child = new URL('./child.mjs', import.meta.url).href;
const setupLock = new URL('./setup-lock.mjs', import.meta.url).href;

/** Reports that it is ready; on SIGTERM prints a word and exits with 7. */
const server = `process.on('SIGTERM', () => { console.log('signalled'); process.exit(7); });
  setInterval(() => undefined, 1000); console.log('ready');`;

const launcher = `const { run } = await import(${JSON.stringify(child)});
  const args = ['--import', ${JSON.stringify(exitWithParent)}, '--eval', ${JSON.stringify(server)}];
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
    expect(await next()).toBe('signalled');
    expect(await ended).toEqual([7, null]);
  });

  it('R14.1 ends cleanly when its launcher is killed: nothing is left behind', async () => {
    const { process: started, next } = await startLauncher();
    await next();
    const outputClosed = once(started, 'close');
    started.kill('SIGKILL');
    expect(await next()).toBe('signalled');
    await outputClosed;
  });
});

it('R14.1 a program ended by a signal has the code that a shell gives it', () => {
  expect(exitCodeOf(0, null)).toBe(0);
  expect(exitCodeOf(null, 'SIGTERM')).toBe(143);
  expect(exitCodeOf(null, 'SIGINT')).toBe(130);
});

it('R14.1 the end of what a runner prints is kept besides, and what it leaves running holds up nothing', async () => {
  const left = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => 0, 60000)'], { stdio: 'inherit' })`;
  const script = `const child = ${left}; console.log('left ' + child.pid); console.error('why it is red'); child.unref(); process.exitCode = 3;`;
  const written: string[] = [];
  const out = { isTTY: false, write: (piece: Uint8Array | string) => written.push(String(piece)) > 0 };
  const end = await runWithEnding(process.execPath, ['--eval', script], { cwd: '/', env: process.env }, out);
  expect(end.code).toBe(3);
  expect(end.ending).toContain('why it is red');
  expect(written.join('')).toContain(end.ending);
  process.kill(Number(/left (\d+)/.exec(end.ending)?.[1]));
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

  /** A launcher in the middle of its set-up: reports that, and ends when it is killed. */
  const startSetUp = async (lock: string): Promise<ChildProcess> => {
    const script = `const { alone } = await import(${JSON.stringify(setupLock)});
      await alone(${JSON.stringify(lock)}, () => { console.log('inside'); return new Promise(() => setInterval(() => 0, 1000)); });`;
    const started = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(started.stdout, 'data');
    return started;
  };

  const kill = async (child: ChildProcess): Promise<number> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    return child.pid ?? 0;
  };

  it('R14.1 does not wait for a launcher that died during its set-up', async () => {
    const lock = join(folder, 'killed/setup.lock');
    await kill(await startSetUp(lock));
    expect(await alone(lock, async () => 'done')).toBe('done');
    expect(readdirSync(join(folder, 'killed'))).toEqual([]);
  });

  it.each([
    ['this launcher, as after the restart of a container', () => process.pid],
    ['a program of somebody else', () => 1],
  ])('R14.1 does not wait when the process id of one that died belongs to %s', async (_, pidOf) => {
    const home = join(folder, `reused-${pidOf()}`);
    const lock = join(home, 'setup.lock');
    const dead = await kill(await startSetUp(lock));
    for (const name of readdirSync(home)) {
      writeFileSync(join(home, name), readFileSync(join(home, name), 'utf8').replace(String(dead), String(pidOf())));
      renameSync(join(home, name), join(home, name.replace(String(dead), String(pidOf()))));
    }
    expect(await alone(lock, async () => 'done')).toBe('done');
  });

  it('R14.1 waits for a living one in another process', async () => {
    const lock = join(folder, 'living/setup.lock');
    const living = await startSetUp(lock);
    let isKilled = false;
    const waiting = alone(lock, async () => isKilled);
    isKilled = true;
    await kill(living);
    expect(await waiting).toBe(true);
  });

  it('R14.1 of many that find a dead one only one goes on at a time', async () => {
    const home = join(folder, 'children');
    const lock = join(home, 'setup.lock');
    await kill(await startSetUp(lock));
    const script = `const { alone } = await import(${JSON.stringify(setupLock)});
      const { rmSync, writeFileSync } = await import('node:fs');
      const inside = ${JSON.stringify(join(folder, 'inside'))};
      await alone(${JSON.stringify(lock)}, async () => {
        writeFileSync(inside, '', { flag: 'wx' });
        await new Promise((resolve) => setTimeout(resolve, 20));
        rmSync(inside);
      });`;
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'ignore', 'ignore'] }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
    expect(readdirSync(home)).toEqual([]);
  }, 20_000);
});
