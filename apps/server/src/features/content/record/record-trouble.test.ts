import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#kernel/testing/test-app';
import { openContentFixture } from '../content.fixture.ts';
import { contentJobs } from '../content.jobs.ts';
import { exportContent } from '../content-export.ts';
import { ContentEditor } from './record.fixture.ts';

let app: TestApp;
let editor: ContentEditor;
let colleague: ContentEditor;
beforeAll(async () => {
  app = await openContentFixture({ limits: { opsSessionIdleMinutes: 600 } });
  editor = await ContentEditor.enter(app, 'wang-fang');
  colleague = await ContentEditor.enter(app, 'li-na');
});
afterAll(() => app.close());

const asOwner = async (statement: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: app.url });
  await owner.connect();
  await owner.query(statement);
  await owner.end();
};
const inMinutes = (minutes: number): string => new Date(app.clock.now().getTime() + minutes * 60_000).toISOString();
const runJob = async (): Promise<void> => {
  const { database, ports } = app;
  for (const { run } of contentJobs) await run({ database, ports, log: ports.log });
};
const lastAudited = async (event: string) =>
  (await app.rows(`select before, after from audit_event where event = '${event}' order by event_id desc limit 1`))[0];

describe('R11.3 what goes wrong with a record', () => {
  it('R11.3 a roll back that takes back a moment says so, and keeps the draft', async () => {
    const site = await editor.published('site');
    await editor.put({ ...site, icp: '第二版' });
    await editor.save({ ...site, icp: '草稿' });
    const moment = inMinutes(60);
    await editor.write('publish', 'site', { at: moment });
    expect((await editor.write('rollBack', 'site', { number: 1 })).status).toBe(200);
    // Each value stands in the trail beside what it was.
    expect(await lastAudited('ops.content.rollBack')).toEqual({
      before: { number: 2, publishAt: moment, changes: { 'ICP 备案号': '第二版' } },
      after: { number: 3, publishAt: null, rolledBackTo: 1, changes: { 'ICP 备案号': site.icp } },
    });
    const detail = await editor.detail('site');
    expect(detail).toMatchObject({ publishAt: null, draft: { body: { icp: '草稿' } } });
    expect(detail.failure).toContain('退回到第 1 版，定时发布已取消');
    const later = inMinutes(90);
    await editor.write('publish', 'site', { at: moment });
    await editor.write('publish', 'site', { at: later });
    expect(await lastAudited('ops.content.publish')).toEqual({
      before: { publishAt: moment },
      after: { publishAt: later },
    });
    await editor.write('unschedule', 'site');
    expect(await lastAudited('ops.content.unschedule')).toEqual({
      before: { publishAt: later },
      after: { publishAt: null },
    });
    await editor.write('publish', 'site', { at: later });
    await editor.write('discard', 'site');
    expect(await lastAudited('ops.content.discard')).toEqual({
      before: { publishAt: later },
      after: { draft: false, publishAt: null },
    });
  });

  it('R11.3 a moment at which the system fails is shown at the record, and tried again', async () => {
    const slides = await editor.published('slides');
    const [first, ...rest] = slides.items;
    if (first === undefined) throw new Error('there are slides');
    await editor.save({ ...slides, items: [{ ...first, title: '存不下的标题' }, ...rest] });
    await editor.write('publish', 'slides', { at: inMinutes(1) });
    await asOwner("alter table slide add constraint broken check (title <> '存不下的标题')");
    await app.clock.advance({ minutes: 2 });
    await runJob();
    await runJob();
    const detail = await editor.detail('slides');
    expect(detail.failure).toContain('系统出错，会每分钟重试');
    expect(detail.publishAt).not.toBeNull();
    await asOwner('alter table slide drop constraint broken');
    await runJob();
    expect(await editor.detail('slides')).toMatchObject({ failure: '', draft: null, publishAt: null });
  });

  it('R4.12 a colleague’s draft that is replaced or given up is kept in the trail', async () => {
    const partners = await editor.published('partners');
    const [first, ...rest] = partners.items;
    if (first === undefined) throw new Error('there are partners');
    const named = (name: string) => ({ ...partners, items: [{ ...first, name }, ...rest] });
    await colleague.save(named('同事填的'));
    await editor.save(named('我填的'));
    const label = `「同事填的」的名称`;
    expect(await lastAudited('ops.content.save')).toMatchObject({
      before: { draftBy: 'li-na', changes: { [label]: '同事填的' } },
      after: { draft: true, changes: { [label]: '我填的' } },
    });
    await colleague.write('discard', 'partners');
    expect(await lastAudited('ops.content.discard')).toMatchObject({ before: { draftBy: 'wang-fang' } });
  });

  it('R5.5 a name of spaces alone is none', async () => {
    const site = await editor.published('site');
    const saved = await editor.save({ ...site, brand: { ...site.brand, name: '   ' } });
    expect(saved.body.data.faults).toEqual([{ path: 'brand.name', message: '品牌名称：不能只有空格' }]);
    await editor.write('discard', 'site');
  });

  it('R11.3 two pictures whose digests begin alike are exported as two files', async () => {
    const names = ['a'.repeat(30) + '01.png', 'a'.repeat(30) + '02.png'];
    for (const name of names) {
      await app.rows(
        "insert into media (name, mime, bytes, source_path) select $1, mime, bytes, 'console/picture.png' from media limit 1",
        [name],
      );
    }
    const slides = await editor.published('slides');
    const items = slides.items.map((slide, place) => {
      const name = names[place];
      return name === undefined ? slide : { ...slide, image: `/media/${name}` };
    });
    await editor.put({ ...slides, items });
    const folder = await mkdtemp(join(tmpdir(), 'digests-'));
    await exportContent(app.database.reading('service'), folder);
    const files = (await readdir(join(folder, 'media'))).filter((name) => name.endsWith('-picture.png'));
    expect(files).toHaveLength(2);
    await rm(folder, { recursive: true });
  });
});
