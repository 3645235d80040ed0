import type { CallReply } from '@ronghui/client';
import { fen, noFen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { clearQueries } from '@ronghui/web/queries/query-client';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answers, fireEvent, refusal, screen, showPage, user } from '#kernel/testing/page.fixture.tsx';
import { bill, detail, line, receivable, sum } from './bill.fixture.ts';
import { BillListPage, loadBillDrawer } from './bill-list-page.tsx';
import type { Bill } from './bill-queries.ts';
import { loadBillParts } from './statement/bill-parts.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await loadChunk(loadBillDrawer);
  await loadChunk(loadBillParts.rest);
}, 60_000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T01:30:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const listed = (items: readonly Bill[], more: Partial<CallReply<'bill.page'>> = {}): CallReply<'bill.page'> => ({
  items: [...items],
  total: items.length,
  totalIsExact: true,
  page: 1,
  pageSize: 20,
  nextCursor: null,
  ...more,
});
const named = (id: string, name: string) => () => ({ items: [{ id, name }] });

const show = (answers: Answers = {}, search = '', auth: Record<string, boolean> = { 'bill.confirm': true }) =>
  showPage(<BillListPage />, {
    at: `/merchant/userCenter/bill${search}`,
    state: { user, auth },
    answers: {
      'bill.page': () => listed([bill, receivable]),
      'bill.sum': () => sum,
      'receipt.unapplied': () => ({ count: 0, amount: noFen, inCheckAmount: noFen, items: [] }),
      'bill.detail': () => detail,
      'bill.lines': () => ({ items: [line], page: 1, pageSize: 20, nextCursor: null }),
      'stage.all': named('stage-10', '2026 年 10 月'),
      'org.all': named('org-1', '岚汀小贷'),
      'project.list': named('project-1', '华东项目'),
      'product.list': named('loan', '经营贷款咨询'),
      ...answers,
    },
  });

describe('the list of bills', () => {
  it('R10.3 shows what each is, its amount, its state, and by when it is to be confirmed', async () => {
    show();
    const row = (await screen.findByText(bill.billNo)).closest('tr');
    expect(row?.textContent).toBe(
      `${bill.billNo}2026 年 10 月岚汀小贷经营贷款咨询1,283应付 ¥128,406.50待确认2026-11-25 前确认`,
    );
    const other = screen.getByText(receivable.billNo).closest('tr');
    expect(other?.textContent).toContain('应收 ¥18,240.00');
    expect(screen.getByText('共 2 张账单')).toBeDefined();
  });

  it('R10.3 both directions stand side by side, each with its statuses that lead to their bills', async () => {
    show({}, '?stageId=stage-10');
    const payable = await screen.findByRole('link', { name: '待确认 1\u00a0张 ¥128,406.50' });
    expect(payable.getAttribute('href')).toBe(
      '#/merchant/userCenter/bill?stageId=stage-10&direction=payable&status=pending',
    );
    expect(screen.getByRole('link', { name: '待确认 1\u00a0张 ¥18,240.00' })).toBeDefined();
    // Nothing on the page adds the two.
    expect(document.body.textContent).not.toContain('146,646.50');
  });

  it('R10.1 what is paid of the filter’s bills stands beside their sum, so that what is open of them ties out', async () => {
    const partly = { ...sum.byDirection.payable, paidAmount: fen(40_650), openAmount: fen(12_800_000) };
    show({ 'bill.sum': () => ({ ...sum, byDirection: { ...sum.byDirection, payable: partly } }) }, '?status=confirmed');
    expect((await screen.findByText('¥128,000.00')).parentElement?.parentElement?.textContent).toBe(
      '已付 ¥406.50，未付 ¥128,000.00',
    );
    expect(screen.queryByText(/^已收 ¥/)).toBeNull();
  });

  it('R10.3 a line that a link names is looked for in its bill, and left with the bill', async () => {
    const page = show({}, `?open=${bill.billNo}&line=HT-19876`);
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '业务编号' })).value).toBe('HT-19876');
    expect(page.of('bill.lines')[0]?.input).toMatchObject({ billNo: bill.billNo, loanNo: 'HT-19876' });
    fireEvent.click(screen.getAllByRole('button', { name: '关闭' })[0] as HTMLElement);
    await expect.poll(() => location.hash).toBe('#/merchant/userCenter/bill');
  });

  it('R10.3 a filter that names a direction shows the sum of that one', async () => {
    show({}, '?direction=receivable');
    await screen.findByText('应收合计');
    expect(screen.queryByText('应付合计')).toBeNull();
  });

  it('R2.10 asks for what the address says, and sums the same', async () => {
    const search =
      'status=pending&billNo=ZD2026&direction=payable&approval=waiting&stageId=s&orgId=o&productId=p&projectId=j&dueFrom=2026-12-01&dueTo=2026-12-31&from=2026-10-01&to=2026-10-31';
    const page = show({}, `?${search}&page=2`);
    await screen.findByText(bill.billNo);
    const filter = Object.fromEntries(new URLSearchParams(search));
    expect(page.of('bill.page')[0]?.input).toEqual({ ...filter, page: 2, pageSize: 20, withTotal: true });
    expect(page.of('bill.sum')[0]?.input).toEqual(filter);
  });

  it.each([
    [{ confirmBy: '2026-11-22T16:00:00.000Z' }, '2\u00a0天后自动确认'],
    [{ confirmBy: '2026-11-20T16:00:00.000Z' }, '今天结束时自动确认'],
    [{ status: 'disputed' }, '等待平台答复'],
    [{ status: 'confirmed', approval: 'waiting' }, '2026-11-25 前复核'],
    [{ status: 'confirmed', dueIsExpected: false }, '2026-12-05 前付款'],
    [{ status: 'confirmed', dueIsExpected: false, dueOn: '2026-11-20' }, '2026-11-20 前付款'],
    [{ status: 'confirmed', dueIsExpected: false, dueOn: '2026-11-18' }, '逾期\u00a02\u00a0天'],
    [{ status: 'confirmed', direction: 'receivable', dueOn: '2026-11-18' }, '平台逾期\u00a02\u00a0天'],
    [{ status: 'confirmed', dueIsExpected: false, inCheck: true }, '付款凭证审核中'],
    [
      { status: 'confirmed', dueIsExpected: false, dueOn: '2026-11-18', inCheck: true },
      '付款凭证审核中逾期\u00a02\u00a0天',
    ],
    [{ status: 'confirmed', approval: 'waiting', dueOn: '2026-11-18' }, '2026-11-25 前复核逾期\u00a02\u00a0天'],
    [{ status: 'settled', settledAt: '2026-11-05T02:00:00.000Z' }, '2026-11-05 结清'],
  ] satisfies [Partial<Bill>, string][])('R10.3 a bill with %o says %s', async (more, text) => {
    show({ 'bill.page': () => listed([{ ...bill, ...more }]) });
    const row = (await screen.findByText(bill.billNo)).closest('tr');
    expect(row?.textContent).toContain(text);
  });

  it('R1.4 on H5 it is cards that load more by the cursor', async () => {
    pageTypeStore.set('H5');
    try {
      const page = show({
        'bill.page': ({ cursor }) =>
          cursor === undefined ? listed([bill], { nextCursor: 'next' }) : listed([receivable]),
      });
      await screen.findByText(bill.billNo);
      fireEvent.click(screen.getByRole('button', { name: '加载更多' }));
      await screen.findByText(receivable.billNo);
      expect(page.of('bill.page').map(({ input }) => input['cursor'])).toEqual([undefined, 'next']);
      expect(screen.queryByRole('table')).toBeNull();
    } finally {
      pageTypeStore.set('PC');
    }
  });

  it('R2.10 the organisations and projects are fetched once their filters are asked for, or the address names one', async () => {
    const names = (page: ReturnType<typeof show>) =>
      ['stage.all', 'product.list', 'org.all', 'project.list'].map((operation) => page.of(operation).length);
    const page = show();
    await screen.findByText(bill.billNo);
    expect(names(page)).toEqual([1, 1, 0, 0]);
    await page.keyboard.click(screen.getByRole('button', { name: '更多筛选' }));
    expect(await screen.findByRole('option', { name: '华东项目' })).toBeDefined();
    expect(names(page)).toEqual([1, 1, 1, 1]);
    page.unmount();
    clearQueries();
    const named = show({}, '?projectId=project-1');
    expect(await screen.findByRole('option', { name: '岚汀小贷' })).toBeDefined();
    expect(names(named)).toEqual([1, 1, 1, 1]);
  });

  it('R2.9 while it loads the table stands with its skeleton', () => {
    show({ 'bill.page': () => new Promise(() => undefined) });
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  it('R2.9 says that there is none yet, and otherwise offers to clear the filter', async () => {
    const page = show({ 'bill.page': () => listed([]) });
    await screen.findByText('还没有账单');
    page.unmount();
    show({ 'bill.page': () => listed([]) }, '?status=settled');
    fireEvent.click(await screen.findByRole('button', { name: '清除条件' }));
    expect(location.hash).toBe('#/merchant/userCenter/bill');
  });

  it('R2.9 offers another try when it failed to come, and says when the role may not see it', async () => {
    let tries = 0;
    const page = show({
      'bill.page': () => {
        tries += 1;
        if (tries === 1) throw refusal('bill.page', 'RHSY429');
        return listed([bill]);
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    await screen.findByText(bill.billNo);
    page.unmount();
    show(
      {
        'bill.page': () => {
          throw refusal('bill.page', 'RHSY403');
        },
      },
      '?status=pending',
    );
    expect(await screen.findByText('您没有查看这里的权限')).toBeDefined();
  });

  it('R4.13 a tenant that is not certified is led to the wizard', async () => {
    const uncertified = () => {
      throw refusal('stage.all', 'RHCE002');
    };
    show({ 'stage.all': uncertified, 'bill.page': uncertified, 'bill.sum': uncertified });
    const link = await screen.findByRole('link', { name: '去认证' });
    expect(link.getAttribute('href')).toContain('/merchant/accountCenter/verify');
  });

  it('R10.3 a viewer has nothing to choose; who may only approve chooses what waits for an approval', async () => {
    const waiting: Bill = { ...receivable, status: 'confirmed', approval: 'waiting', amount: fen(100) };
    const answers: Answers = { 'bill.page': () => listed([bill, waiting]) };
    const boxes = () =>
      [bill, waiting].map(({ billNo }) =>
        screen.getByText(billNo).closest('tr')?.querySelector<HTMLInputElement>('input[type=checkbox]'),
      );
    const viewed = show(answers, '', {});
    await screen.findByText(bill.billNo);
    expect(boxes()).toEqual([null, null]);
    viewed.unmount();
    show(answers, '', { 'bill.approve': true });
    await screen.findByText(bill.billNo);
    expect(boxes().map((box) => box?.disabled)).toEqual([true, false]);
  });
});
