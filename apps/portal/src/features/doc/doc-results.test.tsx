import { expect, it, vi } from 'vitest';
import { screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import type { DocList } from './doc-queries.ts';
import { DocResults } from './doc-results.tsx';

const item = (id: string, isPartial: boolean): DocList['items'][number] => ({
  id,
  slug: id,
  title: `文档 ${id}`,
  summary: '',
  updatedAt: '2026-11-20T00:00:00.000Z',
  ...(isPartial && { isPartial }),
});

const line = '没有完全匹配的结果，以下内容可能有帮助';

const open = (items: DocList['items']) => {
  const reported = vi.fn(() => ({}));
  const list = () => ({ items, page: 1, pageSize: 10, total: items.length, totalIsExact: true });
  showPage(<DocResults keyword="如何对账" />, {
    at: '/portal/docs?keyword=x',
    answers: { 'doc.queryList': list, 'doc.searchMissed': reported },
  });
  return reported;
};

it('R1.1 where no document has all words, those with some stand below a line that says so, and the search counts as one in vain', async () => {
  const reported = open([item('a', true), item('b', true)]);
  const lead = await screen.findByText(line);
  const list = within(lead.closest('section') ?? document.body).getByRole('list');
  expect(within(list).getAllByRole('link')).toHaveLength(2);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('搜索“如何对账”');
  await vi.waitFor(() => expect(reported).toHaveBeenCalledOnce());
});

it('R1.1 documents with some of the words stand behind those with all, which alone are counted', async () => {
  const reported = open([item('a', false), item('b', true)]);
  expect(await screen.findByText('以下内容也可能有帮助')).toBeDefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('找到 1');
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['文档 a', '文档 b']);
  expect(screen.queryByText(line)).toBeNull();
  expect(reported).not.toHaveBeenCalled();
});
