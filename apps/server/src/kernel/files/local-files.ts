import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onStorage } from '#kernel/files/storage';
import type { IncomingFile } from '#kernel/ports';
import { errorCodeOf } from '#kernel/refusal';

const folderMode = 0o700;
export const fileMode = 0o600;

const keyForm = /^[A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,64}$/;

/** Returns the key; throws if it would lead out of the folder. */
export const safeKey = (key: string): string => {
  if (!keyForm.test(key)) throw new Error('not a key of a file');
  return key;
};

/** Null if it does not exist. */
export const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

/** A new name is durable once its folder is flushed; not every system can flush a folder. */
export const flushFolder = async (path: string): Promise<void> => {
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

/** Creates a folder and its missing parents; each new one is flushed before this returns. */
export const makeFolder = async (path: string): Promise<void> => {
  const first = await mkdir(path, { recursive: true, mode: folderMode });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made));
};

/** The names in a folder; none when it does not exist. */
export const entriesOf = async function* (
  folder: string,
): AsyncGenerator<{ readonly name: string; readonly path: string; readonly isFolder: boolean }> {
  const entries = await orNull(opendir(folder));
  if (entries === null) return;
  for await (const entry of entries)
    yield { name: entry.name, path: join(folder, entry.name), isFolder: entry.isDirectory() };
};

/** From so many bytes or pieces on they are written: the pieces of an archive are small, and each write has its price. */
const atOnce = { bytes: 262_144, pieces: 256 } as const;

/** Writes a file from its start and flushes it to disk. @returns bytes */
const writeAll = async (handle: FileHandle, body: AsyncIterable<Uint8Array>): Promise<number> => {
  let [size, waiting] = [0, 0];
  let pieces: Uint8Array[] = [];
  const writeWaiting = async (): Promise<void> => {
    const [first] = pieces;
    const together = first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces, waiting);
    [pieces, waiting] = [[], 0];
    await onStorage(() => handle.writeFile(together));
  };
  try {
    for await (const piece of body) {
      size += piece.byteLength;
      waiting += piece.byteLength;
      pieces.push(piece);
      if (waiting >= atOnce.bytes || pieces.length >= atOnce.pieces) await writeWaiting();
    }
    await writeWaiting();
    await onStorage(() => handle.sync());
  } finally {
    await onStorage(() => handle.close());
  }
  return size;
};

/** A local folder of received files that are not kept yet. */
export interface LocalFiles {
  /** Receives one file; `keepAt` moves it to its final location. */
  receive(keepAt: (path: string, key: string) => Promise<void>): Promise<IncomingFile>;
  /** Deletes files that were received before a moment. @returns how many */
  dropAbandoned(before: Date): Promise<number>;
  /** An unused path in the folder. */
  newPath(): Promise<string>;
}

/** Opens the folder. `openNew` opens a file for writing; tests replace it. */
export const createLocalFiles = (
  folder: string,
  openNew: (path: string) => Promise<FileHandle> = (path) => open(path, 'wx', fileMode),
): LocalFiles => {
  const newPath = (): Promise<string> =>
    onStorage(async () => {
      await makeFolder(folder);
      return join(folder, randomBytes(16).toString('base64url'));
    });
  return {
    newPath,
    async receive(keepAt) {
      const path = await newPath();
      let isKept = false;
      return {
        path,
        async write(body) {
          const handle = await onStorage(async () => {
            await rm(path, { force: true });
            return openNew(path);
          });
          return writeAll(handle, body);
        },
        async keep(key) {
          // A retried transaction keeps it again.
          if (isKept) return;
          await keepAt(path, safeKey(key));
          isKept = true;
        },
        drop: () => onStorage(() => rm(path, { force: true })),
      };
    },
    dropAbandoned: (before) =>
      onStorage(async () => {
        let count = 0;
        for await (const { path } of entriesOf(folder)) {
          const found = await orNull(stat(path));
          if (found === null || found.mtime >= before) continue;
          await rm(path, { force: true });
          count += 1;
        }
        return count;
      }),
  };
};
