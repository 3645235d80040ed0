import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { BackupTarget } from '#kernel/backup/target';
import { entriesOf, fileMode, flushFolder, makeFolder, orNull } from '#kernel/files/local-files';

/** What is not whole yet bears this in its name. */
const unfinished = '.unfinished-';

const filesIn = async function* (folder: string): AsyncGenerator<string> {
  for await (const { path, isFolder } of entriesOf(folder)) {
    if (isFolder) yield* filesIn(path);
    else yield path;
  }
};

/** Removes a folder that has become empty, and those above it. */
const removeEmpty = async (base: string, name: string): Promise<void> => {
  for (let at = name; at !== '.' && at !== ''; at = dirname(at)) {
    const isGone = await rmdir(join(base, at)).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
};

/**
 * Backups in a folder. A file is written, flushed and renamed, so that what has its name is whole.
 *
 * @source running 3.1
 */
export const createBackupFolder = (folder: string): BackupTarget => {
  const pathOf = (name: string): string => {
    const path = join(folder, name);
    if (relative(folder, path).startsWith('..')) throw new Error(`not a name of a backup: ${name}`);
    return path;
  };
  return {
    place: folder,
    async put(name, body) {
      const path = pathOf(name);
      await makeFolder(dirname(path));
      const fresh = `${path}${unfinished}${randomBytes(4).toString('hex')}`;
      try {
        const handle = await open(fresh, 'wx', fileMode);
        try {
          await handle.writeFile(body);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(fresh, path);
      } catch (error) {
        await rm(fresh, { force: true });
        throw error;
      }
      await flushFolder(dirname(path));
    },
    async get(name) {
      const handle = await orNull(open(pathOf(name), 'r'));
      await handle?.close();
      return handle === null ? null : createReadStream(pathOf(name));
    },
    has: async (name) => (await orNull(stat(pathOf(name)))) !== null,
    async *list(prefix) {
      const last = prefix.lastIndexOf('/');
      for await (const path of filesIn(join(folder, last < 0 ? '.' : prefix.slice(0, last)))) {
        const name = relative(folder, path).split(sep).join('/');
        if (name.startsWith(prefix) && !name.includes(unfinished)) yield name;
      }
    },
    async tidy() {
      for await (const path of filesIn(folder)) if (path.includes(unfinished)) await rm(path, { force: true });
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
      await removeEmpty(folder, dirname(name));
    },
  };
};
