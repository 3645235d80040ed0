import type { CallInput } from '@ronghui/client';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { DocFeedbackPage } from './doc-feedback-page.tsx';
import { DocTreePage } from './doc-tree-page.tsx';

const reads = { 'ops.content.read': true } as never;
const writes = { 'ops.content.read': true, 'ops.content.write': true } as never;

const entry = (key: string, title: string, group: string, sort: string) => ({
  key,
  version: 1,
  sort,
  title,
  group,
  isPublished: true,
  publishedBy: '李娜',
  publishedAt: '2026-11-20T08:00:00.000Z',
  draft: null,
  publishAt: null,
  failure: '',
});
const sections = [entry('start', '入门', '', '/10'), entry('more', '进阶', '', '/20')];
const docs = [entry('b', '乙文', 'start', 'start/20'), entry('a', '甲文', 'start', 'start/10')];
const part = (items: readonly ReturnType<typeof entry>[]) => ({
  items: [...items],
  page: 1,
  pageSize: 100,
  nextCursor: null,
});

const serving = (moves: CallInput<'ops.content.move'>[] = []): Answers => ({
  'ops.content.page': ({ record, group, keyword }: CallInput<'ops.content.page'>) => {
    if (keyword !== undefined) return part(docs.filter(({ title }) => title.includes(keyword)));
    return part(record === 'docSection' ? sections : docs.filter((each) => each.group === group));
  },
  'ops.content.move': (input: CallInput<'ops.content.move'>) => {
    moves.push(input);
    return { version: 2 };
  },
});
const user = userEvent.setup();
const show = (answers: Answers, auth = writes) =>
  showPage(<DocTreePage />, { at: '/content/docs', answers, state: { auth } });

describe('R11.3 the document tree', () => {
  it('R11.3 opens a section, lists its documents in order, and moves them by buttons', async () => {
    const moves: CallInput<'ops.content.move'>[] = [];
    show(serving(moves));
    await user.click(await screen.findByRole('button', { name: '展开 入门' }));
    const list = await screen.findByRole('list', { name: '入门' });
    expect(
      within(list)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['甲文', '乙文']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '上移 甲文' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: '上移 乙文' }));
    expect(await screen.findByText('乙文 已移动，门户随即更新')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '移到其他目录 甲文' }));
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: '移动' }));
    expect(within(dialog).getByRole('combobox').getAttribute('aria-invalid')).toBe('true');
    await user.selectOptions(within(dialog).getByRole('combobox'), '进阶');
    await user.click(within(dialog).getByRole('button', { name: '移动' }));
    await screen.findByText('甲文 已移动，门户随即更新');
    expect(moves).toMatchObject([
      { record: 'doc', key: 'b', into: 'start', before: { record: 'doc', key: 'a' } },
      { record: 'doc', key: 'a', into: 'more' },
    ]);
  });

  it('R11.3 finds documents, and says when there is none', async () => {
    show(serving());
    await user.type(await screen.findByRole('searchbox'), '甲{Enter}');
    expect(await screen.findByRole('link', { name: '甲文' })).toBeDefined();
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), '没有{Enter}');
    expect(await screen.findByText('没有找到文档')).toBeDefined();
  });

  it('R2.9 empty says what comes next', async () => {
    show({ 'ops.content.page': () => part([]) });
    expect(await screen.findByText('还没有文档')).toBeDefined();
  });

  it('R2.9 a failure can be tried again', async () => {
    show({
      'ops.content.page': () => {
        throw refusal('ops.content.page', 'RHSY429');
      },
    });
    expect(await screen.findByRole('button', { name: /重试|重新/ })).toBeDefined();
  });

  it('R6.3 without the key to write there is nothing to move', async () => {
    show(serving(), reads);
    await screen.findByRole('link', { name: '入门' });
    expect(screen.queryByRole('button', { name: '新建目录' })).toBeNull();
    expect(screen.queryByRole('button', { name: '上移 进阶' })).toBeNull();
  });
});

describe('R11.3 what readers say', () => {
  it('R11.3 lists ratings with their comments, those of the robot’s answers, and searches in vain', async () => {
    showPage(<DocFeedbackPage />, {
      at: '/content/docFeedback',
      answers: {
        'ops.doc.ratings': () => ({
          items: [
            {
              slug: 'a',
              title: '甲文',
              helpful: 3,
              notHelpful: 1,
              comments: 1,
              lastAt: '2026-11-20T08:00:00.000Z',
              views: 1234,
            },
          ],
          total: 1,
          totalIsExact: true,
          page: 1,
          pageSize: 20,
        }),
        'ops.doc.comments': () => ({
          items: [{ helpful: false, comment: '看不懂', at: '2026-11-20T08:00:00.000Z' }],
          page: 1,
          pageSize: 100,
        }),
        'ops.chat.answers': () => ({
          items: [
            { slug: 'b', title: '乙文', helpful: 5, notHelpful: 2 },
            { slug: 'gone', title: '', helpful: 0, notHelpful: 1 },
          ],
          total: 2,
          totalIsExact: true,
          page: 1,
          pageSize: 20,
        }),
        'ops.doc.misses': () => ({
          items: [{ word: '独角兽', searches: 4, lastOn: '2026-11-20' }],
          total: 1,
          totalIsExact: true,
          page: 1,
          pageSize: 20,
        }),
      },
      state: { auth: reads },
    });
    await user.click(await screen.findByRole('button', { name: '甲文 的意见' }));
    expect(await screen.findByText('看不懂')).toBeDefined();
    await user.click(screen.getByRole('tab', { name: '机器人的回答', hidden: true }));
    expect((await screen.findByText('乙文')).closest('li')?.textContent).toBe('乙文有帮助 5没帮助 2');
    expect(screen.getByText('已删除的文档')).toBeDefined();
    await user.click(screen.getByRole('tab', { name: '没有结果的搜索', hidden: true }));
    expect(await screen.findByText('独角兽')).toBeDefined();
  });
});
