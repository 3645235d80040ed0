import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createLocalFiles, fileMode, type LocalFiles, safeKey } from '#kernel/files/local-files';
import type { Files } from '#kernel/ports';
import type { S3Config } from '#kernel/setup/config';
import { type Bucket, bodyOf, digestOf, listObjects, onStore, openBucket, type S3Timeouts } from './s3-bucket.ts';

/** Other dependencies; tests set shorter timeouts. */
export interface S3Deps {
  /** A local folder for incoming files, where they are examined. */
  readonly incoming: string;
  readonly timeouts?: S3Timeouts;
  /** Keeps a downloaded file for the person who inspects it; the job that cleans `incoming` removes it an hour later. */
  readonly keepsDownloads?: boolean;
}

const prefix = 'kept/';
const markKey = 'store-id';
const markBytes = 200;

/** Downloads a file for the duration of `work`. */
const withDownloaded = async <T>(
  {
    store,
    local,
    keepsDownloads,
  }: { readonly store: Bucket; readonly local: LocalFiles; readonly keepsDownloads: boolean },
  key: string,
  work: (path: string) => Promise<T>,
): Promise<T | null> => {
  const found = await onStore(() => store.get(prefix + safeKey(key)));
  if (found === null) return null;
  const path = await local.newPath();
  try {
    await onStore(() => pipeline(bodyOf(found), createWriteStream(path, { flags: 'wx', mode: fileMode })));
    return await work(path);
  } finally {
    if (!keepsDownloads) await rm(path, { force: true });
  }
};

/**
 * Files in an S3 store, as objects `kept/{tenant}/{random}`; `store-id` is the mark. An incoming file is written to a
 * local folder, examined there and uploaded once, with its length and digest, so that the store never holds a partial
 * file. @source R14.2, security 4.8
 */
export const createS3Files = (options: S3Config, deps: S3Deps): Files => {
  const { incoming, timeouts, keepsDownloads = false } = deps;
  const store = openBucket(options, timeouts);
  const local = createLocalFiles(incoming);
  const keepAt = (path: string, key: string): Promise<void> =>
    onStore(async () => {
      const [{ size }, digest] = await Promise.all([stat(path), digestOf(path)]);
      await store.put(prefix + key, { body: createReadStream(path), length: size, digest });
    });

  return {
    receive: () => local.receive(keepAt),
    dropAbandoned: (before) => local.dropAbandoned(before),
    open: (key) =>
      onStore(async () => {
        const found = await store.get(prefix + safeKey(key));
        return found === null ? null : { size: found.ContentLength ?? 0, body: bodyOf(found) };
      }),
    has: (key) => onStore(async () => (await store.head(prefix + safeKey(key))) !== null),
    withLocalPath: (key, work) => withDownloaded({ store, local, keepsDownloads }, key, work),
    remove: (key) => onStore(async () => void (await store.remove(prefix + safeKey(key)))),
    async *list(folder) {
      const within = folder === undefined ? prefix : `${prefix}${folder}/`;
      for await (const { key, at } of listObjects(store, within)) yield { key: key.slice(prefix.length), at };
    },
    mark: () =>
      onStore(async () => {
        const found = await store.get(markKey);
        if (found === null) return null;
        if ((found.ContentLength ?? 0) > markBytes) return '';
        return (await found.Body?.transformToString())?.trim() ?? null;
      }),
    setMark: (mark) =>
      onStore(async () => {
        const digest = createHash('sha256').update(mark).digest('hex');
        await store.put(markKey, { body: mark, length: Buffer.byteLength(mark), digest });
      }),
  };
};
