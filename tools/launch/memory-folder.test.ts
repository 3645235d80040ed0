import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { memoryBase, runsPrograms, withMemoryFolder } from './memory-folder.mjs';

const folder = mkdtempSync(join(tmpdir(), 'ronghui-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));

const gibibyte = 1024 ** 3;
const much = {
  folder,
  available: 8 * gibibyte,
  free: 4 * gibibyte,
  mounts: `tmpfs ${folder} tmpfs rw,nosuid 0 0\n`,
};

it('R14.1 temporary files of a run stand in memory where there is enough of it, and nobody named another place', () => {
  expect(memoryBase({}, much)).toBe(folder);
  expect(memoryBase({}, { ...much, available: much.available - 1 })).toBeUndefined();
  expect(memoryBase({}, { ...much, free: much.free - 1 })).toBeUndefined();
  expect(memoryBase({}, { ...much, mounts: '' })).toBeUndefined();
  expect(memoryBase({ TMPDIR: '/elsewhere' }, much)).toBeUndefined();
  expect(runsPrograms('/dev/shm', 'tmpfs /dev/shm tmpfs rw,nodev,noexec 0 0\n')).toBe(false);
  expect(runsPrograms('/dev/shm', 'tmpfs /dev/shm tmpfs rw,nodev 0 0\n')).toBe(true);
});

const work = async ({ TMPDIR = '' }: NodeJS.ProcessEnv) => {
  writeFileSync(join(TMPDIR, 'left'), 'x');
  return TMPDIR;
};

it('R14.1 what a run leaves there goes with it, whether it passed or failed', async () => {
  const given = await withMemoryFolder({}, work, much);
  expect(given.startsWith(folder)).toBe(true);
  expect(existsSync(given)).toBe(false);
  const failing = withMemoryFolder({}, (env) => work(env).then(() => Promise.reject(new Error('failed'))), much);
  await expect(failing).rejects.toThrow('failed');
  expect(readdirSync(folder)).toEqual([]);
});

it('R14.1 what a killed run has left goes with the next one, and what a living one has stays, also one of another container', async () => {
  const { pid: ended } = spawnSync('true');
  const own = await withMemoryFolder({}, async ({ TMPDIR = '' }) => basename(TMPDIR), much);
  const [dead = '', living = ''] = [ended, process.ppid].map((pid) => own.replace(`-${process.pid}-`, `-${pid}-`));
  // Of a container that shares the folder and counts its processes for itself.
  const elsewhere = `ronghui-tests-1-${ended}-a`;
  for (const name of [dead, living, elsewhere, 'of-others']) mkdirSync(join(folder, name));
  await withMemoryFolder({}, work, much);
  expect(readdirSync(folder).toSorted()).toEqual(['of-others', elsewhere, living].toSorted());
});

it('R14.1 where no folder can be made, the run has its temporary files where it would', async () => {
  const nowhere = join(folder, 'missing');
  const machine = { ...much, folder: nowhere, mounts: `tmpfs ${nowhere} tmpfs rw 0 0\n` };
  expect(await withMemoryFolder({ LANG: 'C' }, async (env) => env, machine)).toEqual({ LANG: 'C' });
});
