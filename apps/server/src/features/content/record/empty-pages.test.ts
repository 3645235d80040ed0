import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { ContentEditor } from './record.fixture.ts';

/** Nothing was ever imported. */
let app: TestApp;
let editor: ContentEditor;
beforeAll(async () => {
  app = await testApp();
  editor = await ContentEditor.enter(app, 'wang-fang');
});
afterAll(() => app.close());

const keysOf = async (input: Readonly<Record<string, unknown>>): Promise<string[]> =>
  (await editor.browser.call('ops.content.page', { record: 'page', ...input })).body.data.items.map(
    ({ key }: { key: string }) => key,
  );

describe('R11.3 pages before anything was imported', () => {
  it('R11.3 R2.8 home, partners and about are listed, empty; one is composed as a draft, published and seen by visitors', async () => {
    expect(await keysOf({})).toEqual(['about', 'home', 'partners']);
    expect(await keysOf({ state: 'published' })).toEqual([]);
    expect(await keysOf({ state: 'removed' })).toEqual([]);
    expect(await editor.detail('page', 'about')).toMatchObject({ published: null, draft: null });
    const visitor = app.browser();
    await visitor.start();
    const shown = () => visitor.call('portal.queryPage', { page: 'about' });
    expect((await shown()).status).toBe(404);
    const card = { icon: '', title: '账单清楚', text: '逐笔可查', link: '' };
    const blocks = [{ template: 'template_card' as const, title: '我们做什么', items: [card] }];
    await editor.put({ record: 'page', key: 'about', title: '关于我们', blocks });
    await expect.poll(async () => (await shown()).body.data?.title).toBe('关于我们');
    expect(await keysOf({ state: 'published' })).toEqual(['about']);
    expect((await editor.detail('page', 'nowhere'))?.version).toBeUndefined();
  });

  it('R11.3 R2.8 once the site is published, the home page and the partners open without content; about us does not', async () => {
    const visitor = app.browser();
    await visitor.start();
    const shown = async (page: string) => (await visitor.call('portal.queryPage', { page })).body;
    expect((await shown('home')).errCode).toBe('RHSY404');
    await app.rows(
      `insert into site_setting (key, value, updated_at) values ('site', '{"docCenter":"off"}', app_now())`,
    );
    await expect.poll(async () => (await shown('home')).data).toMatchObject({ title: '首页', blocks: [] });
    expect((await shown('partners')).data).toMatchObject({ title: '合作伙伴', blocks: [], partners: [] });
  });
});

describe('R11.3 long texts', () => {
  it('R11.3 an agreement and a document of 20,000 Chinese characters are saved and published; one more is refused', async () => {
    const title = '协'.repeat(80);
    const text = `# 一\n\n${'汉'.repeat(19_995)}`;
    const agreement = { record: 'agreement', key: 'long-terms', version: '2026-12', title, scene: 'register' } as const;
    const body = { ...agreement, required: true, effectiveOn: '2099-12-01', text };
    expect((await editor.create(body)).status).toBe(200);
    expect((await editor.write('publish', { record: 'agreement', key: 'long-terms' })).status).toBe(200);
    const section = { record: 'docSection', key: 'basics', parent: '', order: 1, title: '入门', summary: '' } as const;
    expect((await editor.create(section)).status).toBe(200);
    expect((await editor.write('publish', { record: 'docSection', key: 'basics' })).status).toBe(200);
    const doc = { record: 'doc', key: 'long-doc', section: 'basics', order: 1, title: '文'.repeat(120) } as const;
    const long = { ...doc, summary: '简'.repeat(400), updatedOn: '2026-11-20', markdown: text };
    expect((await editor.create(long)).status).toBe(200);
    expect((await editor.write('publish', { record: 'doc', key: 'long-doc' })).status).toBe(200);
    expect((await editor.save({ ...long, markdown: `${text}汉` })).status).toBe(422);
  });
});
