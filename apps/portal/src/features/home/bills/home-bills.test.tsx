import { fen } from '@ronghui/domain/money';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { describe, expect, it } from 'vitest';
import { screen, showPage, user, within } from '#kernel/testing/page.fixture.tsx';
import { HomePage } from '../home-page.tsx';
import type { HomeBills, Summary, Todo } from '../home-queries.ts';
import { dueText, todoLink } from '../todo-links.ts';

const some = (count = 0, amount = 0) => ({ count, amount: fen(amount) });
const noStatus = { pending: some(), disputed: some(), confirmed: some(), settled: some() };
const noBills: HomeBills = {
  due: { payable: { ...some(), overdue: some() }, receivable: { ...some(), overdue: some() } },
  toConfirm: { payable: some(), receivable: some() },
  disputed: { payable: some(), receivable: some() },
  waiting: 0,
  byStatus: { payable: noStatus, receivable: noStatus },
  months: Array.from({ length: 12 }, (_, place) => {
    const month = `2026-${String(place + 1).padStart(2, '0')}`;
    return { month, from: `${month}-01`, to: `${month}-28`, payable: some(), receivable: some() };
  }),
  ageing: [
    { age: 'notYet', dueFrom: '2026-11-23', payable: some(), receivable: some() },
    { age: 'upTo30', dueFrom: '2026-10-24', dueTo: '2026-11-22', payable: some(), receivable: some() },
    { age: 'upTo60', dueFrom: '2026-09-24', dueTo: '2026-10-23', payable: some(), receivable: some() },
    { age: 'over60', dueTo: '2026-09-23', payable: some(), receivable: some() },
  ],
  feedback: { open: 0, late: 0 },
};
const [, upTo30] = noBills.ageing;
const bills: HomeBills = {
  ...noBills,
  due: {
    payable: { ...some(2, 5_952_960), firstDueOn: '2026-11-20', overdue: some(1, 400_000) },
    receivable: { ...some(1, 1_824_000), firstDueOn: '2026-12-05', overdue: some() },
  },
  toConfirm: { payable: { ...some(3, 18_620_430), firstConfirmBy: '2026-11-25T16:00:00.000Z' }, receivable: some() },
  disputed: { payable: some(1, 63_000), receivable: some() },
  byStatus: { ...noBills.byStatus, payable: { ...noStatus, pending: some(3, 18_620_430), settled: some(9, 90_000) } },
  months: noBills.months.map((month) =>
    month.month === '2026-10' ? { ...month, payable: some(4, 12_840_650), receivable: some(1, 1_824_000) } : month,
  ),
  ageing: noBills.ageing.map((age) => (age === upTo30 ? { ...age, payable: some(1, 400_000) } : age)),
  feedback: { open: 1, late: 0, firstAnswerBy: '2026-11-24T16:00:00.000Z' },
};

const home = (given: HomeBills | undefined, changes: Partial<Summary> = {}) =>
  showPage(<HomePage />, {
    at: '/merchant/userCenter/home',
    state: { user, auth: {} },
    answers: {
      'home.summary': () => ({
        ...(given === undefined ? {} : { bills: given }),
        orders: { byStatus: {}, reach: 1000, toPay: some(), inCheck: some(), recent: [] },
        certification: { status: 'passed', isCertified: true },
        notices: { unread: 0, reach: 100, latest: [] },
        todos: [],
        ...changes,
      }),
    },
  });

const answers = async () => within(await screen.findByRole('list', { name: '账单' }));
const hashes = (links: readonly HTMLElement[]) =>
  links.map((link) => [link.textContent, decodeURIComponent((link as HTMLAnchorElement).hash)]);
const list = '#/merchant/userCenter/bill';

describe('R10.1 bills on the first page', () => {
  it('R10.1 what is due says how much of it is being checked', async () => {
    const { payable, receivable } = bills.due;
    home({ ...bills, due: { payable: { ...payable, inCheck: some(1, 400_000) }, receivable } });
    expect(hashes((await answers()).getAllByRole('link', { name: /凭证审核中/ }))).toEqual([
      ['其中 1\u00a0张 ¥4,000.00 凭证审核中', `${list}?status=confirmed&direction=payable&payment=inCheck`],
    ]);
  });

  it('R10.1 three answers come first: amounts by direction side by side, never netted, each the way to its filtered list', async () => {
    home(bills);
    expect(hashes((await answers()).getAllByRole('link'))).toEqual([
      ['应付¥186,204.303\u00a0张，最早 2026-11-25 结束时自动确认', `${list}?status=pending&direction=payable`],
      ['应付¥59,529.602\u00a0张', `${list}?status=confirmed&direction=payable`],
      ['其中逾期 1\u00a0张 ¥4,000.00', `${list}?status=confirmed&direction=payable&dueTo=2026-11-22`],
      ['应收¥18,240.001\u00a0张，最早 2026-12-05 前到账', `${list}?status=confirmed&direction=receivable`],
      ['应付¥630.001\u00a0张', `${list}?status=disputed&direction=payable`],
      ['1\u00a0条反馈待答复', '#/merchant/userCenter/feedback?awaiting=answer'],
    ]);
    expect((await answers()).getByText(/，平台应在 2026-11-24 前答复/)).toBeDefined();
    // Both directions together would be ¥77,769.60.
    expect(document.body.textContent).not.toContain('77,769.60');
  });

  it('R10.1 an answer without bills says so, and shows no zero', async () => {
    home({ ...bills, toConfirm: noBills.toConfirm, disputed: noBills.disputed, feedback: noBills.feedback });
    expect((await answers()).getByText('没有待确认的账单')).toBeDefined();
    expect((await answers()).getByText('没有处理中的差异')).toBeDefined();
  });

  it('R10.1 a late answer is named as late', async () => {
    home({ ...bills, feedback: { open: 1, late: 1, firstAnswerBy: '2026-11-20T16:00:00.000Z' } });
    expect((await answers()).getByText(/的答复已逾期/)).toBeDefined();
    expect((await answers()).getByRole('link', { name: '1\u00a0条反馈' }).getAttribute('href')).toBe(
      '#/merchant/userCenter/feedback?awaiting=lateAnswer',
    );
  });

  it('R10.1 every bar, part and age leads to the bills behind it; nothing leads to an empty list', async () => {
    home(bills);
    const months = within(await screen.findByRole('group', { name: '近 12\u00a0个月账单' }));
    expect(
      months.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
    ).toEqual([
      ['2026-10，应付 ¥128,406.50', `${list}?direction=payable&from=2026-10-01&to=2026-10-28`],
      ['2026-10，应收 ¥18,240.00', `${list}?direction=receivable&from=2026-10-01&to=2026-10-28`],
    ]);
    const status = within(screen.getByRole('region', { name: '账单按状态：应付' }));
    expect(hashes(status.getAllByRole('link'))).toEqual([
      ['¥187,104.30', `${list}?direction=payable`],
      ['¥186,204.30', `${list}?direction=payable&status=pending`],
      ['¥900.00', `${list}?direction=payable&status=settled`],
    ]);
    const ageing = within(screen.getByRole('table', { name: '账龄' }));
    expect(hashes(ageing.getAllByRole('link'))).toEqual([
      ['¥4,000.00', `${list}?direction=payable&status=confirmed&dueFrom=2026-10-24&dueTo=2026-11-22`],
    ]);
  });

  it('R10.1 orders to pay stand below the to-dos, and only while there are any', async () => {
    const orders = { byStatus: {}, reach: 1000, toPay: some(1, 500), inCheck: some(), recent: [] };
    home(bills, { orders });
    const figures = within(await screen.findByRole('list', { name: '应付与在用' }));
    expect(figures.getByText('待付款订单')).toBeDefined();
    const [first, second] = screen.getAllByRole('list').map((each) => each.getAttribute('aria-label'));
    expect([first, second]).toEqual(['账单', '应付与在用']);
  });

  it('R4.13 without figures of bills, or before the first bill, the page is as it was: no cards and no charts', async () => {
    for (const given of [undefined, noBills]) {
      const page = home(given);
      await screen.findByRole('list', { name: '应付与在用' });
      expect(screen.queryByRole('list', { name: '账单' })).toBeNull();
      expect(screen.queryByRole('heading', { name: '近 12\u00a0个月账单' })).toBeNull();
      page.unmount();
    }
  });

  it('R1.4 on a phone the answers stand above the entries, and the charts below them', async () => {
    pageTypeStore.set('H5');
    home(bills);
    await screen.findByRole('group', { name: '近 12\u00a0个月账单' });
    const places = ['待确认账单', '待办', '帮助', '近 12\u00a0个月账单', '通知'].map((name) =>
      screen.getAllByRole('heading', { level: 2 }).findIndex(({ textContent }) => textContent === name),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    pageTypeStore.set('PC');
  });
});

describe('R10.1 to-dos of bills', () => {
  const todo = (changes: Partial<Todo>): Todo => ({
    kind: 'confirmBill',
    id: null,
    title: '',
    dueAt: null,
    ...changes,
  });

  it.each([
    [todo({ id: 'ZD1' }), '核对并确认', '?open=ZD1'],
    [todo({ kind: 'approveBill', id: 'ZD1' }), '去复核', '?open=ZD1'],
    [todo({ direction: 'receivable' }), '核对并确认', '?status=pending&direction=receivable'],
    [
      todo({ kind: 'approveBill', direction: 'payable' }),
      '去复核',
      '?status=confirmed&approval=waiting&direction=payable',
    ],
    [
      todo({ kind: 'payBill', direction: 'payable' }),
      '去付款',
      '?status=confirmed&approval=none&payment=open&direction=payable',
    ],
  ])('R10.1 %o leads to its bill, or to the list of several', (given, label, search) => {
    expect(todoLink(given)).toEqual({ label, href: `${list}${search}` });
  });

  const now = Date.parse('2026-11-23T04:00:00Z');
  it.each([
    ['confirmBill', '2026-11-25T16:00:00Z', '截止 2026-11-25，还剩\u00a02\u00a0天，之后自动确认'],
    ['approveBill', '2026-11-23T16:00:00Z', '截止 2026-11-23，不到\u00a01\u00a0天，之后视为复核通过'],
    ['payBill', '2026-11-20T16:00:00Z', '应在 2026-11-20 前付款，已逾期\u00a03\u00a0天'],
    ['payOrder', '2026-11-25T02:00:00Z', '截止 2026-11-25 10:00，还剩\u00a01\u00a0天'],
  ] as const)('R4.9 the time of %s until %s reads by its last day: %s', (kind, dueAt, words) => {
    expect(dueText(todo({ kind, dueAt }), now)).toBe(words);
  });
});
