import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  createLocalFiles,
  entriesOf,
  fileMode,
  flushFolder as flushOnDisk,
  makeFolder,
  orNull,
  safeKey,
} from '#kernel/files/local-files';
import { onStorage } from '#kernel/files/storage';
import type { Files, OpenedFile } from '#kernel/ports';

/** Dependencies of the folder; tests replace how an incoming file is opened and observe which folders are flushed. */
export interface FolderOptions {
  readonly dir: string;
  readonly openNew?: (path: string) => Promise<FileHandle>;
  readonly flushFolder?: (path: string) => Promise<void>;
}

const openAt = async (path: string): Promise<OpenedFile | null> => {
  const handle = await orNull(open(path, 'r'));
  if (handle === null) return null;
  const { size } = await handle.stat();
  return { size, body: handle.createReadStream({ autoClose: true }) };
};

const writeMark = async (path: string, mark: string): Promise<void> => {
  await makeFolder(dirname(path));
  // Parallel first uploads write it at the same time.
  const fresh = `${path}.${randomUUID()}`;
  const handle = await open(fresh, 'w', fileMode);
  try {
    await handle.writeFile(mark);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, path);
};

type Listed = AsyncGenerator<{ readonly key: string; readonly at: Date }>;

const listFolder = async function* (kept: string, folder: string): Listed {
  for await (const { name, path } of entriesOf(join(kept, folder))) {
    const found = await orNull(stat(path));
    if (found !== null) yield { key: `${folder}/${name}`, at: found.mtime };
  }
};

const listAll = async function* (kept: string): Listed {
  for await (const tenant of entriesOf(kept)) if (tenant.isFolder) yield* listFolder(kept, tenant.name);
};

/**
 * Files in a folder: `incoming/` holds received files that are not kept yet, `kept/{tenant}/{random}` the kept ones,
 * `store-id` is the mark. A file is written, flushed to disk and then renamed, so that a half-written file never has
 * its final name. @source R5.7, security 4.8
 */
export const createFileFolder = ({ dir, openNew, flushFolder = flushOnDisk }: FolderOptions): Files => {
  const local = createLocalFiles(join(dir, 'incoming'), openNew);
  const kept = join(dir, 'kept');
  const markPath = join(dir, 'store-id');
  const pathOf = (key: string): string => join(kept, safeKey(key));

  /** Also flushes folders that another process has just created. */
  const keepAt = (path: string, key: string): Promise<void> =>
    onStorage(async () => {
      const target = pathOf(key);
      await makeFolder(dirname(target));
      await rename(path, target);
      for (const folder of [dirname(target), kept, dir]) await flushFolder(folder);
    });

  return {
    receive: () => local.receive(keepAt),
    dropAbandoned: (before) => local.dropAbandoned(before),
    open: (key) => onStorage(() => openAt(pathOf(key))),
    has: (key) => onStorage(async () => (await orNull(stat(pathOf(key)))) !== null),
    async withLocalPath(key, work) {
      const path = pathOf(key);
      return (await onStorage(() => orNull(stat(path)))) === null ? null : work(path);
    },
    remove: (key) => onStorage(() => rm(pathOf(key), { force: true })),
    async *list(folder) {
      const files = folder === undefined ? listAll(kept) : listFolder(kept, folder);
      for (;;) {
        const { done, value } = await onStorage(() => files.next());
        if (done === true) return;
        yield value;
      }
    },
    mark: () => onStorage(async () => (await orNull(readFile(markPath, 'utf8')))?.trim() ?? null),
    setMark: (mark) =>
      onStorage(async () => {
        await writeMark(markPath, mark);
        await flushFolder(dir);
      }),
  };
};
