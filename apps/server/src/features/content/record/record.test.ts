import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { openDatabase } from '#kernel/database/db';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import type { TestApp } from '#kernel/testing/test-app';
import { openContentFixture } from '../content.fixture.ts';
import { contentJobs } from '../content.jobs.ts';
import { exportContent } from '../content-export.ts';
import { importContent, readContent } from '../content-import.ts';
import { ContentEditor } from './record.fixture.ts';

let app: TestApp;
let editor: ContentEditor;
let colleague: ContentEditor;
let folder: string;
beforeAll(async () => {
  app = await openContentFixture({ limits: { opsSessionIdleMinutes: 600 } });
  editor = await ContentEditor.enter(app, 'wang-fang');
  colleague = await ContentEditor.enter(app, 'li-na');
  folder = await mkdtemp(join(tmpdir(), 'record-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const siteName = async (): Promise<string> => (await app.browser().start()).body.data.site.brand.name;
const named = async (name: string) => {
  const site = await editor.published('site');
  return { ...site, brand: { ...site.brand, name } };
};
const runJob = async (): Promise<void> => {
  const { database, ports } = app;
  for (const { run } of contentJobs) await run({ database, ports, log: ports.log });
};
const versionsOf = async (record: string) =>
  (await editor.browser.call('ops.content.versions', { record })).body.data.items;

describe('R11.3 a record of content', () => {
  it('R11.3 is edited as a draft that nobody sees, published at once, and each version is kept with who and when', async () => {
    const before = await siteName();
    const body = await named('新的名字');
    expect((await editor.save(body)).body.data).toMatchObject({ faults: [] });
    expect(await siteName()).toBe(before);
    const draft = (await editor.detail('site')).draft;
    expect(draft).toMatchObject({ by: 'wang-fang', body, faults: [] });
    expect((await editor.write('publish', 'site')).body.data.publishAt).toBeNull();
    await expect.poll(siteName, { timeout: 1000 }).toBe('新的名字');
    expect(await editor.detail('site')).toMatchObject({ draft: null, published: body, failure: '' });
    const [latest, first] = await versionsOf('site');
    expect(latest).toMatchObject({ number: 2, origin: 'console', by: 'wang-fang', from: null });
    expect(first).toMatchObject({ number: 1, origin: 'import' });
    const one = (await editor.browser.call('ops.content.version', { record: 'site', number: 2 })).body.data;
    expect([one.after.brand.name, one.before.brand.name]).toEqual(['新的名字', before]);
    const [event] = await app.rows(
      "select actor_kind, before, after from audit_event where event = 'ops.content.publish' order by event_id desc limit 1",
    );
    expect(event).toMatchObject({
      actor_kind: 'staff',
      before: { number: 1, changes: { 品牌名称: before } },
      after: { number: 2, changes: { 品牌名称: '新的名字' } },
    });
  });

  it('R11.3 is rolled back by publishing an old version anew', async () => {
    const [former] = await versionsOf('site');
    await editor.put(await named('写错的名字'));
    await expect.poll(siteName).toBe('写错的名字');
    expect((await editor.write('rollBack', 'site', { number: former.number })).status).toBe(200);
    await expect.poll(siteName).toBe('新的名字');
    const [latest] = await versionsOf('site');
    expect(latest).toMatchObject({ number: former.number + 2, origin: 'rollBack', from: former.number });
    expect((await editor.write('rollBack', 'site', { number: 99 })).body.errCode).toBe('RHSY404');
    const missing = await editor.browser.call('ops.content.version', { record: 'site', number: 99 });
    expect(missing.body.errCode).toBe('RHSY404');
  });

  it('R11.3 a draft is given up, and without one there is nothing to publish', async () => {
    await editor.save(await named('不要了'));
    expect((await editor.write('discard', 'site')).status).toBe(200);
    expect((await editor.detail('site')).draft).toBeNull();
    expect((await editor.write('publish', 'site')).body.errCode).toBe('RHSY409');
  });

  it('R4.12 of two who edit the same record neither loses work silently', async () => {
    const { version } = await editor.detail('partners');
    const body = await editor.published('partners');
    const both = await Promise.all([editor.save(body, version), colleague.save(body, version)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)).toMatchObject(cameSecond(somebody, '保存草稿'));
    for (const verb of ['discard', 'publish', 'unschedule', 'rollBack']) {
      const more = verb === 'rollBack' ? { version, number: 1 } : { version };
      expect(await editor.write(verb, 'partners', more), verb).toMatchObject(cameSecond(somebody, '保存草稿'));
    }
    await editor.write('discard', 'partners');
  });

  it('R4.12 of ten who publish the same draft at once one publishes it', async () => {
    await editor.save(await named('同时发布'));
    const count = (await versionsOf('site')).length;
    const { version } = await editor.detail('site');
    const replies = await Promise.all(Array.from({ length: 10 }, () => editor.write('publish', 'site', { version })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await versionsOf('site')).toHaveLength(count + 1);
  });

  it('R11.3 who else has it open is named', async () => {
    const watch = async (by: ContentEditor) =>
      (await by.browser.call('ops.content.watch', { record: 'slides' })).body.data.others;
    expect(await watch(editor)).toEqual([]);
    expect(await watch(colleague)).toEqual(['wang-fang']);
  });

  it('R6.3 is read by who may read content, and written by who may write it', async () => {
    const reviewer = await enterStaff(app, 'reviewer', { roles: ['review'] });
    const finance = await enterStaff(app, 'finance', { roles: ['finance'] });
    expect((await reviewer.call('ops.content.detail', { record: 'site' })).status).toBe(200);
    const body = await editor.published('site');
    const write = { body, version: 1, idempotencyKey: 'content-key-of-reviewer' };
    expect((await reviewer.call('ops.content.save', write)).body.errCode).toBe('RHSY403');
    expect((await finance.call('ops.content.detail', { record: 'site' })).body.errCode).toBe('RHSY403');
  });
});

describe('R11.3 a publication at a moment', () => {
  it('R11.3 happens at its moment and not before, under the name of who set it', async () => {
    await editor.save(await named('明天的名字'));
    const at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    expect((await editor.write('publish', 'site', { at })).body.data.publishAt).toBe(at);
    await runJob();
    expect((await editor.detail('site')).publishAt).toBe(at);
    await app.clock.advance({ minutes: 61 });
    await Promise.all([runJob(), runJob()]);
    expect(await editor.detail('site')).toMatchObject({ draft: null, publishAt: null });
    await expect.poll(siteName).toBe('明天的名字');
    const [latest, former] = await versionsOf('site');
    expect([latest.origin, latest.by, former.origin]).toEqual(['schedule', 'wang-fang', 'console']);
  });

  it('R11.3 is refused in the past, too far ahead and where there is no such moment', async () => {
    await editor.save(await named('过去的名字'));
    for (const at of ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z', '2026-99-99T00:00:00.000Z']) {
      expect((await editor.write('publish', 'site', { at })).body.data.fields, at).toMatchObject([{ path: 'at' }]);
    }
  });

  it('R11.3 is taken back by hand, and by saving the draft again', async () => {
    const at = () => new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    await editor.write('publish', 'site', { at: at() });
    await editor.write('unschedule', 'site');
    expect(await editor.detail('site')).toMatchObject({ publishAt: null, draft: { by: 'wang-fang' } });
    await editor.write('publish', 'site', { at: at() });
    await colleague.save(await named('又改了'));
    expect(await editor.detail('site')).toMatchObject({ publishAt: null, draft: { by: 'li-na' } });
    await editor.write('discard', 'site');
  });

  it('R11.3 does not happen when the draft has become wrong since, and the record says why', async () => {
    const slides = await editor.published('slides');
    await editor.save(slides);
    const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
    await editor.write('publish', 'slides', { at });
    const name = slides.items[0]?.image.replace('/media/', '');
    await app.rows("update media set name = repeat('0', 32) || '.svg' where name = $1", [name]);
    await app.clock.advance({ minutes: 2 });
    await runJob();
    const after = await editor.detail('slides');
    expect(after).toMatchObject({ publishAt: null, draft: { body: slides } });
    expect(after.failure).toContain('第 1 项的图片：没有这张图片');
    await app.rows("update media set name = $1 where name = repeat('0', 32) || '.svg'", [name]);
    await editor.write('discard', 'slides');
  });
});

describe('R11.3 what is published reaches the serving process', () => {
  it('R11.3 within a second, also when another connection wrote it', async () => {
    const other = openDatabase({ url: app.url, onError: () => undefined });
    const copy = join(folder, 'other');
    await exportContent(app.database.reading('service'), copy);
    const read = await readContent(copy);
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    const site = { ...read.content.site, brand: { ...read.content.site.brand, name: '另一个连接' } };
    await importContent(other, { ...read.content, site });
    await expect.poll(siteName, { timeout: 1000 }).toBe('另一个连接');
    await other.close();
  });

  it('R11.3 after the listening connection was lost', async () => {
    const body = await named('监听断开之后');
    await editor.save(body);
    const owner = new pg.Client({ connectionString: app.url });
    await owner.connect();
    const ended = await owner.query(
      "select pg_terminate_backend(pid) as ended from pg_stat_activity where application_name = 'ronghui_listen' and datname = current_database()",
    );
    expect(ended.rows).toEqual([{ ended: true }]);
    await editor.write('publish', 'site');
    await expect.poll(siteName).toBe('监听断开之后');
    const listening = () =>
      owner.query(
        "select from pg_stat_activity where application_name = 'ronghui_listen' and datname = current_database() and query ~* '^listen|change_version'",
      );
    await expect.poll(async () => (await listening()).rowCount).toBe(1);
    await owner.end();
    await editor.put(await named('又连上了'));
    await expect.poll(siteName, { timeout: 1000 }).toBe('又连上了');
  });
});

describe('R11.3 the console and the content folder', () => {
  it('R11.3 what the console wrote is exported, and importing the export changes nothing', async () => {
    const slides = await editor.published('slides');
    await editor.put({ ...slides, items: slides.items.toReversed() });
    const categories = await editor.published('categories');
    await editor.put({ ...categories, items: [...categories.items.slice(1), ...categories.items.slice(0, 1)] });
    const partners = await editor.published('partners');
    await editor.put({ ...partners, items: partners.items.slice(1) });
    const tables = async () => ({
      versions: await app.rows('select record, number, body from content_version order by record, number'),
      site: await app.rows("select value from site_setting where key = 'site'"),
      slides: await app.rows('select * from slide order by position'),
      categories: await app.rows('select * from category order by position'),
      partners: await app.rows('select * from partner order by position'),
    });
    const before = await tables();
    const out = join(folder, 'out');
    await exportContent(app.database.reading('service'), out);
    const read = await readContent(out);
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    expect(await importContent(app.database, read.content)).toEqual([]);
    expect(await tables()).toEqual(before);
  });

  it('R11.3 an import is a version too, keeps a draft, and takes back the moment that was set for it', async () => {
    await editor.save(await named('草稿'));
    const at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const seen = (await editor.write('publish', 'site', { at })).body.data.version;
    const out = join(folder, 'again');
    await exportContent(app.database.reading('service'), out);
    const read = await readContent(out);
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    await importContent(app.database, { ...read.content, site: { ...read.content.site, icp: '导入的备案号' } });
    const detail = await editor.detail('site');
    expect(detail).toMatchObject({ publishAt: null, draft: { by: 'wang-fang' } });
    expect(detail.failure).toContain('导入');
    expect((await versionsOf('site'))[0]).toMatchObject({ origin: 'import', by: '内容文件' });
    expect((await editor.write('publish', 'site', { version: seen })).body.errCode).toBe('RHSY409');
    await editor.write('discard', 'site');
  });

  it('R11.3 content that is published and has no version gets one before it is replaced', async () => {
    await app.rows("update category set summary = '没有版本的简介' where position = 0");
    const categories = await editor.published('categories');
    await editor.put({ ...categories, items: categories.items.toReversed() });
    const [latest, former] = await versionsOf('categories');
    expect([latest.origin, former.origin, former.by]).toEqual(['console', 'before', '']);
    const { after } = (
      await editor.browser.call('ops.content.version', { record: 'categories', number: former.number })
    ).body.data;
    expect(after).toEqual(categories);
  });

  it('R11.3 a version is evidence: it is neither changed nor removed', async () => {
    const change = app.database.transact('service', (tx) =>
      tx.updateTable('content_version').set({ author: 'x' }).execute(),
    );
    await expect(change).rejects.toThrow();
  });
});
