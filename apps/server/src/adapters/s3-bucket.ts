import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
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
import { StorageFailed } from '#kernel/files/storage';
import type { S3Config } from '#kernel/setup/config';

/** How long a store may take. */
export interface S3Timeouts {
  /** Until the connection is established. @unit ms */
  readonly connectMs: number;
  /** Without received data. @unit ms */
  readonly silenceMs: number;
}

const defaultTimeouts: S3Timeouts = { connectMs: 3000, silenceMs: 20_000 };
const tries = 3;

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
export const onStore = async <T>(work: () => Promise<T>): Promise<T> => {
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

/** SHA-256 in hex of a file. */
export const digestOf = async (path: string): Promise<string> => {
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

/** The requests that are sent to a bucket; each may fail, see `onStore`. */
const requestsTo = (client: S3Client, bucket: string) => ({
  put: (key: string, sent: Sent) => client.send(putCommand(bucket, key, sent)),
  get: (key: string) => orAbsent(client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))),
  head: (key: string) => orAbsent(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))),
  remove: (key: string) => orAbsent(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))),
  list: (prefix: string, token: string | undefined) =>
    client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token })),
});

/** A bucket. */
export type Bucket = ReturnType<typeof requestsTo>;

/** Opens a bucket of an S3 store. */
export const openBucket = (options: S3Config, timeouts: S3Timeouts = defaultTimeouts): Bucket =>
  requestsTo(clientOf(options, timeouts), options.bucket);

/** Every object whose key begins so, page by page. */
export const listObjects = async function* (
  store: Bucket,
  prefix: string,
): AsyncGenerator<{ readonly key: string; readonly at: Date }> {
  let token: string | undefined;
  do {
    const page = await onStore(() => store.list(prefix, token));
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key !== undefined && LastModified !== undefined) yield { key: Key, at: LastModified };
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
};

/** The bytes of an answer. */
export const bodyOf = (reply: { readonly Body?: unknown }): Readable => {
  if (reply.Body instanceof Readable) return reply.Body;
  throw new StorageFailed('the store of files answered without a body');
};
