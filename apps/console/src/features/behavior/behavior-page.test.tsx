import { expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { BehaviorPage } from './behavior-page.tsx';

const days = [
  { on: '2026-11-01', visits: 1200, visitors: 300 },
  { on: '2026-11-02', visits: 0, visitors: 0 },
];
const funnel = [
  { step: 'home', visitors: 400 },
  { step: 'product', visitors: 100 },
  { step: 'config', visitors: 40 },
  { step: 'order', visitors: 0 },
] as const;
const answers: Answers = {
  'ops.behavior.figures': () => ({ days, funnel: [...funnel], countedAt: '2026-11-02T02:00:00.000Z' }),
  'ops.behavior.pages': () => ({
    items: [
      { pageId: '/portal/home', step: 'home', visits: 900, visitors: 200 },
      { pageId: '/portal/about', step: 'visit', visits: 300, visitors: 250 },
    ],
    otherVisits: 7,
  }),
};
const show = (search = '', more: Answers = {}) =>
  showPage(<BehaviorPage />, { at: `/behavior${search}`, answers: { ...answers, ...more } });

it('R11.8 shows the funnel with what is lost at each step; each figure leads to its pages', async () => {
  const shown = show('?from=2026-11-01&to=2026-11-02');
  const table = await screen.findByRole('table', { name: '从首页到下单的漏斗' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent).filter(Boolean))).toEqual([
    ['首页', '400', '100%', '—'],
    ['产品详情', '100', '25%', '300（75%）'],
    ['选择规格', '40', '10%', '60（60%）'],
    ['提交订单', '0', '0%', '40（100%）'],
  ]);
  expect(within(table).getByRole('link', { name: '100' }).getAttribute('href')).toBe(
    '#/behavior?from=2026-11-01&to=2026-11-02&step=product',
  );
  expect(within(table).queryByRole('link', { name: '0' })).toBeNull();
  expect(shown.of('ops.behavior.figures')[0]?.input).toEqual({ from: '2026-11-01', to: '2026-11-02' });
  expect(screen.getByText('另有 7\u00a0次访问在其余页面', { collapseWhitespace: false })).toBeDefined();
});

it('R11.8 the table sorts by what the address says; a page leads to its own days, a day to itself', async () => {
  const shown = show('?from=2026-11-01&to=2026-11-02&sort=visitors&pageId=/portal/about');
  const first = await screen.findByRole('link', { name: '/portal/about' });
  expect(first.getAttribute('href')).toContain('pageId=%2Fportal%2Fabout');
  expect(shown.of('ops.behavior.pages')[0]?.input).toMatchObject({ pageId: '/portal/about' });
  const pages = screen.getAllByRole('link', { name: /^\/portal\// }).map(({ textContent }) => textContent);
  expect(pages).toEqual(['/portal/about', '/portal/home']);
  const behind = screen.getByRole('table', { name: '每日访问数据表', hidden: true });
  expect(within(behind).getByRole('link', { name: '1,200', hidden: true }).getAttribute('href')).toContain(
    'from=2026-11-01&to=2026-11-01',
  );
});

it('R2.9 says where nothing is recorded, and offers a retry where it fails', async () => {
  show('', { 'ops.behavior.pages': () => ({ items: [], otherVisits: 0 }) });
  expect(await screen.findByText('这段时间没有访问记录')).toBeDefined();
});

it('R2.9 R6.2 fails with a retry, and says where one may not', async () => {
  show('', {
    'ops.behavior.figures': () => {
      throw refusal('ops.behavior.figures', 'RHSY404');
    },
    'ops.behavior.pages': () => {
      throw refusal('ops.behavior.pages', 'RHSY403');
    },
  });
  expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
  expect(await screen.findByText('您没有查看这里的权限')).toBeDefined();
});
