import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { memoryBase, runsPrograms, withMemoryFolder } from './memory-folder.mjs';

const folder = mkdtempSync(join(tmpdir(), 'ronghui-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));

const much = { folder, available: 2 ** 40, mounts: `tmpfs ${folder} tmpfs rw,nosuid 0 0` };

it('R14.1 temporary files of a run stand in memory where there is enough of it, and nobody named another place', () => {
  expect(memoryBase({}, { ...much, available: 2 ** 30 })).toBeUndefined();
  expect(memoryBase({}, { ...much, folder: join(folder, 'missing') })).toBeUndefined();
  expect(runsPrograms('/dev/shm', 'tmpfs /dev/shm tmpfs rw,nodev,noexec 0 0\n')).toBe(false);
  expect(runsPrograms('/dev/shm', 'tmpfs /dev/shm tmpfs rw,nodev 0 0\n')).toBe(true);
  expect(memoryBase({}, { ...much, mounts: '' })).toBeUndefined();
  expect(memoryBase({ TMPDIR: '/elsewhere' }, much)).toBeUndefined();
});

it('R14.1 what a run leaves there goes with it, whether it passed or failed', async () => {
  const leave = async ({ TMPDIR = '' }: NodeJS.ProcessEnv) => {
    expect(memoryBase({}, much) === undefined).toBe(TMPDIR === '');
    writeFileSync(join(TMPDIR === '' ? mkdtempSync(join(folder, 'own-')) : TMPDIR, 'left'), 'x');
    return TMPDIR;
  };
  const given = await withMemoryFolder({}, leave, much);
  expect(given === '' || !existsSync(given)).toBe(true);
  await expect(
    withMemoryFolder({}, (env) => leave(env).then(() => Promise.reject(new Error('failed'))), much),
  ).rejects.toThrow('failed');
  expect(readdirSync(folder).filter((name) => name.startsWith('ronghui-run-'))).toEqual([]);
});
