import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { createLocalFiles, fileMode, type LocalFiles, safeKey } from '#kernel/files/local-files';
import { StorageFailed } from '#kernel/files/storage';
import type { Files } from '#kernel/ports';
import type { S3Config } from '#kernel/setup/config';

/** Other dependencies; tests set shorter timeouts. */
export interface S3Deps {
  /** A local folder for incoming files, where they are examined. */
  readonly incoming: string;
  readonly timeouts?: S3Timeouts;
  /** Keeps a downloaded file for the person who inspects it; the job that cleans `incoming` removes it an hour later. */
  readonly keepsDownloads?: boolean;
}

interface S3Timeouts {
  /** Until the connection is established. @unit ms */
  readonly connectMs: number;
  /** Without received data. @unit ms */
  readonly silenceMs: number;
}

const defaultTimeouts: S3Timeouts = { connectMs: 3000, silenceMs: 20_000 };
const tries = 3;
const prefix = 'kept/';
const markKey = 'store-id';
const markBytes = 200;

const quiet = (): void => undefined;

const clientOf = (options: S3Config, { connectMs, silenceMs }: S3Timeouts): S3Client =>
  new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: options.pathStyle,
    credentials: { accessKeyId: options.accessKey, secretAccessKey: options.secretKey },
    maxAttempts: tries,
    // The library also logs to the console what its errors contain.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    // Only Amazon supports checksums in trailers; every store compares the signed digest.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: silenceMs,
      socketTimeout: silenceMs,
      throwOnRequestTimeout: true,
    },
  });

const isAbsent = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/** Maps every failure of a request to a failure of the store: refusals, cut connections, timeouts, a full disk. */
const onStore = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StorageFailed
      ? error
      : new StorageFailed('the store of files does not work', { cause: error });
  }
};

const orAbsent = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
};

const digestOf = async (path: string): Promise<string> => {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
};

/** An object to store, with the facts that the store must verify. */
interface Sent {
  readonly body: Readable | string;
  /** @unit bytes */
  readonly length: number;
  /** SHA-256 in hex: part of the signature, and compared by the store with what arrived. */
  readonly digest: string;
}

const putCommand = (bucket: string, key: string, { body, length, digest }: Sent): PutObjectCommand => {
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body: body,
    ContentLength: length,
    ContentType: 'application/octet-stream',
  });
  // Otherwise the library signs a stream as unsigned payload.
  command.middlewareStack.add(
    (next) => (args) => {
      Object.assign(Reflect.get(Object(args.request), 'headers'), { 'x-amz-content-sha256': digest });
      return next(args);
    },
    { step: 'build' },
  );
  return command;
};

/** The requests that are sent to a bucket. */
const bucketOf = (client: S3Client, bucket: string) => ({
  put: (key: string, sent: Sent) => client.send(putCommand(bucket, key, sent)),
  get: (key: string) => orAbsent(client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))),
  head: (key: string) => orAbsent(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))),
  remove: (key: string) => orAbsent(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))),
  list: (token: string | undefined) =>
    client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token })),
});

type Bucket = ReturnType<typeof bucketOf>;

const bodyOf = (reply: { readonly Body?: unknown }): Readable => {
  if (reply.Body instanceof Readable) return reply.Body;
  throw new StorageFailed('the store of files answered without a body');
};

const listIn = async function* (store: Bucket): AsyncGenerator<{ readonly key: string; readonly at: Date }> {
  let token: string | undefined;
  do {
    const page = await onStore(() => store.list(token));
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key !== undefined && LastModified !== undefined) yield { key: Key.slice(prefix.length), at: LastModified };
    }
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
};

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
  const { incoming, timeouts = defaultTimeouts, keepsDownloads = false } = deps;
  const store = bucketOf(clientOf(options, timeouts), options.bucket);
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
    list: () => listIn(store),
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
