import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#kernel/testing/test-app';
import { openContentFixture } from '../content.fixture.ts';
import { contentJobs } from '../content.jobs.ts';
import { exportContent } from '../content-export.ts';
import { importContent, readContent } from '../content-import.ts';
import { ContentEditor } from './record.fixture.ts';

let app: TestApp;
let editor: ContentEditor;
let folder: string;
beforeAll(async () => {
  app = await openContentFixture({ limits: { opsSessionIdleMinutes: 600 } });
  editor = await ContentEditor.enter(app, 'wang-fang');
  folder = await mkdtemp(join(tmpdir(), 'keyed-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const product = (key: string) => ({ record: 'product', key }) as const;
const shown = async (pid: string) => {
  const visitor = app.browser();
  await visitor.start();
  return visitor.call('portal.productQueryDetail', { pid });
};
const listOf = async (input: Readonly<Record<string, unknown>>) =>
  (await editor.browser.call('ops.content.page', input)).body.data;
const rereadOf = async (name: string) => {
  const out = join(folder, name);
  await exportContent(app.database.reading('service'), out);
  const read = await readContent(out);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.content;
};

describe('R11.3 records that have a key', () => {
  it('R11.3 are listed in the order of their kind, page by page, with what stands of each', async () => {
    const all = await listOf({ record: 'product', pageSize: 100 });
    expect(all.total).toBe(15);
    expect(all.items[0]).toMatchObject({ isPublished: true, publishedBy: '内容文件', draft: null, publishAt: null });
    const first = await listOf({ record: 'product', pageSize: 10 });
    const second = await listOf({ record: 'product', pageSize: 10, cursor: first.nextCursor });
    expect([...first.items, ...second.items]).toEqual(all.items);
    expect(second.nextCursor).toBeNull();
    const sorted = all.items.map(({ group }: { group: string }) => group);
    expect(sorted).toEqual(sorted.toSorted());
    expect((await listOf({ record: 'page' })).items.map(({ key }: { key: string }) => key)).toEqual([
      'about',
      'home',
      'partners',
    ]);
  });

  it('R11.3 one is edited as a draft, found by its state, published, and kept as a version', async () => {
    const body = await editor.published('product', 'e-invoice');
    expect((await editor.save({ ...body, name: '新的开票' })).body.data.faults).toEqual([]);
    expect((await shown('e-invoice')).body.data.name).toBe(body.name);
    expect((await listOf({ record: 'product', state: 'draft' })).items).toMatchObject([
      { key: 'e-invoice', title: body.name, draft: { by: 'wang-fang', removes: false } },
    ]);
    const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
    expect((await editor.write('publish', product('e-invoice'), { at })).status).toBe(200);
    expect((await listOf({ record: 'product', state: 'scheduled' })).items).toHaveLength(1);
    await app.clock.advance({ minutes: 2 });
    for (const { run } of contentJobs) await run({ ...app, log: app.ports.log });
    await expect.poll(async () => (await shown('e-invoice')).body.data.name).toBe('新的开票');
    const versions = await editor.browser.call('ops.content.versions', product('e-invoice'));
    expect(versions.body.data.items).toMatchObject([{ origin: 'schedule', by: 'wang-fang' }, { origin: 'import' }]);
    expect((await editor.write('rollBack', product('e-invoice'), { number: 1 })).status).toBe(200);
    await expect.poll(async () => (await shown('e-invoice')).body.data.name).toBe(body.name);
  });

  it('R11.3 one is created as a draft that visitors do not see, and a second of the same key is refused by the field', async () => {
    const body = { ...(await editor.published('product', 'e-invoice')), key: 'new-one', name: '新产品', order: 90 };
    expect((await editor.create(body)).body.data.faults).toEqual([]);
    expect((await shown('new-one')).status).toBe(404);
    const again = await editor.create(body);
    expect(again).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'body.key' }] } } });
    expect((await editor.write('publish', product('new-one'))).status).toBe(200);
    await expect.poll(async () => (await shown('new-one')).status).toBe(200);
    expect((await editor.create(await editor.published('page', 'home'))).body.data.fields[0].path).toBe('body.record');
  });

  it('R11.3 a removal is a draft too, is published as a version, and an older one brings the record back', async () => {
    const name = product('new-one');
    expect((await editor.write('remove', name)).body.data.faults).toEqual([]);
    expect((await editor.detail('product', 'new-one')).draft.removes).toBe(true);
    expect((await shown('new-one')).status).toBe(200);
    expect((await editor.write('publish', name)).status).toBe(200);
    await expect.poll(async () => (await shown('new-one')).status).toBe(404);
    expect((await listOf({ record: 'product', state: 'removed' })).items).toMatchObject([{ key: 'new-one' }]);
    const [removal] = (await editor.browser.call('ops.content.versions', name)).body.data.items;
    expect(removal).toMatchObject({ number: 2, removes: true });
    const refused = await editor.write('rollBack', name, { number: 2 });
    expect(refused.body.data.fields).toMatchObject([{ path: 'number' }]);
    expect((await editor.write('rollBack', name, { number: 1 })).status).toBe(200);
    await expect.poll(async () => (await shown('new-one')).status).toBe(200);
    await editor.write('remove', name);
    await editor.write('publish', name);
  });

  it('R11.3 one that others name is not removed, nor one of a kind that is fixed', async () => {
    await editor.write('remove', product('payroll-disburse'));
    const refused = await editor.write('publish', product('payroll-disburse'));
    expect(refused.status).toBe(422);
    expect(refused.body.data.fields[0].message).toContain('相关产品');
    await editor.write('discard', product('payroll-disburse'));
    const fixed = await editor.write('remove', { record: 'page', key: 'home' });
    expect(fixed.body.data.fields[0].path).toBe('record');
    const gone = await editor.write('remove', product('new-one'));
    expect(gone.body.errCode).toBe('RHSY409');
  });

  it('R11.3 one that is not there answers so', async () => {
    for (const operation of ['ops.content.detail', 'ops.content.watch']) {
      const missing = await editor.browser.call(operation, product('no-such'));
      expect(missing.body.errCode, operation).toBe('RHSY404');
    }
  });

  it('R11.3 pages and products go out as files and come back without a change', async () => {
    const home = await editor.published('page', 'home');
    await editor.put({ ...home, title: '改过的首页', blocks: home.blocks.toReversed() });
    const body = await editor.published('product', 'card-coupon');
    await editor.put({ ...body, order: 77, skus: body.skus.toReversed() });
    const tables = async () => ({
      versions: await app.rows('select record, key, number, body from content_version order by record, key, number'),
      products: await app.rows('select pid, position, category_id, name, blocks from product order by pid'),
      skus: await app.rows('select * from sku order by pid, position'),
      pages: await app.rows('select page, title, blocks from page order by page'),
    });
    const before = await tables();
    expect(await importContent(app.database, await rereadOf('lossless'))).toEqual([]);
    expect(await tables()).toEqual(before);
  });

  it('R11.3 an import keeps a version of what it changes and of what it removes, and takes back a moment', async () => {
    const content = await rereadOf('changed');
    const at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const body = await editor.published('product', 'tax-advisory');
    await editor.save({ ...body, name: '草稿名' });
    await editor.write('publish', product('tax-advisory'), { at });
    const products = content.catalog.products
      .filter(({ pid }) => pid !== 'points-mall')
      .map((each) => ({ ...each, related: each.related.filter((pid) => pid !== 'points-mall') }))
      .map((each) => (each.pid === 'tax-advisory' ? { ...each, name: '导入的名字' } : each));
    await importContent(app.database, { ...content, catalog: { ...content.catalog, products } });
    const detail = await editor.detail('product', 'tax-advisory');
    expect(detail).toMatchObject({ publishAt: null, draft: { by: 'wang-fang' }, published: { name: '导入的名字' } });
    expect(detail.failure).toContain('导入');
    const removed = await editor.detail('product', 'points-mall');
    expect(removed.published).toBeNull();
    const [latest] = (await editor.browser.call('ops.content.versions', product('points-mall'))).body.data.items;
    expect(latest).toMatchObject({ origin: 'import', removes: true });
  });
});
