import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileFolder } from '#adapters/fs-storage';
import { StorageFailed } from '#kernel/files/storage';
import type { Files, IncomingFile } from '#kernel/ports';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { enter, pdf, photograph, runJob } from './file.fixture.ts';

type Moment = 'before' | 'after';

/** Which call of the store fails, and whether it fails before or after its work. */
const fault = { n: 0, moment: 'before' as Moment, calls: 0 };

const counted = async <T>(work: () => Promise<T>): Promise<T> => {
  fault.calls += 1;
  const isIt = fault.calls === fault.n;
  if (isIt && fault.moment === 'before') throw new StorageFailed('on purpose');
  const done = await work();
  if (isIt) throw new StorageFailed('on purpose');
  return done;
};

const countedFile = (file: IncomingFile): IncomingFile => ({
  path: file.path,
  write: (body) => counted(() => file.write(body)),
  keep: (key) => counted(() => file.keep(key)),
  drop: () => counted(() => file.drop()),
});

/** The folder, with its calls counted. */
const countedFolder = (files: Files): Files => ({
  ...files,
  receive: () => counted(async () => countedFile(await files.receive())),
  open: (key) => counted(() => files.open(key)),
  remove: (key) => counted(() => files.remove(key)),
  mark: () => counted(() => files.mark()),
});

let dir: string;
let files: Files;
let app: TestApp;
let browser: TestBrowser;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ronghui-faults-'));
  files = createFileFolder({ dir });
  app = await testApp({ files: countedFolder(files) });
  browser = await enter(app, 1);
  expect((await browser.upload('file.upload', 'a.pdf', pdf)).status).toBe(200);
  // The store has its mark from now on.
  await runJob(app, 'file.sweep');
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

/** Runs an action once for each of its calls of the store, with that call failing. @returns how many calls there were */
const failEach = async (moment: Moment, run: (n: number) => Promise<void>): Promise<number> => {
  for (let n = 1; n < 20; n += 1) {
    Object.assign(fault, { n, moment, calls: 0 });
    await run(n);
    const wasHit = fault.calls >= n;
    fault.n = 0;
    if (!wasHit) return n - 1;
  }
  throw new Error('it calls without end');
};

const keysInRows = async () =>
  (await app.rows('select storage_key from file')).map((row) => String(row['storage_key'])).toSorted();
const keysInStore = async () => (await Array.fromAsync(files.list())).map(({ key }) => key).toSorted();

describe.each<Moment>(['before', 'after'])('R14.6 the store fails %s any of its calls', (moment) => {
  it('R14.6 an upload has its row and its file, or answers to retry and has no row', async () => {
    const picture = await photograph('jpeg');
    const calls = await failEach(moment, async (n) => {
      const before = await keysInRows();
      const reply = await browser.upload('file.upload', 'a.jpg', picture);
      const added = (await keysInRows()).length - before.length;
      if (reply.status === 200) expect(added, `call ${n}`).toBe(1);
      else {
        expect(reply, `call ${n}`).toMatchObject({ status: 503, body: { errCode: 'OPSB0005' } });
        expect(added, `call ${n}`).toBe(0);
      }
      expect(await keysInStore()).toEqual(expect.arrayContaining(await keysInRows()));
    });
    // The mark, a temporary file, the bytes, the rendered picture, the rename, and the clean-up.
    expect(calls).toBe(6);
    await app.clock.advance({ hours: 2 });
    await app.rows("update session set last_seen_at = app_now(), expires_at = app_now() + interval '1 day'");
    await runJob(app, 'file.sweep');
    expect(await keysInStore()).toEqual(await keysInRows());
  });

  it('R14.6 a download is complete, or answers to retry', async () => {
    const [row] = await app.rows('select file_id from file where size_bytes = $1 limit 1', [pdf.length]);
    const calls = await failEach(moment, async (n) => {
      const reply = await browser.call('file.download', { fileId: row?.['file_id'] });
      if (reply.status === 200) expect(reply.text, `call ${n}`).toBe(pdf.toString());
      else expect(reply, `call ${n}`).toMatchObject({ status: 503, body: { errCode: 'OPSB0005' } });
    });
    expect(calls).toBe(1);
  });
});
