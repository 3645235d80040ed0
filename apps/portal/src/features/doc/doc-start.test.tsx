import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, expect, it } from 'vitest';
import { screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import type { DocNode } from './doc-queries.ts';
import { DocsPage, loadDocStart } from './docs-page.tsx';

beforeAll(async () => {
  await loadChunk(loadDocStart);
});

const leaf = (id: string): DocNode => ({ id, slug: id, title: `文档 ${id}`, children: [] });
const nodes: DocNode[] = [
  { id: 's1', slug: 's1', title: '入门', children: ['a', 'b', 'c', 'd', 'e', 'f'].map(leaf) },
  { id: 's2', slug: 's2', title: '账单', children: [leaf('g')] },
];

const open = (at: string) =>
  showPage(<DocsPage params={{}} />, { at, answers: { 'doc.queryDocTree': () => ({ nodes }) } });

it('ux the number of documents of a section is a link to all of them', async () => {
  open('/portal/docs');
  const more = await screen.findByRole('link', { name: '入门，共 6 篇' });
  expect(more.getAttribute('href')).toBe('#/portal/docs?section=s1');
});

it('ux a section has a page with all its documents and the way back, and the tree is open there alone', async () => {
  open('/portal/docs?section=s1');
  expect(await screen.findByRole('heading', { level: 1, name: '入门' })).toBeDefined();
  expect(document.title).toBe('入门 - 融惠');
  const crumbs = within(screen.getByRole('navigation', { name: '当前位置' }));
  expect(crumbs.getByRole('link', { name: '文档中心' }).getAttribute('href')).toBe('#/portal/docs');
  const groups = [...screen.getByRole('navigation', { name: '文档目录' }).querySelectorAll('details')];
  expect(groups.map((group) => group.open)).toEqual([true, false]);
});
