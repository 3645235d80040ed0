import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFileFolder } from '#adapters/fs-storage';
import { createS3Files } from '#adapters/s3-storage';
import { StorageFailed } from '#kernel/files/storage';
import type { Files } from '#kernel/ports';
import type { S3Config } from '#kernel/setup/config';
import { openS3Endpoint, type S3Endpoint, type S3Fault } from '#kernel/testing/s3-endpoint';

let dir: string;
let endpoint: S3Endpoint;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ronghui-files-'));
  endpoint = await openS3Endpoint();
});
afterEach(() => {
  endpoint.fault = null;
});
afterAll(async () => {
  await endpoint.close();
  await rm(dir, { recursive: true, force: true });
});

const ours = (): S3Config => ({
  endpoint: endpoint.url,
  region: 'us-east-1',
  bucket: 'bucket',
  accessKey: 'key',
  secretKey: 'secret',
  pathStyle: true,
});
const env = process.env;
const theirs: S3Config = {
  endpoint: env['TEST_S3_ENDPOINT'] ?? '',
  region: env['TEST_S3_REGION'] ?? 'us-east-1',
  bucket: env['TEST_S3_BUCKET'] ?? '',
  accessKey: env['TEST_S3_ACCESS_KEY'] ?? '',
  secretKey: env['TEST_S3_SECRET_KEY'] ?? '',
  pathStyle: true,
};
const timeouts = { connectMs: 500, silenceMs: 500 };
const s3Of = (options: S3Config): Files => createS3Files(options, { incoming: join(dir, 'incoming'), timeouts });

const stores: [string, () => Files][] = [
  ['a folder', () => createFileFolder({ dir })],
  ['an S3 endpoint', () => s3Of(ours())],
  ...(theirs.endpoint === ''
    ? []
    : [
        [
          'the S3 store of TEST_S3_ENDPOINT',
          () => createS3Files(theirs, { incoming: join(dir, 'incoming') }),
        ] satisfies [string, () => Files],
      ]),
];

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> =>
  Buffer.concat(await Array.fromAsync(body)).toString();
const name = (): string => randomBytes(16).toString('base64url');
const put = async (files: Files, key: string, text: string): Promise<void> => {
  const incoming = await files.receive();
  await incoming.write(Readable.from([Buffer.from(text)]));
  await incoming.keep(key);
  await incoming.drop();
};
const incomingFiles = () => readdir(join(dir, 'incoming'));

describe.each(stores)('security 4.8 files in %s', (_, open) => {
  it('security 4.8 a kept file is found and complete; another key is null', async () => {
    const files = open();
    const key = `tenant/${name()}`;
    expect(await files.open(key)).toBeNull();
    expect(await files.has(key)).toBe(false);
    expect(await files.withLocalPath(key, async () => 1)).toBeNull();
    const bytes = randomBytes(300_000);
    const incoming = await files.receive();
    expect(await incoming.write(Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]))).toBe(bytes.length);
    expect(await readFile(incoming.path)).toEqual(bytes);
    expect(await files.has(key)).toBe(false);
    await incoming.keep(key);
    // A retried transaction keeps the file again.
    await incoming.keep(key);
    await incoming.drop();
    expect(await files.has(key)).toBe(true);
    const opened = await files.open(key);
    expect(opened?.size).toBe(bytes.length);
    expect(Buffer.concat(await Array.fromAsync(opened?.body ?? [])).equals(bytes)).toBe(true);
    expect((await files.withLocalPath(key, (path) => readFile(path)))?.equals(bytes)).toBe(true);
    expect(await incomingFiles()).toEqual([]);
    await files.remove(key);
    await files.remove(key);
    expect(await files.open(key)).toBeNull();
  });

  it('security 4.8 what is written again replaces what was, and what is dropped is nowhere', async () => {
    const files = open();
    const key = `tenant/${name()}`;
    const incoming = await files.receive();
    await incoming.write(Readable.from([Buffer.from('the longer first')]));
    await incoming.write(Readable.from([Buffer.from('second')]));
    await incoming.keep(key);
    await incoming.drop();
    expect(await textOf((await files.open(key))?.body ?? Readable.from([]))).toBe('second');
    const other = await files.receive();
    await other.write(Readable.from([Buffer.from('x')]));
    await other.drop();
    expect(await incomingFiles()).toEqual([]);
    await files.remove(key);
  });

  it('security 4.8 all are listed, page after page, with the time since when', async () => {
    const files = open();
    const tenant = name();
    const keys = Array.from({ length: 5 }, () => `${tenant}/${name()}`);
    for (const key of keys) await put(files, key, 'x');
    const listed = (await Array.fromAsync(files.list())).filter(({ key }) => key.startsWith(tenant));
    expect(listed.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
    expect((await Array.fromAsync(files.list(tenant))).map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
    expect(await Array.fromAsync(files.list(name()))).toEqual([]);
    for (const { at } of listed) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
    for (const key of keys) await files.remove(key);
    expect((await Array.fromAsync(files.list())).filter(({ key }) => key.startsWith(tenant))).toEqual([]);
  });

  it('security 4.8 it bears a mark, which is no file', async () => {
    const files = open();
    const mark = name();
    await files.setMark(mark);
    expect(await files.mark()).toBe(mark);
    expect((await Array.fromAsync(files.list())).filter(({ key }) => key.includes('store-id'))).toEqual([]);
  });

  it('security 4.8 what came in and was never kept goes when it is old', async () => {
    const files = open();
    const incoming = await files.receive();
    await incoming.write(Readable.from([Buffer.from('x')]));
    expect(await files.dropAbandoned(new Date(Date.now() - 60_000))).toBe(0);
    expect(await files.dropAbandoned(new Date(Date.now() + 60_000))).toBe(1);
    await expect(incoming.keep(`tenant/${name()}`)).rejects.toThrow(StorageFailed);
  });

  it('security 4.8 a key that leads elsewhere is refused', async () => {
    const files = open();
    for (const key of ['../a', 'a', 'a/b/c', 'a/..', '/a', 'a/b\0']) {
      await expect(files.open(key), key).rejects.toThrow();
      await expect(files.remove(key), key).rejects.toThrow();
    }
  });
});

describe('R8.6 an S3 store that does not work', () => {
  const faults: S3Fault[] = ['broken', 'full', 'cut', 'refuses', 'silent'];
  it.each(faults)('R8.6 every call fails as the store when it is %s, and all is well after', async (fault) => {
    const files = s3Of(ours());
    const key = `tenant/${name()}`;
    await put(files, key, 'x');
    const incoming = await files.receive();
    await incoming.write(Readable.from([Buffer.from('y')]));
    endpoint.fault = fault;
    const calls: (() => Promise<unknown>)[] = [
      () => incoming.keep(`tenant/${name()}`),
      () => files.open(key),
      () => files.has(key),
      () => files.withLocalPath(key, async () => 1),
      () => files.remove(key),
      () => Array.fromAsync(files.list()),
      () => files.mark(),
      () => files.setMark('x'),
    ];
    await Promise.all(calls.map((call) => expect(call(), String(call)).rejects.toThrow(StorageFailed)));
    endpoint.fault = null;
    const again = `tenant/${name()}`;
    await incoming.keep(again);
    await incoming.drop();
    expect(await files.has(again)).toBe(true);
    expect(await incomingFiles()).toEqual([]);
  });

  it('R8.6 a truncated body is not a complete file', async () => {
    const files = s3Of(ours());
    const key = `tenant/${name()}`;
    await put(files, key, 'x');
    endpoint.fault = 'half';
    const opened = await files.open(key);
    await expect(textOf(opened?.body ?? Readable.from([]))).rejects.toThrow();
    await expect(files.withLocalPath(key, async () => 1)).rejects.toThrow(StorageFailed);
    expect(await incomingFiles()).toEqual([]);
  });

  it('R8.6 a bucket that is not there, or nobody who listens, is a store that is down and no file that is gone', async () => {
    const noBucket = s3Of({ ...ours(), bucket: 'other' });
    await expect(noBucket.open('a/b')).rejects.toThrow(StorageFailed);
    await expect(noBucket.mark()).rejects.toThrow(StorageFailed);
    const nobody = s3Of({ ...ours(), endpoint: 'http://127.0.0.1:1' });
    await expect(nobody.has('a/b')).rejects.toThrow(StorageFailed);
  });

  it('security 4.10 a call that another signed is refused', async () => {
    await expect(s3Of({ ...ours(), accessKey: 'another' }).open('a/b')).rejects.toThrow(StorageFailed);
  });
});
