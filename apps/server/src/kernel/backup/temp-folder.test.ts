import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTempFolder, writeTemp } from './temp-folder.ts';

let base: string;
let temp: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'ronghui-temps-'));
  temp = join(base, 'temp');
  await mkdir(temp);
  vi.stubEnv('TMPDIR', temp);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(base, { recursive: true });
});

const longAgo = new Date(Date.now() - 21 * 3_600_000);
const make = async (path: string, files: readonly string[], at: Date) => {
  await mkdir(path);
  for (const name of files) {
    await writeFile(join(path, name), 'x');
    await utimes(join(path, name), at, at);
  }
  await utimes(path, at, at);
};

describe('running 3.1 the temporary folders of a backup', () => {
  it('running 3.1 what a killed process left goes the next time: old, under our name, with nothing of others in it, and no link', async () => {
    const elsewhere = join(base, 'elsewhere');
    await make(elsewhere, ['keys'], longAgo);
    await make(join(temp, 'ronghui-temp-AAAAAA'), ['keys'], longAgo);
    await make(join(temp, 'ronghui-temp-BBBBBB'), ['part'], longAgo);
    await make(join(temp, 'ronghui-temp-young1'), ['part'], new Date());
    await make(join(temp, 'ronghui-temp-others'), ['part', 'letter'], longAgo);
    await make(join(temp, 'ronghui-temporary'), ['part'], longAgo);
    await symlink(elsewhere, join(temp, 'ronghui-temp-linked'));
    await withTempFolder(async (folder) => {
      await writeFile(join(folder, 'keys'), '');
      // Of a second one within the first nothing is looked for.
      await withTempFolder((inner) => writeFile(join(inner, 'part'), ''));
    });
    const kept = ['ronghui-temp-linked', 'ronghui-temp-others', 'ronghui-temp-young1', 'ronghui-temporary'];
    expect((await readdir(temp)).toSorted()).toEqual(kept);
    expect((await stat(join(elsewhere, 'keys'))).size).toBe(1);
  });

  it('running 3.3 where there is no room it is the temporary folder that is named, and not the target', async () => {
    const full = writeTemp(() => writeFile('/dev/full', 'x'));
    await expect(full).rejects.toThrow(`临时文件夹 ${temp} 已写满（ENOSPC）`);
    vi.stubEnv('TMPDIR', join(base, 'none'));
    await expect(withTempFolder(async () => undefined)).rejects.toThrow(/none 不能写入（ENOENT）：.*TMPDIR/);
  });
});
