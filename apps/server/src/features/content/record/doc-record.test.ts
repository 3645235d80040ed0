import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#kernel/testing/test-app';
import { openContentFixture } from '../content.fixture.ts';
import { exportContent } from '../content-export.ts';
import { importContent, readContent } from '../content-import.ts';
import { ContentEditor } from './record.fixture.ts';
import type { BodyOf } from './record-body.ts';

let app: TestApp;
let editor: ContentEditor;
let folder: string;
beforeAll(async () => {
  app = await openContentFixture({ limits: { opsSessionIdleMinutes: 600 } });
  editor = await ContentEditor.enter(app, 'wang-fang');
  folder = await mkdtemp(join(tmpdir(), 'docs-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const doc = (key: string) => ({ record: 'doc', key }) as const;
const section = (key: string) => ({ record: 'docSection', key }) as const;
const read = async (slug: string) => (await app.call('doc.queryDetail', { slug })).body.data;
const fresh = (key: string, more: Partial<BodyOf<'doc'>> = {}): BodyOf<'doc'> => ({
  record: 'doc',
  key,
  section: 'getting-started',
  order: 90,
  title: `文档 ${key}`,
  summary: '',
  updatedOn: '2026-11-20',
  markdown: '# 标题\n\n## 第一步\n\n文字。',
  ...more,
});
const slugsInOrder = async () =>
  (await app.rows('select slug from document order by position')).map((row) => row['slug']);
const entriesOf = async (group: string) => {
  const lists = await Promise.all(
    ['doc', 'docSection'].map((record) => editor.browser.call('ops.content.page', { record, group, pageSize: 100 })),
  );
  return lists
    .flatMap(({ body }) => body.data.items as { key: string; sort: string; version: number }[])
    .sort((a, b) => (a.sort + a.key < b.sort + b.key ? -1 : 1))
    .map(({ key }) => key);
};
const someSection = async () => {
  const [row] = await app.rows(
    'select section_id, count(*) from document group by section_id having count(*) >= 3 order by section_id limit 1',
  );
  return String(row?.['section_id']);
};

describe('R11.3 documents as records', () => {
  it('R11.3 one is written as a draft, published, found, changed and rolled back', async () => {
    const into = await someSection();
    const body = fresh('new-guide', { section: into, summary: '独角兽指南' });
    expect((await editor.create(body)).body.data.faults).toEqual([]);
    expect((await app.call('doc.queryDetail', { slug: 'new-guide' })).status).toBe(404);
    expect((await editor.write('publish', doc('new-guide'))).status).toBe(200);
    await expect.poll(async () => (await read('new-guide'))?.title).toBe('文档 new-guide');
    expect((await read('new-guide')).outline).toEqual([{ id: '第一步', level: 2, text: '第一步' }]);
    const found = await app.call('doc.queryList', { keyword: '独角兽' });
    expect(found.body.data.items).toMatchObject([{ slug: 'new-guide' }]);
    const searched = await editor.browser.call('ops.content.page', { record: 'doc', keyword: '独角兽' });
    expect(searched.body.data.items.map(({ key }: { key: string }) => key)).toEqual(['new-guide']);
    await editor.put({ ...body, markdown: '## 第二步\n\n别的文字' });
    const versions = (await editor.browser.call('ops.content.versions', doc('new-guide'))).body.data.items;
    expect(versions).toMatchObject([{ number: 2, by: 'wang-fang' }, { number: 1 }]);
    await editor.write('rollBack', doc('new-guide'), { number: 1 });
    await expect.poll(async () => (await read('new-guide')).outline[0].text).toBe('第一步');
  });

  it('R11.3 what a document must not be is named by field and line, and nothing of it is published', async () => {
    const wrong = fresh('wrong', {
      section: 'no-such',
      title: '',
      updatedOn: '2026-02-30',
      markdown: '[a](no-such-doc)\n\n[b](new-guide#没有)\n\n![c](media/x.png)\n\n[d](javascript:alert)\n\n[e](A_b)',
    });
    const { faults } = (await editor.create(wrong)).body.data;
    const messages = faults
      .map(({ path, message }: { path: string; message: string }) => `${path} ${message}`)
      .join('\n');
    for (const part of [
      'title 标题',
      'updatedOn 更新日期',
      'section 所属目录：没有已发布的目录 no-such',
      '第 1 行的链接 no-such-doc：没有这篇已发布的文档',
      'new-guide#没有：那篇文档没有这个小标题',
      '第 5 行的图片 media/x.png：请先上传',
      '第 9 行的链接 A_b：不是文档的标识',
    ]) {
      expect(messages).toContain(part);
    }
    expect((await editor.write('publish', doc('wrong'))).status).toBe(422);
    expect(await slugsInOrder()).not.toContain('wrong');
    const empty = await editor.save({ ...wrong, markdown: '  ', section: '' });
    expect(empty.body.data.faults.map(({ path }: { path: string }) => path)).toContain('markdown');
    const long = await editor.browser.call('ops.content.preview', { key: 'wrong', text: 'x'.repeat(20_001) });
    expect(long).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'text' }] } } });
    await editor.write('discard', doc('wrong'));
  });

  it('R11.3 a heading that others link to keeps its anchor, or is not published without it', async () => {
    const into = await someSection();
    const linking = fresh('linking', {
      section: into,
      markdown: '见[第一步](new-guide#第一步)，[本文](#尾声)\n\n## 尾声\n\n完',
    });
    await editor.create(linking);
    expect((await editor.write('publish', doc('linking'))).status).toBe(200);
    await expect.poll(async () => (await read('linking'))?.html).toContain(`#/portal/docs/new-guide?at=`);
    const body = await editor.published('doc', 'new-guide');
    await editor.save({ ...body, markdown: '## 换了名字\n\n文字' });
    const refused = await editor.write('publish', doc('new-guide'));
    expect(refused.body.data.fields[0].message).toContain('「文档 linking」链接到本文的小标题「第一步」');
    await editor.put({ ...body, markdown: '## 换了名字 {#第一步}\n\n文字' });
    await expect
      .poll(async () => (await read('new-guide')).outline)
      .toEqual([{ id: '第一步', level: 2, text: '换了名字' }]);
    await editor.write('remove', doc('new-guide'));
    const kept = await editor.write('publish', doc('new-guide'));
    expect(kept.body.data.fields[0].message).toContain('文档「文档 linking」链接到这篇文档');
    await editor.write('discard', doc('new-guide'));
  });

  it('security 4.8 a text that would take long to render is not kept, and the sentence names field, line and bound', async () => {
    const into = await someSection();
    const columns = 2500;
    const wide = `文字\n\n|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n`;
    const message = '正文：第 3 行的表格有 2500 列，最多 30 列';
    const refused = { status: 422, body: { errCode: 'RHSY422', data: { fields: [{ path: 'markdown', message }] } } };
    expect(await editor.create(fresh('wide', { section: into, markdown: wide }))).toMatchObject(refused);
    await editor.create(fresh('narrow', { section: into }));
    expect(await editor.save(fresh('narrow', { section: into, markdown: wide }))).toMatchObject(refused);
    const preview = await editor.browser.call('ops.content.preview', { key: 'narrow', text: wide });
    expect(preview.body.data).toMatchObject({ html: '', faults: [{ path: 'markdown', message }] });
    const spaced = `## a${' '.repeat(19_900)}b`;
    expect((await editor.save(fresh('narrow', { section: into, markdown: spaced }))).body.data.faults).toEqual([]);
  });

  it('security 4.8 a link whose percent signs are no UTF-8 is a fault of the text, in a document and a preview', async () => {
    const into = await someSection();
    const saved = await editor.create(fresh('percent', { section: into, markdown: '[x](%E4)' }));
    const message = '第 1 行的链接 %E4：不是文档的标识，也不是可用的地址';
    expect(saved.body.data.faults).toEqual([{ path: 'markdown', message: `正文：${message}` }]);
    const preview = await editor.browser.call('ops.content.preview', { text: '[x](%E4)' });
    expect(preview).toMatchObject({ status: 200, body: { data: { faults: [{ path: 'text' }] } } });
  });

  it('R11.3 the preview is what is published', async () => {
    const text = '## 标题\n\n<script>alert(1)</script>\n\n| a | b |\n|:-:|---|\n| 1 | 2 |\n\n[x](linking) [y](nowhere)';
    const { body } = await editor.browser.call('ops.content.preview', { key: 'some', text });
    expect(body.data.html).toContain('&lt;script&gt;');
    expect(body.data.faults.map(({ message }: { message: string }) => message)).toEqual([
      '正文：第 9 行的链接 nowhere：没有这篇已发布的文档',
    ]);
    const into = await someSection();
    await editor.create(fresh('some', { section: into, markdown: text.replace('[y](nowhere)', '') }));
    await editor.write('publish', doc('some'));
    await expect
      .poll(async () => (await read('some'))?.html.trim())
      .toBe(body.data.html.replace(/ <a href="[^"]*nowhere">y<\/a>/, '').trim());
  });

  it('R11.3 sections and documents are moved, in order and into another section, and the reading order follows', async () => {
    const into = await someSection();
    const siblings = await entriesOf(into);
    const first = siblings[0] ?? '';
    const record = (await app.rows(`select 1 from document where slug = '${first}'`)).length > 0 ? 'doc' : 'docSection';
    const moved = await editor.write('move', doc('some'), { into, before: { record, key: first } });
    expect(moved.status).toBe(200);
    expect((await entriesOf(into))[0]).toBe('some');
    // Until there is no room between the two, and the siblings make some.
    for (let turn = 0; turn < 8; turn += 1) {
      const [name, other] = turn % 2 === 0 ? ['linking', 'some'] : ['some', 'linking'];
      await editor.write('move', doc(name ?? ''), { into, before: doc(other ?? '') });
      expect((await entriesOf(into)).slice(0, 2)).toEqual([name, other]);
    }
    await editor.create({ record: 'docSection', key: 'own', parent: '', order: 1, title: '自建', summary: '' });
    const early = await editor.write('move', doc('some'), { into: 'own' });
    expect(early.body.data.fields).toMatchObject([{ path: 'into' }]);
    expect((await editor.write('publish', section('own'))).status).toBe(200);
    await editor.write('move', doc('some'), { into: 'own' });
    await expect.poll(async () => (await slugsInOrder())[0]).toBe('some');
    const { body } = await app.call('doc.queryDocTree');
    expect(body.data.nodes[0]).toMatchObject({ id: 'own', children: [{ slug: 'some' }] });
    const wrong = await editor.write('move', doc('some'), { into: '' });
    expect(wrong.body.data.fields).toMatchObject([{ path: 'into' }]);
    const stale = await editor.write('move', doc('some'), { into, version: 1 });
    expect(stale.body.errCode).toBe('RHSY409');
    const [nested] = await app.rows('select parent_id from doc_section where parent_id is not null limit 1');
    await editor.write('move', section('own'), { into: String(nested?.['parent_id']) });
    const deep = await editor.save(
      { record: 'docSection', key: 'deep', parent: 'own', order: 1, title: 'x', summary: '' },
      1,
    );
    expect(deep.status).toBe(409);
    const below = { record: 'docSection', key: 'deep', parent: 'own', order: 1, title: '深', summary: '' } as const;
    expect((await editor.create(below)).body.data.faults).toMatchObject([{ path: 'parent' }]);
    await editor.write('remove', section('own'));
    const full = await editor.write('publish', section('own'));
    expect(full.body.data.fields[0].message).toContain('还有文档');
    await editor.write('discard', section('own'));
    await editor.write('discard', section('deep'));
  });

  it('R11.3 documents go out as files and come back without a change, and an import says what a link misses', async () => {
    const tables = async () => ({
      versions: await app.rows('select record, key, number, body from content_version order by record, key, number'),
      sections: await app.rows('select * from doc_section order by position'),
      docs: await app.rows(
        'select slug, position, section_id, rank, title, markdown, html, outline, updated_at from document order by position',
      ),
    });
    const before = await tables();
    const out = join(folder, 'lossless');
    await exportContent(app.database.reading('service'), out);
    const again = await readContent(out);
    if (!again.ok) throw new Error(JSON.stringify(again.faults));
    expect(await importContent(app.database, again.content)).toEqual([]);
    expect(await tables()).toEqual(before);
    const [file = ''] = await readdir(join(out, 'docs'));
    const linking = `---\ntitle: 新\nsummary: ''\nupdatedOn: 2026-11-20\n---\n[a](linking#没有) [b](linking#尾声) [c](#也没有)`;
    await writeFile(join(out, 'docs', file, '95-faulty.md'), linking);
    await writeFile(join(out, 'docs', file, '96-long.md'), linking.replace(/---\n\[.*/, `---\n${'长'.repeat(20_001)}`));
    const faulty = await readContent(out);
    const messages = faulty.ok ? [] : faulty.faults.map(({ message }) => message);
    expect(messages).toEqual([
      '正文最多 20000 个字符，现有 20001 个',
      '链接 linking#没有：那篇文档没有这个小标题',
      '链接 faulty#也没有：那篇文档没有这个小标题',
    ]);
  });
});
