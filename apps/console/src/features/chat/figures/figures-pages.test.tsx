import { expect, it, vi } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { FiguresPage } from './figures-page.tsx';
import { ReceptionListPage } from './reception-list-page.tsx';

const figures = {
  receptions: 10,
  robot: 6,
  handedOver: 4,
  answered: 3,
  unanswered: 1,
  left: 1,
  rated: 2,
  poor: 1,
  stars: 7,
  firstAnswerSec: { median: 38, p95: 72 },
  resolutionSec: { median: 554, p95: 7200 },
};
const none = {
  receptions: 0,
  robot: 0,
  handedOver: 0,
  answered: 0,
  unanswered: 0,
  left: 0,
  rated: 0,
  poor: 0,
  stars: 0,
  firstAnswerSec: null,
  resolutionSec: null,
};
const reception = {
  receptionId: 'r1',
  conversationId: 'c1',
  state: 'ended',
  openedAt: '2026-11-01T02:00:00.000Z',
  tenantName: '云栖商贸有限公司',
  agent: '李敏',
  category: '付款',
  summary: '附言码少一位',
  firstAnswerSec: 38,
  stars: 5,
} as const;
const answers: Answers = {
  'ops.chat.figures': () => ({
    total: figures,
    days: [
      { on: '2026-11-01', ...figures },
      { on: '2026-11-02', ...none },
    ],
    categories: [
      { category: '付款', ...figures },
      { category: null, ...none },
    ],
    members: [{ staffId: 's2', name: '李敏', ...figures }],
  }),
  'ops.chat.receptions': () => ({
    items: [reception, { ...reception, receptionId: 'r2', conversationId: 'c2', tenantName: undefined }] as never,
    total: 2,
    totalIsExact: true,
    page: 1,
    pageSize: 20,
    nextCursor: null,
  }),
  'ops.chat.colleagues': () => ({ items: [{ staffId: 's2', name: '李敏', status: 'off', serving: 0 }] }),
};
const days = 'from=2026-11-01&to=2026-11-02';
const showFigures = (search = `?${days}`, more: Answers = {}) =>
  showPage(<FiguresPage />, { at: `/chat/figures${search}`, answers: { ...answers, ...more } });
const hrefIn = (place: string, name: string | RegExp) =>
  within(screen.getByRole(place.endsWith('数据表') ? 'table' : 'region', { name: place, hidden: true }))
    .getAllByRole('link', { name, hidden: true })[0]
    ?.getAttribute('href');

it('service 5.5 each figure leads to its receptions: the sums, a day, a category, a member', async () => {
  const shown = showFigures();
  const robot = await screen.findByText('机器人独立接待');
  expect(robot.parentElement?.textContent).toContain('60%');
  expect(screen.getAllByRole('link', { name: /^38\s秒$/ })[0]?.getAttribute('href')).toBe(
    `#/chat/receptions?${days}&kind=answered`,
  );
  expect(screen.getByText(/95% 在 1\s分\s12\s秒内/)).toBeDefined();
  expect(screen.getAllByText(/^9\s分\s14\s秒$/).length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: /^3.5\s星$/ }).getAttribute('href')).toBe(
    `#/chat/receptions?${days}&kind=rated`,
  );
  expect(hrefIn('每日接待数据表', /^10\s次$/)).toBe('#/chat/receptions?from=2026-11-01&to=2026-11-01');
  expect(hrefIn('按类别列表', '付款')).toContain('category=%E4%BB%98%E6%AC%BE');
  expect(hrefIn('按类别列表', '未写小结')).toContain('category=none');
  expect(hrefIn('按客服列表', '4')).toBe(`#/chat/receptions?${days}&staffId=s2&kind=handedOver`);
  expect(shown.of('ops.chat.figures')[0]?.input).toEqual({ from: '2026-11-01', to: '2026-11-02' });
});

it('service 5.5 without days the last thirty are asked for', async () => {
  const shown = showFigures('?to=2026-12-05');
  await screen.findByText('机器人独立接待');
  expect(shown.of('ops.chat.figures')[0]?.input).toEqual({ from: '2026-11-06', to: '2026-12-05' });
});

it('R2.9 service 5.5 says where there was nothing, what is wrong with the days, and offers a retry', async () => {
  const empty = showFigures(undefined, {
    'ops.chat.figures': () => ({ total: none, days: [], categories: [], members: [] }),
  });
  expect(await screen.findByText('这段时间没有接待')).toBeDefined();
  empty.unmount();
  const wrong = showFigures('?from=2026-11-30&to=2026-11-01');
  expect(await screen.findByText('结束日期不能早于开始日期')).toBeDefined();
  expect(wrong.calls).toEqual([]);
  wrong.unmount();
  showFigures('?from=2026-11-03&to=2026-11-04', {
    'ops.chat.figures': () => {
      throw refusal('ops.chat.figures', 'RHSY404');
    },
  });
  expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
});

it('service 5.5 the list asks for what the address names; a reception leads to its conversation', async () => {
  const shown = showPage(<ReceptionListPage />, {
    at: `/chat/receptions?${days}&kind=unanswered&category=none&staffId=gone`,
    answers,
  });
  expect(await screen.findAllByText('附言码少一位')).toHaveLength(2);
  const table = screen.getByRole('table');
  expect(shown.of('ops.chat.receptions')[0]?.input).toMatchObject({
    from: '2026-11-01',
    to: '2026-11-02',
    kind: 'unanswered',
    category: '',
    staffId: 'gone',
  });
  const links = within(table).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['#/chat?open=c1', '#/chat?open=c2']);
  expect(within(table).getByText('访客')).toBeDefined();
});

it('service 5.5 the receptions of the filter are exported as they are listed', async () => {
  const { keyboard, of } = showPage(<ReceptionListPage />, {
    at: `/chat/receptions?${days}&category=none`,
    answers: {
      ...answers,
      'ops.chat.exportReceptions': () => {
        throw refusal('ops.chat.exportReceptions', 'RHSY422');
      },
    },
  });
  await screen.findAllByText('附言码少一位');
  await keyboard.click(screen.getByRole('button', { name: '导出筛选结果' }));
  await vi.waitFor(() => expect(toasts()).toHaveLength(1));
  expect(of('ops.chat.exportReceptions')[0]?.input).toEqual({ from: '2026-11-01', to: '2026-11-02', category: '' });
});
