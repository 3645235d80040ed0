import type { CallReply } from '@ronghui/client';
import { fen, noFen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadExportDialog } from '#features/export/export.shared.ts';
import { type Answers, fireEvent, refusal, screen, showPage, user } from '#kernel/testing/page.fixture.tsx';
import { AccountStatementPage, loadStatementExport, loadStatementPaper } from './account-statement-page.tsx';
import type { Posting, Statement } from './account-statement-queries.ts';

const issued: Posting = {
  day: '2026-11-05',
  at: '2026-11-05T02:00:00.000Z',
  kind: 'issued',
  itemKind: 'bill',
  itemNo: 'ZD1',
  title: '2026 年 10 月 · 订单融资',
  amount: fen(12_345_600),
  balanceAmount: fen(25_209_627),
  billStatus: 'pending',
};
const { billStatus: _, ...ofBill } = issued;
const paid: Posting = {
  ...ofBill,
  day: '2026-11-06',
  at: '2026-11-06T02:00:00.000Z',
  kind: 'paid',
  amount: fen(-3_000_000),
  balanceAmount: fen(22_209_627),
  valueOn: '2026-11-04',
  serial: 'S-1',
  receiptNo: 'SK1',
};
const listed = (items: Posting[]): CallReply<'accountStatement.page'> => ({
  items,
  total: items.length,
  totalIsExact: true,
  page: 1,
  pageSize: 20,
  nextCursor: null,
});
const nothing: Statement['receivable'] = {
  openingAmount: noFen,
  flows: [],
  closingAmount: noFen,
  ages: [],
  pendingAmount: noFen,
  disputedAmount: noFen,
};
const sum: Statement = {
  from: '2026-11-01',
  to: '2026-11-26',
  payable: {
    openingAmount: fen(12_864_027),
    flows: [
      { kind: 'issued', count: 1, amount: fen(12_345_600) },
      { kind: 'paid', count: 1, amount: fen(-3_000_000) },
    ],
    closingAmount: fen(22_209_627),
    ages: [
      { band: 'notDue', count: 1, amount: fen(12_345_600) },
      { band: 'upTo30', count: 0, amount: noFen },
      { band: 'upTo60', count: 1, amount: fen(9_864_027) },
      { band: 'beyond60', count: 0, amount: noFen },
    ],
    pendingAmount: fen(12_345_600),
    disputedAmount: noFen,
  },
  receivable: nothing,
  unapplied: {
    openingAmount: noFen,
    inAmount: fen(3_500_000),
    appliedAmount: fen(3_000_000),
    refundedAmount: noFen,
    closingAmount: fen(500_000),
    inCheckAmount: noFen,
  },
  isFinal: true,
  postings: 2,
  sha256: 'a'.repeat(64),
};
const span = '?from=2026-11-01&to=2026-11-26';

const show = (answers: Answers = {}, search = span) =>
  showPage(<AccountStatementPage />, {
    at: `/merchant/userCenter/accountStatement${search}`,
    state: { user, auth: {} },
    answers: { 'accountStatement.page': () => listed([issued, paid]), 'accountStatement.sum': () => sum, ...answers },
  });

// Chunks have their own tests; here it is loaded already.
beforeAll(async () => {
  await Promise.all([loadChunk(loadStatementPaper), loadChunk(loadStatementExport), loadChunk(loadExportDialog)]);
}, 60_000);

describe('R15.3 the statement of account of a merchant', () => {
  it('receipts 3.2 says what was open, what raised and lowered it, and what is open, and how old that is', async () => {
    show();
    const end = await screen.findByText('＝ 期末应付');
    expect(end.closest('dl')?.textContent).toBe(
      '期初应付¥128,640.27＋ 增加¥123,456.00－ 减少¥30,000.00＝ 期末应付¥222,096.27',
    );
    const ages = screen.getByRole('list', { name: '应付账龄' });
    expect(ages.textContent).toBe('未到期 1\u00a0张 ¥123,456.00逾期 31–60 天 1\u00a0张 ¥98,640.27');
    expect(screen.getByText(/^期末含待确认 ¥123,456\.00/)).toBeDefined();
    expect(screen.getByText(/^预收款不在余额内：/).textContent).toBe(
      '预收款不在余额内：期初 ¥0.00，收到 ¥35,000.00，认款 ¥30,000.00，退款 ¥0.00，期末 ¥5,000.00。',
    );
  });

  it('receipts 3.2 R10.5 is exported for its days, by those who may export', async () => {
    const shown = show();
    await screen.findByText('＝ 期末应付');
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull();
    shown.unmount();
    const may = showPage(<AccountStatementPage />, {
      at: `/merchant/userCenter/accountStatement${span}`,
      state: { user, auth: { 'export.create': true } as never },
      answers: {
        'accountStatement.page': () => listed([issued, paid]),
        'accountStatement.sum': () => sum,
        'export.create': () => {
          throw refusal('export.create', 'RHEX001');
        },
      },
    });
    await may.keyboard.click(await screen.findByRole('button', { name: '导出' }));
    expect(await screen.findByText('日期：2026-11-01 至 2026-11-26')).toBeDefined();
    await may.keyboard.click(screen.getByRole('button', { name: '开始导出' }));
    await expect
      .poll(() => may.of('export.create')[0]?.input)
      .toMatchObject({ kind: 'accountStatement', format: 'xlsx', filter: { from: '2026-11-01', to: '2026-11-26' } });
  });

  it('receipts 3.2 has each posting with the balance after it, which leads to its bill', async () => {
    const page = show();
    const link = (await screen.findAllByRole('link', { name: 'ZD1' }))[0];
    expect(link?.getAttribute('href')).toBe('#/merchant/userCenter/bill?open=ZD1');
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows[0]?.textContent).toBe('2026-11-05出账 待确认2026 年 10 月 · 订单融资ZD1123,456.00252,096.27');
    expect(rows[1]?.textContent).toBe('2026-11-06付款2026 年 10 月 · 订单融资ZD130,000.00222,096.27');
    expect(page.of('accountStatement.page')[0]?.input).toMatchObject({
      from: '2026-11-01',
      to: '2026-11-26',
      direction: 'payable',
    });
    expect(screen.getByText('共 2 笔发生额')).toBeDefined();
  });

  it('receipts 3.2 begins with last month until today', async () => {
    const page = show({}, '');
    await screen.findByText('＝ 期末应付');
    const input = page.of('accountStatement.sum')[0]?.input as { readonly from: string; readonly to: string };
    expect(input.from).toMatch(/^\d{4}-\d\d-01$/);
    expect(new Date(input.to).getUTCMonth()).toBe((new Date(input.from).getUTCMonth() + 1) % 12);
  });

  it('receipts 3.1 where nothing is received no part of the page is about it', async () => {
    show();
    await screen.findByText('＝ 期末应付');
    expect(screen.queryByText('＝ 期末应收')).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('receipts 3.1 what is received stands beside, with postings of its own', async () => {
    const receivable = { ...nothing, openingAmount: fen(700), closingAmount: fen(700) };
    const both = show({ 'accountStatement.sum': () => ({ ...sum, receivable }) });
    await screen.findByText('＝ 期末应收');
    fireEvent.click(screen.getByRole('radio', { name: '应收' }));
    await expect.poll(() => both.of('accountStatement.page').at(-1)?.input).toMatchObject({ direction: 'receivable' });
  });

  it('receipts 3.2 a month without any movement says so', async () => {
    const still = { ...sum.payable, flows: [], closingAmount: sum.payable.openingAmount };
    show({ 'accountStatement.page': () => listed([]), 'accountStatement.sum': () => ({ ...sum, payable: still }) });
    expect(await screen.findByText('本期没有往来')).toBeDefined();
    expect((await screen.findByText('＝ 期末应付')).closest('dl')?.textContent).toContain('＝ 期末应付¥128,640.27');
    expect(screen.getByRole('button', { name: /^日期：/ })).toBeDefined();
  });

  it('receipts 3.2 on paper it says what is open in figures and capitals, how it came about, and its digest', async () => {
    show();
    await screen.findByRole('button', { name: '打印' });
    const paper = document.querySelector('article')?.textContent ?? '';
    for (const text of [
      '2026-11-01 至 2026-11-26',
      '截至 2026-11-26 24:00，贵司应付我司',
      '¥222,096.27',
      '人民币贰拾贰万贰仟零玖拾陆元贰角柒分',
      '期初应付128,640.27',
      '付款 1 笔-30,000.00',
      '期末应付222,096.27',
      '其中待确认 ¥123,456.00。',
      '账龄：未到期 123,456.00；逾期 31–60 天 98,640.27。',
      '另有预收款 5,000.00，未抵扣，不在余额之内。',
      '制表（盖章）',
      'a'.repeat(64),
    ])
      expect(paper).toContain(text);
    expect(paper).not.toContain('我司应付贵司');
  });

  it('receipts 3.2 on paper of a day that is not over it states no day’s end and no digest', async () => {
    const unapplied = { ...sum.unapplied, inCheckAmount: fen(20_000) };
    show({ 'accountStatement.sum': () => ({ ...sum, unapplied, isFinal: false }) });
    await screen.findByRole('button', { name: '打印' });
    const paper = document.querySelector('article')?.textContent ?? '';
    expect(paper).toContain('截至打印时（2026-11-26 尚未结束），贵司应付我司');
    expect(paper).toContain('另有预收款 5,000.00（其中 200.00 核对中）');
    expect(paper).not.toMatch(/24:00|a{64}/);
    expect(screen.getByText(/^预收款不在余额内：/).textContent).toContain('其中 ¥200.00 核对中');
  });

  it('R1.4 on H5 it is cards', async () => {
    pageTypeStore.set('H5');
    try {
      show();
      expect(await screen.findByText('+123,456.00')).toBeDefined();
      expect(screen.queryByRole('table')).toBeNull();
    } finally {
      pageTypeStore.set('PC');
    }
  });

  it('R2.9 offers another try when it failed to come', async () => {
    let tries = 0;
    show({
      'accountStatement.page': () => {
        tries += 1;
        if (tries === 1) throw refusal('accountStatement.page', 'RHSY429');
        return listed([issued]);
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText('252,096.27')).toBeDefined();
  });

  it('R2.9 says when the role may not see it', async () => {
    const forbidden = (operation: 'accountStatement.page' | 'accountStatement.sum') => () => {
      throw refusal(operation, 'RHSY403');
    };
    show({
      'accountStatement.page': forbidden('accountStatement.page'),
      'accountStatement.sum': forbidden('accountStatement.sum'),
    });
    expect(await screen.findByText('您没有查看这里的权限')).toBeDefined();
  });

  it('R4.13 a tenant that is not certified is led to the wizard', async () => {
    const uncertified = () => {
      throw refusal('accountStatement.sum', 'RHCE002');
    };
    show({ 'accountStatement.page': uncertified, 'accountStatement.sum': uncertified });
    expect(await screen.findByRole('link', { name: '去认证' })).toBeDefined();
  });
});
