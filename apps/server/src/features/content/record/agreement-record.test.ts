import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayLater, dayOf } from '@ronghui/domain/calendar';
import { instantOn } from '@ronghui/domain/shanghai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestReply } from '#kernel/testing/test-client';
import { openContentFixture } from '../content.fixture.ts';
import { exportContent } from '../content-export.ts';
import { importContent, newerAgreements, readContent } from '../content-import.ts';
import { ContentEditor } from './record.fixture.ts';

let app: TestApp;
let editor: ContentEditor;
let folder: string;
beforeAll(async () => {
  app = await openContentFixture({ limits: { opsSessionIdleMinutes: 600 } });
  editor = await ContentEditor.enter(app, 'wang-fang');
  folder = await mkdtemp(join(tmpdir(), 'agreements-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const terms = { record: 'agreement', key: 'terms' } as const;
const dayAfter = (days: number): string => dayLater(dayOf(app.clock.now()), days);
const placesOf = (reply: TestReply): string[] => reply.body.data.fields.map(({ path }: { path: string }) => path);

describe('R10.6 agreements as records', () => {
  it('R10.6 a published version is not rewritten: a changed text needs a number and a later day of its own', async () => {
    const body = await editor.published('agreement', 'terms');
    const changed = { ...body, text: `${body.text}\n改` };
    await editor.save(changed);
    const refused = await editor.write('publish', terms);
    expect(refused.status).toBe(422);
    expect(placesOf(refused)).toEqual(['version']);
    await editor.save({ ...changed, version: '2099-01' });
    expect(placesOf(await editor.write('publish', terms))).toEqual(['effectiveOn']);
    await editor.save({
      ...changed,
      version: '新',
      effectiveOn: '',
      title: '',
      text: '![图](a.png) [链](no-such-doc)',
    });
    expect(placesOf(await editor.write('publish', terms)).toSorted()).toEqual(
      expect.arrayContaining(['effectiveOn', 'text', 'title', 'version']),
    );
    const stale = await editor.save(body, 1);
    expect(stale.body.errCode).toBe('RHSY409');
    await editor.write('discard', terms);
    expect(await editor.published('agreement', 'terms')).toEqual(body);
  });

  it('R10.6 one that a product uses is not removed; a removed one is retired, and comes back by an older version', async () => {
    await editor.write('remove', { record: 'agreement', key: 'purchase' });
    const refused = await editor.write('publish', { record: 'agreement', key: 'purchase' });
    expect(refused.body.data.fields[0].message).toContain('用到这份协议');
    const marketing = { record: 'agreement', key: 'marketing' } as const;
    await editor.write('remove', marketing);
    expect((await editor.write('publish', marketing)).status).toBe(200);
    expect((await editor.detail('agreement', 'marketing')).published).toBeNull();
    expect((await editor.write('rollBack', marketing, { number: 1 })).status).toBe(200);
    expect((await editor.detail('agreement', 'marketing')).published.key).toBe('marketing');
  });

  it('R11.3 a preview is what will be published, and names what it cannot lead to', async () => {
    const preview = await editor.browser.call('ops.content.preview', {
      text: '## 一\n\n<b>字</b> [甲](javascript:alert(1)) [乙](nowhere)',
    });
    expect(preview.body.data.html).toContain('&lt;b&gt;');
    expect(preview.body.data.html).not.toContain('href="javascript');
    expect(preview.body.data.faults).toMatchObject([{ path: 'text' }]);
  });

  it('R10.6 a new version is added beside the old one, comes into force on its day, and goes out and in as files', async () => {
    const body = await editor.published('agreement', 'terms');
    const text = '# 新条款\n\n**一、** 见[说明](https://example.com/)。<script>alert(1)</script>\n';
    const next = { ...body, version: '2099-12', effectiveOn: dayAfter(3), text };
    await editor.put(next);
    expect(await editor.published('agreement', 'terms')).toEqual(next);
    const visitor = app.browser();
    await visitor.start();
    const shown = async () => (await visitor.call('agreement.detail', { id: 'terms' })).body.data;
    expect((await shown()).version).toBe(body.version);
    const { versions } = (await editor.browser.call('ops.agreement.versions', { id: 'terms' })).body.data;
    expect(versions[0]).toMatchObject({ version: '2099-12', isInForce: false, consents: 0, users: 0, tenants: 0 });
    expect(versions[1]).toMatchObject({ version: body.version, isInForce: true });
    const out = join(folder, 'out');
    await exportContent(app.database.reading('service'), out);
    const read = await readContent(out);
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    const tables = async () => [
      await app.rows('select agreement_id, version, html, sha256, effective_at from agreement order by 1, 2'),
      await app.rows('select record, key, number, body from content_version order by record, key, number'),
    ];
    const before = await tables();
    expect(await importContent(app.database, read.content)).toEqual([]);
    expect(await tables()).toEqual(before);
    await app.clock.advance({ minutes: 3 * 1440 });
    await visitor.start();
    expect(await shown()).toMatchObject({ version: '2099-12' });
    expect((await shown()).html).not.toContain('<script');
  });
});

describe('R10.6 a folder that is older than the console', () => {
  it('R10.6 R11.3 leaves the version that the console published in force, claims no version of its own, and says what it lacks', async () => {
    const own = await ContentEditor.enter(app, 'zhao-min');
    const out = join(folder, 'older');
    await exportContent(app.database.reading('service'), out);
    const read = await readContent(out);
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    const body = await own.published('agreement', 'privacy');
    const next = { ...body, version: '2098-01', effectiveOn: dayAfter(1), text: `${body.text}\n\n新增一段。\n` };
    await own.put(next);
    const versions = async () =>
      (await own.browser.call('ops.content.versions', { record: 'agreement', key: 'privacy' })).body.data.items;
    const before = await versions();
    expect(await newerAgreements(app.database, read.content)).toEqual(['privacy 2098-01']);
    expect(await importContent(app.database, read.content)).toEqual([]);
    expect(await versions()).toEqual(before);
    expect(await own.published('agreement', 'privacy')).toEqual(next);
    await app.clock.advance({ minutes: 2 * 1440 });
    const visitor = app.browser();
    await visitor.start();
    expect((await visitor.call('agreement.detail', { id: 'privacy' })).body.data.version).toBe('2098-01');
  });
});

describe('R10.6 the list of agreements', () => {
  it('R10.6 R11.3 says which version is in force since when, and which one comes next', async () => {
    const own = await ContentEditor.enter(app, 'li-si');
    const standing = async () => {
      const { body } = await own.browser.call('ops.content.page', { record: 'agreement', pageSize: 100 });
      return body.data.items.find(({ key }: { key: string }) => key === 'marketing')?.standing;
    };
    const before = await standing();
    expect(before).toMatchObject({ inForce: { version: expect.any(String), since: expect.any(String) }, next: null });
    const body = await own.published('agreement', 'marketing');
    await own.save({ ...body, version: '2099-02', effectiveOn: dayAfter(3), text: `${body.text}\n新` });
    expect((await own.write('publish', { record: 'agreement', key: 'marketing' })).status).toBe(200);
    expect(await standing()).toEqual({
      inForce: before.inForce,
      next: { version: '2099-02', from: instantOn(dayAfter(3)).toISOString() },
    });
    const { body: products } = await own.browser.call('ops.content.page', { record: 'product' });
    expect(products.data.items[0].standing).toBeUndefined();
  });
});
