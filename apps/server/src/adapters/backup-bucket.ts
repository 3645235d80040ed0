import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupTarget } from '#kernel/backup/target';
import { withTempFolder, writeTemp } from '#kernel/backup/temp-folder';
import { fileMode } from '#kernel/files/local-files';
import type { S3Config } from '#kernel/setup/config';
import { bodyOf, digestOf, listObjects, onStore, openBucket } from './s3-bucket.ts';

/**
 * Backups in a bucket, below a prefix. A part waits in a temporary file, because a store is given its length and digest before its bytes.
 *
 * @source running 3.1
 */
export const createBackupBucket = (options: S3Config, folder: string): BackupTarget => {
  const store = openBucket(options);
  const base = folder === '' ? '' : `${folder}/`;
  return {
    place: `s3://${options.bucket}/${folder}`,
    put: (name, body) =>
      withTempFolder(async (folder) => {
        const path = join(folder, 'part');
        await writeTemp(() => pipeline(body, createWriteStream(path, { flags: 'wx', mode: fileMode })));
        const [{ size }, digest] = await Promise.all([stat(path), digestOf(path)]);
        await onStore(() => store.put(base + name, { body: createReadStream(path), length: size, digest }));
      }),
    get: (name) =>
      onStore(async () => {
        const found = await store.get(base + name);
        return found === null ? null : bodyOf(found);
      }),
    has: (name) => onStore(async () => (await store.head(base + name)) !== null),
    async *list(prefix) {
      for await (const { key } of listObjects(store, base + prefix)) yield key.slice(base.length);
    },
    remove: (name) => onStore(async () => void (await store.remove(base + name))),
  };
};
