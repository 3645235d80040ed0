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

/** What else it needs; tests have less patience. */
export interface S3Surroundings {
  /** A folder of this machine for what comes in: it is examined there. */
  readonly incoming: string;
  readonly patience?: S3Patience;
  /** Leaves a file that was lent where it is, for a person who looks at it: the sweeper of `incoming` takes it an hour later. */
  readonly leavesLent?: boolean;
}

interface S3Patience {
  /** Until there is a connection. @unit ms */
  readonly connectMs: number;
  /** Without a word. @unit ms */
  readonly silenceMs: number;
}

const standardPatience: S3Patience = { connectMs: 3000, silenceMs: 20_000 };
const tries = 3;
const prefix = 'kept/';
const markKey = 'store-id';
const markBytes = 200;

const quiet = (): void => undefined;

const clientOf = (options: S3Config, { connectMs, silenceMs }: S3Patience): S3Client =>
  new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: options.pathStyle,
    credentials: { accessKeyId: options.accessKey, secretAccessKey: options.secretKey },
    maxAttempts: tries,
    // It says on the console what its errors say too.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    // Checksums in trailers are Amazon's own: other stores refuse them. The digest that is signed is compared by all.
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

/** Whatever comes of asking the store is the store's: refusals, cut connections, silence, a full disk on the way. */
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

/** What is to be kept, and what the store must find it to be. */
interface Sent {
  readonly body: Readable | string;
  /** @unit bytes */
  readonly length: number;
  /** SHA-256 in hex: the signature covers it, and the store compares it with what arrived. */
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
  // Otherwise the library signs that it does not know what a stream holds.
  command.middlewareStack.add(
    (next) => (args) => {
      Object.assign(Reflect.get(Object(args.request), 'headers'), { 'x-amz-content-sha256': digest });
      return next(args);
    },
    { step: 'build' },
  );
  return command;
};

/** The calls that are made of a bucket. */
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

/** Brings a file here while `work` runs. */
const lendFrom = async <T>(
  { store, local, leavesLent }: { readonly store: Bucket; readonly local: LocalFiles; readonly leavesLent: boolean },
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
    if (!leavesLent) await rm(path, { force: true });
  }
};

/**
 * Files in a store that speaks S3, as objects `kept/{tenant}/{random}`; `store-id` is the mark. What comes in is written to a folder of this
 * machine, examined there and sent once, with its length and digest, so that a half one is never found. @source R14.2, security 4.8
 */
export const createS3Files = (options: S3Config, surroundings: S3Surroundings): Files => {
  const { incoming, patience = standardPatience, leavesLent = false } = surroundings;
  const store = bucketOf(clientOf(options, patience), options.bucket);
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
    lend: (key, work) => lendFrom({ store, local, leavesLent }, key, work),
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
