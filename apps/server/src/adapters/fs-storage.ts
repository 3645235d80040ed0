import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files, IncomingFile } from '#kernel/ports';
import { errorCodeOf } from '#kernel/refusal';
import { onStorage } from '#kernel/storage';

const keyForm = /^[A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,64}$/;
const folderMode = 0o700;
const fileMode = 0o600;

/** What the folder needs; a test gives another way to open what comes in. */
export interface FolderOptions {
  readonly dir: string;
  readonly openNew?: (path: string) => Promise<FileHandle>;
}

const isAbsent = (error: unknown): boolean => errorCodeOf(error) === 'ENOENT';
const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
};

/** A new name is on the disk once its folder is; not every system lets one ask for that. */
const flushFolder = async (path: string): Promise<void> => {
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EINVAL', 'EACCES'].includes(errorCodeOf(error) ?? '')) throw error;
  }
};

const filesIn = async function* (folder: string): AsyncGenerator<{ name: string; path: string; isFolder: boolean }> {
  const entries = await orNull(opendir(folder));
  if (entries === null) return;
  for await (const entry of entries)
    yield { name: entry.name, path: join(folder, entry.name), isFolder: entry.isDirectory() };
};

/** Where a key leads, and how what comes in is opened. */
interface Placing {
  readonly pathOf: (key: string) => string;
  readonly openNew: (path: string) => Promise<FileHandle>;
}

const receiveIn = async (incoming: string, { pathOf, openNew }: Placing): Promise<IncomingFile> => {
  await onStorage(() => mkdir(incoming, { recursive: true, mode: folderMode }));
  const path = join(incoming, randomBytes(16).toString('base64url'));
  let isKept = false;
  return {
    path,
    write: (body) =>
      onStorage(async () => {
        await rm(path, { force: true });
        const handle = await openNew(path);
        let size = 0;
        const counted = async function* () {
          for await (const piece of body) {
            size += piece.byteLength;
            yield piece;
          }
        };
        try {
          await handle.writeFile(counted());
          await handle.sync();
        } finally {
          await handle.close();
        }
        return size;
      }),
    keep: (key) =>
      onStorage(async () => {
        // A transaction that is tried again keeps it again.
        if (isKept) return;
        const target = pathOf(key);
        await mkdir(dirname(target), { recursive: true, mode: folderMode });
        await rename(path, target);
        isKept = true;
        await flushFolder(dirname(target));
      }),
    async drop() {
      if (!isKept) await rm(path, { force: true });
    },
  };
};

/**
 * Files in a folder: `incoming/` holds what nobody sees yet, `kept/{tenant}/{random}` the rest. A file is written, put on the disk and then
 * renamed, so that a half one never has a name that is looked for. @source R5.7, security 4.8
 */
export const createFileFolder = ({ dir, openNew = (path) => open(path, 'wx', fileMode) }: FolderOptions): Files => {
  const incoming = join(dir, 'incoming');
  const kept = join(dir, 'kept');
  const pathOf = (key: string): string => {
    if (!keyForm.test(key)) throw new Error('not a key of a file');
    return join(kept, key);
  };

  return {
    receive: () => receiveIn(incoming, { pathOf, openNew }),
    async open(key) {
      const handle = await orNull(open(pathOf(key), 'r'));
      if (handle === null) return null;
      const { size } = await handle.stat();
      return { size, body: handle.createReadStream({ autoClose: true }) };
    },
    has: async (key) => (await orNull(stat(pathOf(key)))) !== null,
    async lend(key, work) {
      const path = pathOf(key);
      return (await orNull(stat(path))) === null ? null : work(path);
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async *list() {
      for await (const tenant of filesIn(kept)) {
        if (!tenant.isFolder) continue;
        for await (const { name, path } of filesIn(tenant.path)) {
          const found = await orNull(stat(path));
          if (found !== null) yield { key: `${tenant.name}/${name}`, at: found.mtime };
        }
      }
    },
    async dropAbandoned(before) {
      let count = 0;
      for await (const { path } of filesIn(incoming)) {
        const found = await orNull(stat(path));
        if (found === null || found.mtime >= before) continue;
        await rm(path, { force: true });
        count += 1;
      }
      return count;
    },
  };
};
