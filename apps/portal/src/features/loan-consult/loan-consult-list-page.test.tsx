import type { CallReply } from '@ronghui/client';
import { fen } from '@ronghui/domain/money';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { describe, expect, it } from 'vitest';
import { type Answers, fireEvent, refusal, screen, showPage, user } from '#kernel/testing/page.fixture.tsx';
import { loanConsultItem } from './loan-consult.fixture.ts';
import { LoanConsultListPage } from './loan-consult-list-page.tsx';
import type { LoanConsult } from './loan-consult-queries.ts';

const listed = (items: LoanConsult[]): CallReply<'loanConsult.page'> => ({
  items,
  total: items.length,
  totalIsExact: true,
  page: 1,
  pageSize: 20,
  nextCursor: null,
});
const sum: CallReply<'loanConsult.sum'> = {
  count: 3,
  loanAmount: fen(5_000_000),
  quantities: [{ unit: '张', quantity: 1200 }],
  byDirection: { payable: { count: 2, amount: fen(25_000) }, receivable: { count: 1, amount: fen(140) } },
};
const named = (id: string, name: string) => () => ({ items: [{ id, name }] });

const show = (answers: Answers = {}, search = '', auth: Record<string, boolean> = {}) =>
  showPage(<LoanConsultListPage />, {
    at: `/merchant/userCenter/loanConsult${search}`,
    state: { user, auth },
    answers: {
      'loanConsult.page': () => listed([loanConsultItem]),
      'loanConsult.sum': () => sum,
      'stage.all': named('stage-1', '2026 年 10 月'),
      'org.all': named('org-1', '岚汀小贷'),
      'project.list': named('project-1', '华东项目'),
      'product.list': named('loan', '订单融资'),
      ...answers,
    },
  });

describe('the list of lines', () => {
  it('R10.5 shows each with its names, basis and fee, and the sums of the filter with both directions', async () => {
    show();
    await screen.findByText('岚汀小贷', { selector: 'td *, td' });
    const row = (await screen.findByText('HT-1001')).closest('tr');
    expect(row?.textContent).toBe('HT-10012026-10-152026 年 10 月岚汀小贷华东项目订单融资张*¥50,000.000.5%¥250.00');
    expect(await screen.findByText('1,200 张')).toBeDefined();
    expect(screen.getByText('已出账应付').parentElement?.textContent).toContain('¥250.00');
    expect(screen.getByText('已出账应收').parentElement?.textContent).toContain('¥1.40');
    expect(screen.getByText('共 1 条明细')).toBeDefined();
  });

  it.each([
    [false, '业务明细', '客户'],
    [true, '贷款咨询明细', '借款人'],
  ])(
    'R10.5 speaks of loans to those who have some, and of business to the others: %s',
    async (hasLoans, title, person) => {
      const own = hasLoans ? { ...user, hasLoans: true as const } : user;
      showPage(<LoanConsultListPage />, {
        at: '/merchant/userCenter/loanConsult',
        state: { user: own, auth: {} },
        answers: { 'loanConsult.page': () => listed([loanConsultItem]), 'loanConsult.sum': () => sum },
      });
      expect(await screen.findByRole('heading', { name: title })).toBeDefined();
      expect(await screen.findByRole('columnheader', { name: person })).toBeDefined();
      expect(screen.getByRole('columnheader', { name: '业务编号' })).toBeDefined();
    },
  );

  it('R10.5 a fee leads to the bill that it is in, for those who may read bills', async () => {
    const page = show({}, '', { 'bill.read': true });
    const fee = await screen.findByRole('link', { name: '¥250.00' });
    expect(fee.getAttribute('href')).toBe('#/merchant/userCenter/bill?open=ZD202610310000000001&line=HT-1001');
    page.unmount();
    show();
    await screen.findByText('HT-1001');
    expect(screen.queryByRole('link', { name: '¥250.00' })).toBeNull();
  });

  it('R10.5 a fee that an answer to feedback changed shows what stands, and what it was', async () => {
    show({ 'loanConsult.page': () => listed([{ ...loanConsultItem, adjustedAmount: fen(20_000) }]) });
    const row = (await screen.findByText('HT-1001')).closest('tr');
    expect(row?.textContent).toMatch(/¥200\.00 反馈调整，原 ¥250\.00$/);
  });

  it('R10.5 the own rate of a counted line is a price, never a percentage', async () => {
    const line = { ...loanConsultItem, loanAmount: null, quantity: 7, unit: '份', rate: 220_000_000 };
    show({ 'loanConsult.page': () => listed([line]) });
    expect((await screen.findByText('¥2.20 / 份')).tagName).toBe('TD');
  });

  it('R10.5 a line that is counted shows its quantity, and that its fee comes with the issue', async () => {
    const line = { ...loanConsultItem, loanAmount: null, quantity: 7, unit: '张', rate: null, amount: null };
    show({ 'loanConsult.page': () => listed([line]) });
    const row = (await screen.findByText('HT-1001')).closest('tr');
    expect(row?.textContent).toMatch(/7 张—尚未计入账单$/);
  });

  it('R1.4 on H5 it is cards', async () => {
    pageTypeStore.set('H5');
    try {
      show();
      expect(await screen.findByText('HT-1001')).toBeDefined();
      expect(screen.queryByRole('table')).toBeNull();
    } finally {
      pageTypeStore.set('PC');
    }
  });

  it('R2.10 asks for what the address says, and sums the same', async () => {
    const page = show({}, '?loanNo=HT&stageId=stage-1&page=2');
    await screen.findByText('HT-1001');
    expect(page.of('loanConsult.page')[0]?.input).toMatchObject({ loanNo: 'HT', stageId: 'stage-1', page: 2 });
    expect(page.of('loanConsult.sum')[0]?.input).toEqual({ loanNo: 'HT', stageId: 'stage-1' });
  });

  it('R10.5 R8.3 says in place of the sums what keeps them from being reckoned', async () => {
    const message = '这样开头的编号超过 20,000 笔，不能合计，请填写更完整的编号';
    show({
      'loanConsult.sum': () => {
        throw refusal('loanConsult.sum', 'RHSY422', { fields: [{ path: 'loanNo', message }] });
      },
    });
    expect(await screen.findByText(message)).toBeDefined();
    expect(await screen.findByText('HT-1001')).toBeDefined();
  });

  it('R10.5 downloads what the filter finds', async () => {
    const page = show(
      {
        'loanConsult.download': () => {
          throw refusal('loanConsult.download', 'RHLC001');
        },
      },
      '?orgId=org-1',
    );
    await screen.findByText('HT-1001');
    fireEvent.click(screen.getByRole('button', { name: '下载' }));
    await expect.poll(() => page.of('loanConsult.download')[0]?.input).toEqual({ orgId: 'org-1' });
  });

  it('R2.9 while it loads the table stands with its skeleton', () => {
    show({ 'loanConsult.page': () => new Promise(() => undefined) });
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  it('R2.9 says that there is none yet, and otherwise offers to clear the filter', async () => {
    const page = show({ 'loanConsult.page': () => listed([]) });
    await screen.findByText('还没有明细');
    page.unmount();
    show({ 'loanConsult.page': () => listed([]) }, '?loanNo=abc');
    fireEvent.click(await screen.findByRole('button', { name: '清除条件' }));
    expect(location.hash).toBe('#/merchant/userCenter/loanConsult');
  });

  it('R2.9 offers another try when it failed to come', async () => {
    let tries = 0;
    show({
      'loanConsult.page': () => {
        tries += 1;
        if (tries === 1) throw refusal('loanConsult.page', 'RHSY429');
        return listed([loanConsultItem]);
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText('HT-1001')).toBeDefined();
  });

  it('R2.9 says when the role may not see it', async () => {
    const forbidden = () => {
      throw refusal('loanConsult.page', 'RHSY403');
    };
    show({ 'loanConsult.page': forbidden });
    expect(await screen.findByText('您没有查看这里的权限')).toBeDefined();
  });

  it('R4.13 a tenant that is not certified is led to the wizard', async () => {
    const uncertified = () => {
      throw refusal('stage.all', 'RHCE002');
    };
    show({ 'stage.all': uncertified, 'loanConsult.page': uncertified, 'loanConsult.sum': uncertified });
    const link = await screen.findByRole('link', { name: '去认证' });
    expect(link.getAttribute('href')).toContain('/merchant/accountCenter/verify');
  });
});
