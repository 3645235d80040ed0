import { fen } from '@ronghui/domain/money';
import { expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { BusinessPage } from './business-page.tsx';

const days = { from: '2026-11-01', to: '2026-11-30' };
const none = { count: 0, amount: fen(0) };
const sums = { pending: none, disputed: none, confirmed: none, overdue: { count: 2, amount: fen(500) }, settled: none };
const empty = { pending: none, disputed: none, confirmed: none, overdue: none, settled: none };
const nothing = { count: 0, remainingAmount: fen(0) };
const answers: Answers = {
  'ops.business.orders': () => ({
    periods: [{ ...days, submitted: { count: 3, amount: fen(123_400) }, paid: { count: 1, amount: fen(20_000) } }],
  }),
  'ops.business.bills': () => ({
    periods: [{ ...days, payable: { count: 2, amount: fen(500) }, receivable: none }],
    states: { payable: sums, receivable: empty },
    today: '2026-11-24',
  }),
  'ops.business.unpaid': () => ({
    today: '2026-11-24',
    ages: [{ age: 'days30', payable: { count: 2, remainingAmount: fen(500) }, receivable: nothing }],
  }),
  'ops.business.certifications': () => ({
    periods: [{ ...days, submitted: 4, passed: 3, rejected: 0 }],
    medianMinutes: 90,
  }),
  'ops.business.leads': () => ({ periods: [{ ...days, added: 5, won: 2, lost: 1 }] }),
  'ops.business.feedback': () => ({
    periods: [{ ...days, opened: 2, answered: 1 }],
    adjusted: { count: 1, raisedAmount: fen(0), loweredAmount: fen(300) },
  }),
};
const areas = ['ops.order.read', 'ops.billing.read', 'ops.customer.read', 'ops.feedback.read'] as const;
const show = (search = '', held: readonly string[] = areas, more: Answers = {}) =>
  showPage(<BusinessPage />, {
    at: `/business${search}`,
    answers: { ...answers, ...more },
    state: { auth: Object.fromEntries(held.map((key) => [key, true])) },
  });
const hrefOf = (name: string | RegExp, index = 0) => screen.getAllByRole('link', { name })[index]?.getAttribute('href');

it('R11.2 each figure leads to its rows', async () => {
  const shown = show('?from=2026-11-01&to=2026-11-30');
  expect(await screen.findByRole('link', { name: '¥1,234.00' })).toBeDefined();
  expect(shown.of('ops.business.orders')[0]?.input).toEqual({ ...days, by: 'month' });
  expect(hrefOf('¥1,234.00')).toBe('#/orders?queue=all&from=2026-11-01&to=2026-11-30');
  expect(hrefOf('¥200.00')).toBe('#/orders?queue=all&paidFrom=2026-11-01&paidTo=2026-11-30');
  expect(hrefOf(/^3\s份$/)).toBe('#/certifications?status=passed&from=2026-11-01&to=2026-11-30');
  expect(hrefOf(/^2\s条$/)).toContain('#/leads?');
  const ages = await screen.findByRole('table', { name: '未结清账龄' });
  expect(within(ages).getByRole('link', { name: '¥5.00' }).getAttribute('href')).toBe(
    '#/settlement?direction=payable&dueFrom=2026-10-25&dueTo=2026-11-23',
  );
  const states = screen.getByRole('table', { name: '账单现状数据表', hidden: true });
  expect(within(states).getByRole('link', { name: '¥5.00', hidden: true }).getAttribute('href')).toBe(
    '#/bills?from=2026-11-01&to=2026-11-30&direction=payable&status=confirmed&dueTo=2026-11-23',
  );
  expect(screen.getByText(/^1.5\s小时$/)).toBeDefined();
  expect(hrefOf('¥3.00')).toBe('#/feedback?queue=adjusted&from=2026-11-01&to=2026-11-30');
});

it('R11.2 without days twelve months are asked for, by day thirty days', async () => {
  const shown = show('?to=2026-12-05', ['ops.customer.read']);
  await screen.findByRole('table', { name: '线索数据表', hidden: true });
  expect(shown.of('ops.business.leads')[0]?.input).toEqual({ from: '2026-01-01', to: '2026-12-05', by: 'month' });
  shown.unmount();
  const byDay = show('?to=2026-12-05&by=day', ['ops.customer.read']);
  await screen.findByRole('table', { name: '线索数据表', hidden: true });
  expect(byDay.of('ops.business.leads')[0]?.input).toEqual({ from: '2026-11-06', to: '2026-12-05', by: 'day' });
});

it('R6.2 shows the areas that the member may read, and asks for no other', async () => {
  const shown = show('', ['ops.feedback.read']);
  expect(await screen.findByRole('heading', { name: '差异反馈' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: '订单' })).toBeNull();
  expect(shown.of('ops.business.orders')).toEqual([]);
  expect(shown.of('ops.business.unpaid')).toEqual([]);
});

it.each([
  ['?from=2025-01-01&to=2026-11-30', /一次最多查看 366/],
  ['?from=2026-11-30&to=2026-11-01', '结束日期不能早于开始日期'],
  ['?from=2026-02-30&to=2026-11-01', '请选择有效的日期'],
])('R5.5 R11.2 %s says what is wrong with the days, and asks for nothing', async (search, text) => {
  const shown = show(search);
  expect(await screen.findByText(text)).toBeDefined();
  expect(shown.calls).toEqual([]);
});

it('R2.9 a card that fails offers a retry and leaves the others alone', async () => {
  show('', areas, {
    'ops.business.leads': () => {
      throw refusal('ops.business.leads', 'RHSY404');
    },
  });
  expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
  expect(await screen.findByRole('link', { name: '¥1,234.00' })).toBeDefined();
});
