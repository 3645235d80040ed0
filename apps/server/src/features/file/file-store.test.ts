import {
  type FileHandle,
  mkdir,
  open as openFile,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileFolder } from '#adapters/fs-storage';
import { StorageFailed } from '#kernel/files/storage';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import { enter, pdf, runJob, storedFiles } from './file.fixture.ts';

let app: TestApp;
let browser: TestBrowser;
beforeEach(async () => {
  app = await testApp();
  browser = await enter(app, 1);
});
afterEach(() => app.close());

const folder = () => join(app.dataDir, 'files');
const idOf = (reply: TestReply): string => {
  expect(reply.status, reply.text).toBe(200);
  return String(reply.body.data.fileId);
};
const upload = async (): Promise<string> => idOf(await browser.upload('file.upload', '回单.pdf', pdf));
const download = (fileId: string) => browser.call('file.download', { fileId });
const keyOf = async (fileId: string) =>
  String((await app.rows('select storage_key from file where file_id = $1', [fileId]))[0]?.['storage_key']);
const sweep = () => runJob(app, 'file.sweep');
const later = async () => {
  await app.clock.advance({ hours: 2 });
  await app.rows("update session set last_seen_at = app_now(), expires_at = app_now() + interval '1 day'");
};
const events = (fileId: string) =>
  app.rows("select event from audit_event where object = $1 and event like 'job.%' order by event_id", [fileId]);
const lostFigure = async () => /^ronghui_files_lost (\d+)$/m.exec(await app.app.metrics.text())?.[1];

describe('security 4.8 interrupted uploads', () => {
  it('security 4.8 an old file without a row is removed, and nothing else', async () => {
    const right = await upload();
    const orphan = join(folder(), 'kept', (await keyOf(right)).split('/')[0] ?? '', 'nobody-knows-me');
    const half = join(folder(), 'incoming', 'half');
    await writeFile(orphan, 'x');
    await writeFile(half, 'x');
    await sweep();
    // A new file may belong to a running upload.
    expect(await storedFiles(app)).toEqual(expect.arrayContaining([orphan, half]));
    await later();
    await sweep();
    expect(await storedFiles(app)).toEqual([join(folder(), 'kept', await keyOf(right))]);
    expect((await download(right)).status).toBe(200);
  });

  it('security 4.8 many unknown files are kept and reported', async () => {
    const kept = join(folder(), 'kept', (await keyOf(await upload())).split('/')[0] ?? '');
    for (let n = 0; n < 51; n += 1) await writeFile(join(kept, `strange-${n}`), 'x');
    await later();
    await sweep();
    expect(await readdir(kept)).toHaveLength(52);
    expect(app.logged).toContainEqual({ level: 'error', facts: { event: 'sweepHeld', job: 'file.sweep', count: 51 } });
  });
});

describe('security 4.8 a store that lost something', () => {
  it('security 4.8 marks the row as lost, with a 404, a metric and an audit event, until the file is back', async () => {
    const fileId = await upload();
    await sweep();
    await later();
    const path = join(folder(), 'kept', await keyOf(fileId));
    await rename(path, `${folder()}/aside`);
    await sweep();
    expect(await download(fileId)).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
    expect(await app.rows('select lost_at is not null as lost from file')).toEqual([{ lost: true }]);
    expect(app.logged).toContainEqual({ level: 'error', facts: { event: 'filesLost', job: 'file.sweep', count: 1 } });
    expect(await lostFigure()).toBe('1');
    await sweep();
    expect(await events(fileId)).toEqual([{ event: 'job.file.lost' }]);
    await rename(`${folder()}/aside`, path);
    await sweep();
    expect((await download(fileId)).status).toBe(200);
    expect(await events(fileId)).toEqual([{ event: 'job.file.lost' }, { event: 'job.file.found' }]);
    expect(await lostFigure()).toBe('0');
  });

  it.each([
    ['is not mounted', null],
    ['is another one', 'somebody-elses'],
  ])(
    'security 4.8 a store that %s loses no row and no file, accepts nothing, and is reported as down',
    async (_, mark) => {
      const fileId = await upload();
      await sweep();
      await later();
      await rename(folder(), `${folder()}-away`);
      await mkdir(join(folder(), 'kept', 'tenant'), { recursive: true });
      await writeFile(join(folder(), 'kept', 'tenant', 'of-another'), 'x');
      if (mark !== null) await writeFile(join(folder(), 'store-id'), mark);
      await later();
      await sweep();
      expect(app.logged).toContainEqual({ level: 'error', facts: { event: 'storeNotOurs' } });
      expect(await app.rows('select lost_at from file')).toEqual([{ lost_at: null }]);
      expect(await readFile(join(folder(), 'kept', 'tenant', 'of-another'), 'utf8')).toBe('x');
      const down = { status: 503, body: { errCode: 'OPSB0005' }, headers: { 'retry-after': '60' } };
      expect(await browser.upload('file.upload', '回单.pdf', pdf)).toMatchObject(down);
      expect(await download(fileId)).toMatchObject(down);
      await rm(folder(), { recursive: true });
      await rename(`${folder()}-away`, folder());
      await sweep();
      expect((await download(fileId)).status).toBe(200);
      expect(await app.rows('select lost_at from file')).toEqual([{ lost_at: null }]);
      await upload();
    },
  );

  it('security 4.8 a store without a mark that has files gets one only when it has the files of the rows', async () => {
    for (let n = 0; n < 3; n += 1) await upload();
    // As in a store that is older than its mark.
    await rm(join(folder(), 'store-id'));
    await app.rows('update file_store set marked_at = null');
    await rename(folder(), `${folder()}-away`);
    await sweep();
    expect(await app.rows('select marked_at from file_store')).toEqual([{ marked_at: null }]);
    await rename(`${folder()}-away`, folder());
    await sweep();
    const [store] = await app.rows('select store_id, marked_at is not null as marked from file_store');
    expect(store).toEqual({ store_id: await readFile(join(folder(), 'store-id'), 'utf8'), marked: true });
  });
});

describe('R8.6 a store that is not mounted', () => {
  const down = { status: 503, body: { errCode: 'OPSB0005' }, headers: { 'retry-after': '60' } };

  it('R8.6 the first upload marks the store; without its volume no download is a 404, and no upload goes into the empty folder', async () => {
    const fileId = await upload();
    const [store] = await app.rows('select store_id from file_store where marked_at is not null');
    expect(await readFile(join(folder(), 'store-id'), 'utf8')).toBe(store?.['store_id']);
    await rename(folder(), `${folder()}-away`);
    await mkdir(folder());
    expect(await download(fileId)).toMatchObject(down);
    expect(await browser.upload('file.upload', '回单.pdf', pdf)).toMatchObject(down);
    expect(await readdir(folder())).toEqual([]);
    await rm(folder(), { recursive: true });
    await rename(`${folder()}-away`, folder());
    expect((await download(fileId)).status).toBe(200);
  });

  it('R8.6 a store that was never marked is not taken for empty when its files are not there', async () => {
    const fileId = await upload();
    await rename(folder(), `${folder()}-away`);
    await app.rows('update file_store set marked_at = null');
    expect(await download(fileId)).toMatchObject(down);
    expect(await browser.upload('file.upload', '回单.pdf', pdf)).toMatchObject(down);
  });
});

describe('R8.6 a store that does not work', () => {
  const notFolders: [string, () => Promise<void>][] = [
    ['ENOTDIR', () => writeFile(folder(), 'no folder')],
    ['ELOOP', () => symlink(folder(), folder())],
    ['ENOENT', () => symlink('/nowhere/at/all', folder())],
  ];
  it.each(notFolders)('R8.6 answers OPSB0005 with the time to wait on %s', async (_code, spoil) => {
    const fileId = await upload();
    await sweep();
    await rename(folder(), `${folder()}-away`);
    await spoil();
    const down = { status: 503, body: { errCode: 'OPSB0005' }, headers: { 'retry-after': '60' } };
    expect(await browser.upload('file.upload', '回单.pdf', pdf)).toMatchObject(down);
    expect(await download(fileId)).toMatchObject(down);
    await rm(folder());
    await rename(`${folder()}-away`, folder());
    expect((await download(fileId)).status).toBe(200);
  });

  it('R8.6 every call of the folder fails as a fault of the store, and a missing picture is not a broken picture', async () => {
    const dir = join(app.dataDir, 'spoilt');
    await writeFile(dir, 'no folder');
    const files = createFileFolder({ dir });
    const calls: (() => Promise<unknown>)[] = [
      () => files.receive(),
      () => files.open('a/b'),
      () => files.has('a/b'),
      () => files.withLocalPath('a/b', async () => 1),
      () => files.remove('a/b'),
      () => files.list()[Symbol.asyncIterator]().next(),
      () => files.dropAbandoned(new Date()),
      () => files.mark(),
      () => files.setMark('x'),
    ];
    for (const call of calls) await expect(call(), String(call)).rejects.toThrow(StorageFailed);
    const { redraw } = await import('./picture/redraw.ts');
    const { faultOfWorkbook } = await import('./workbook.ts');
    await expect(redraw(join(dir, 'none'), 'png', 'tenant')).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(faultOfWorkbook(join(dir, 'none'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it('R8.6 a fault of the sender is not a fault of the store', async () => {
    const incoming = await createFileFolder({ dir: join(app.dataDir, 'own') }).receive();
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('x');
      throw Object.assign(new Error('reset'), { code: 'ECONNRESET', syscall: 'read' });
    };
    await expect(incoming.write(broken())).rejects.toMatchObject({ message: 'reset' });
    await incoming.drop();
  });
});

describe('R14.6 stored files are flushed to the disk', () => {
  it('R14.6 with every folder above them, also when the tenant’s folder is new', async () => {
    const dir = join(app.dataDir, 'fresh');
    const flushed: string[] = [];
    const files = createFileFolder({ dir, flushFolder: async (path) => void flushed.push(path) });
    const incoming = await files.receive();
    await incoming.write(Readable.from([Buffer.from('x')]));
    await incoming.keep('tenant/file');
    expect(flushed).toEqual([join(dir, 'kept/tenant'), join(dir, 'kept'), dir]);
  });
});

describe('R8.6 a disk that becomes full', () => {
  it.each([100, 200_000, 6_000_000])(
    'R8.6 during an upload of %i bytes answers OPSB0005 with the time to wait',
    async (size) => {
      const openNew = async (path: string): Promise<FileHandle> => {
        const handle = await openFile(path, 'wx');
        let room = size / 2;
        handle.writeFile = async (piece) => {
          room -= Buffer.isBuffer(piece) ? piece.length : 0;
          if (room < 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
        };
        return handle;
      };
      const dir = join(app.dataDir, 'full');
      const full = await testApp({ files: createFileFolder({ dir, openNew }) });
      try {
        const tenant = await enter(full, 1);
        const reply = await tenant.upload('file.upload', '回单.pdf', Buffer.concat([pdf, Buffer.alloc(size)]));
        expect(reply).toMatchObject({ status: 503, body: { errCode: 'OPSB0005' }, headers: { 'retry-after': '60' } });
        expect(await readdir(join(dir, 'incoming'))).toEqual([]);
      } finally {
        await full.close();
      }
    },
  );
});
