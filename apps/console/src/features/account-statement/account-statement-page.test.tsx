import { fen, noFen } from '@ronghui/domain/money';
import { describe, expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts } from '#kernel/testing/page.fixture.tsx';
import { AccountStatementPage } from './account-statement-page.tsx';
import type { Posting, Statement } from './account-statement-queries.ts';

const paid: Posting = {
  day: '2026-11-06',
  at: '2026-11-06T02:00:00.000Z',
  kind: 'paid',
  itemKind: 'bill',
  itemNo: 'ZD1',
  title: '2026 年 10 月 · 订单融资',
  amount: fen(-3_000_000),
  balanceAmount: fen(9_864_027),
  valueOn: '2026-11-04',
  serial: 'S-1',
  receiptNo: 'SK1',
};
const side: Statement['payable'] = {
  openingAmount: fen(12_864_027),
  flows: [{ kind: 'paid', count: 1, amount: fen(-3_000_000) }],
  closingAmount: fen(9_864_027),
  ages: [{ band: 'upTo60', count: 1, amount: fen(9_864_027) }],
  pendingAmount: noFen,
  disputedAmount: noFen,
};
const sum: Statement = {
  from: '2026-11-01',
  to: '2026-11-26',
  payable: side,
  receivable: { ...side, openingAmount: noFen, flows: [], closingAmount: noFen, ages: [] },
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
const page = { total: 1, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null };

const show = (search: string, more: Answers = {}, held: object = {}) =>
  showPage(<AccountStatementPage />, {
    at: `/accountStatement${search}`,
    answers: {
      'ops.accountStatement.sum': () => sum,
      'ops.accountStatement.page': () => ({ items: [paid], ...page }),
      'ops.bill.names': () => ({ items: [{ id: 't1', name: '云栖商贸' }] }),
      ...more,
    },
    state: { auth: { 'ops.receipt.read': true, ...held } as never },
  });

describe('R15.3 the statement of account of any merchant', () => {
  it('receipts 3.2 asks nothing before a merchant is chosen', async () => {
    const shown = show('');
    expect(await screen.findByText('请选择商户')).toBeDefined();
    expect(shown.of('ops.accountStatement.sum')).toEqual([]);
    expect(shown.of('ops.accountStatement.page')).toEqual([]);
    expect(screen.getByText('商户')).toBeDefined();
  });

  it('receipts 3.2 has the sums of both directions and unapplied money beside, and each posting with the balance after it', async () => {
    const shown = show('?tenantId=t1&from=2026-11-01&to=2026-11-26', {}, { 'ops.billing.read': true });
    const row = (await screen.findByText('98,640.27')).closest('tr');
    expect(row?.textContent).toBe('2026-11-06付款2026 年 10 月 · 订单融资ZD1SK130,000.0098,640.27');
    expect(screen.getByRole('link', { name: 'ZD1' }).getAttribute('href')).toContain('open=ZD1');
    expect(screen.getByRole('link', { name: 'SK1' }).getAttribute('href')).toBe('#/receipts?open=SK1');
    expect(await screen.findByRole('heading', { name: '预收款（不在余额内）' })).toBeDefined();
    expect(screen.getByText(/^逾期 31–60 天 1\s张 ¥98,640\.27$/)).toBeDefined();
    const asked = { tenantId: 't1', from: '2026-11-01', to: '2026-11-26' };
    expect(shown.of('ops.accountStatement.sum')[0]?.input).toEqual(asked);
    expect(shown.of('ops.accountStatement.page')[0]?.input).toMatchObject({ ...asked, direction: 'payable' });
  });

  it('receipts 3.1 the other direction is a list of its own', async () => {
    const shown = show('?tenantId=t1&direction=receivable', {
      'ops.accountStatement.page': () => ({ items: [], ...page, total: 0 }),
    });
    expect(await screen.findByText('本期没有往来')).toBeDefined();
    expect(shown.of('ops.accountStatement.page')[0]?.input).toMatchObject({ direction: 'receivable' });
  });

  it('R6.2 a bill is a link for those alone who may read bills', async () => {
    show('?tenantId=t1');
    await screen.findByText('98,640.27');
    expect(screen.queryByRole('link', { name: 'ZD1' })).toBeNull();
  });

  it('receipts 3.2 is saved as a workbook of the chosen merchant and days', async () => {
    const shown = show('?tenantId=t1&from=2026-11-01&to=2026-11-26', {
      'ops.accountStatement.export': () => {
        throw refusal('ops.accountStatement.export', 'RHSY404');
      },
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '导出 Excel' }));
    expect(shown.of('ops.accountStatement.export')[0]?.input).toEqual({
      tenantId: 't1',
      from: '2026-11-01',
      to: '2026-11-26',
    });
    await expect.poll(() => toasts()).toHaveLength(1);
  });

  it('R2.9 offers another try when it failed to come', async () => {
    let tries = 0;
    show('?tenantId=t1', {
      'ops.accountStatement.page': () => {
        tries += 1;
        if (tries === 1) throw refusal('ops.accountStatement.page', 'RHSY429');
        return { items: [paid], ...page };
      },
    });
    (await screen.findByRole('button', { name: '重试' })).click();
    expect(await screen.findByText('98,640.27')).toBeDefined();
  });
});
