import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemAuthor } from '#kernel/observe/audit';
import type { TestApp } from '#kernel/testing/test-app';
import { openContentFixture } from '../content.fixture.ts';
import { exportContent } from '../content-export.ts';
import { importOver, readContent } from '../content-import.ts';
import { ContentEditor } from './record.fixture.ts';

let app: TestApp;
let editor: ContentEditor;
let folder: string;
beforeAll(async () => {
  app = await openContentFixture();
  editor = await ContentEditor.enter(app, 'wang-fang');
  folder = await mkdtemp(join(tmpdir(), 'import-over-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const importAgain = async (name: string, replaces: boolean) => {
  const read = await readContent(join(folder, name));
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return importOver(app.database, read.content, { author: systemAuthor, by: 'ops', replaces });
};
const versions = () => app.rows('select record, key, number from content_version order by 1, 2, 3');

it('R11.3 an import that would replace what staff published names it and stores nothing, unless it may replace it', async () => {
  await exportContent(app.database.reading('service'), join(folder, 'before'));
  const site = await editor.published('site');
  await editor.put({ ...site, icp: '运营台改过的备案号' });
  const partners = await editor.published('partners');
  await editor.put({ ...partners, items: partners.items.slice(1) });
  const before = await versions();

  const { faults, edited } = await importAgain('before', false);
  expect(faults).toEqual([]);
  expect(edited.map(({ name, by, removes }) => [name.record, by, removes])).toEqual([
    ['site', 'wang-fang', false],
    ['partners', 'wang-fang', false],
  ]);
  expect(edited[0]?.fields).toEqual(['ICP 备案号']);
  expect(await versions()).toEqual(before);
  expect((await editor.published('site')).icp).toBe('运营台改过的备案号');

  expect(await importAgain('before', true)).toEqual({ faults: [], edited: [] });
  expect((await editor.published('site')).icp).toBe(site.icp);
  // What the last import put there is nobody's at the console any more.
  expect(await importAgain('before', false)).toEqual({ faults: [], edited: [] });
});

it('R11.3 an import of what the console published goes through, because nothing of it is lost', async () => {
  await editor.put({ ...(await editor.published('site')), icp: '又改过的备案号' });
  await exportContent(app.database.reading('service'), join(folder, 'after'));
  expect(await importAgain('after', false)).toEqual({ faults: [], edited: [] });
  expect((await editor.published('site')).icp).toBe('又改过的备案号');
});
