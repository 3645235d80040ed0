import { rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCodeOf } from '#kernel/refusal';
import { StartRefused } from '#kernel/setup/start-refused';

/** What `mkdtemp` makes of it is ours alone: nobody calls a folder of backups so. */
const prefix = 'ronghui-temp-';
const ownName = /^ronghui-temp-[A-Za-z0-9]{6}$/;
/** What lies in one. */
const ownFiles = new Set(['keys', 'part']);
/** No run lasts as long; and what last night's left goes tonight. @unit ms */
const leftAfterMs = 20 * 3_600_000;

const inUse = new Set<string>();

/** The disk has no room, or the folder is not there; by the codes of the system. */
const unusable = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR']);
const full = new Set(['ENOSPC', 'EDQUOT']);

const sentenceOf = (code: string): string =>
  full.has(code)
    ? `临时文件夹 ${tmpdir()} 已写满（${code}）：请给它腾出空间，或用 TMPDIR 指定另一个。`
    : `临时文件夹 ${tmpdir()} 不能写入（${code}）：请检查它的权限，或用 TMPDIR 指定另一个。`;

const refuseOn = async <T>(codes: ReadonlySet<string>, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const code = errorCodeOf(error) ?? '';
    if (!codes.has(code)) throw error;
    throw new StartRefused(sentenceOf(code), { cause: error });
  }
};

/** Writes into a folder of ours; a disk that is full is named, because what is written to has one of its own. */
export const writeTemp = (work: () => Promise<void>): Promise<void> => refuseOn(full, work);

/** Whether it is one that a process of ours left when it was killed: of this user, no link, old, and with nothing of others in it. */
const isLeft = async (path: string, now: number): Promise<boolean> => {
  const folder = await lstat(path);
  if (!folder.isDirectory() || folder.uid !== process.getuid?.()) return false;
  const names = await readdir(path);
  if (!names.every((name) => ownFiles.has(name))) return false;
  const files = await Promise.all(names.map((name) => lstat(join(path, name))));
  return [folder, ...files].every(({ mtimeMs }) => now - mtimeMs > leftAfterMs);
};

const removeLeft = async (): Promise<void> => {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((each) => ownName.test(each))) {
    const path = join(tmpdir(), name);
    // Another process may remove it at the same time.
    if (await isLeft(path, Date.now()).catch(() => false))
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
};

/** Works with a folder of its own, which goes at the end; removes those that killed processes left. */
export const withTempFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  if (inUse.size === 0) await removeLeft();
  const folder = await refuseOn(unusable, () => mkdtemp(join(tmpdir(), prefix)));
  inUse.add(folder);
  try {
    return await work(folder);
  } finally {
    inUse.delete(folder);
    await rm(folder, { recursive: true, force: true });
  }
};

/** Removes what is in use, of a process that is about to end. */
export const removeTempFolders = (): void => {
  for (const folder of inUse) rmSync(folder, { recursive: true, force: true });
};
