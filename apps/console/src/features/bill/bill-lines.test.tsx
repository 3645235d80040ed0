import { fen } from '@ronghui/domain/money';
import { describe, expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { BillLines } from './bill-lines.tsx';
import type { BillLine, NamedBill } from './lines-queries.ts';

const line = (place: number, more: Partial<BillLine> = {}): BillLine => ({
  lineId: `20261${place}`,
  loanNo: `HT-${place}`,
  stageId: 's10',
  orgId: 'o1',
  projectId: 'p1',
  productId: 'loan',
  borrowerMasked: '张*',
  loanAmount: fen(5_000_000),
  quantity: null,
  unit: '元',
  rate: null,
  amount: fen(60_000),
  occurredOn: '2026-10-15',
  computation: '50,000.00 × 1.20% = 600.00',
  rule: { ruleId: 'r1', version: 2 },
  ...more,
});
const page = { page: 1, pageSize: 20 };
const lines = (answer: NonNullable<Answers['ops.bill.lines']>, bill: NamedBill = { billNo: 'ZD1' }) =>
  showPage(<BillLines bill={bill} />, {
    at: '/bills',
    answers: { 'ops.bill.lines': answer },
    state: { auth: { 'ops.billing.read': true } },
  });

describe('R11.6 the lines of a bill at the console', () => {
  it('R11.6 are shown with their computation, their fee and the id that a correction names', async () => {
    const corrected = line(2, {
      adjustedAmount: fen(50_000),
      correctsLineId: '202609',
      borrowerMasked: null,
      loanAmount: null,
      quantity: 3,
      unit: '笔',
    });
    const shown = lines(() => ({
      ...page,
      items: [line(1), corrected],
      total: 2,
      totalIsExact: true,
      nextCursor: null,
    }));
    const rows = within(await screen.findByRole('region', { name: '明细与计算' }));
    expect(rows.getAllByText('50,000.00 × 1.20% = 600.00')).toHaveLength(2);
    expect(rows.getByText('202611')).toBeDefined();
    expect(rows.getByText('更正 202609')).toBeDefined();
    expect(rows.getByText('原为 ¥600.00')).toBeDefined();
    expect(rows.getByText('3 笔')).toBeDefined();
    expect(screen.getByText(/已显示 2 \/ 2/)).toBeDefined();
    expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull();
    expect(screen.queryByText(/^纸上只有/)).toBeNull();
    expect(shown.of('ops.bill.lines')[0]?.input).toMatchObject({ billNo: 'ZD1' });
  });

  it('contract 4 are read on by the cursor, also after a part that did not come', async () => {
    let fails = true;
    const shown = lines(({ cursor }) => {
      if (cursor === undefined) return { ...page, items: [line(1)], total: 2, totalIsExact: true, nextCursor: 'next' };
      if (fails) throw refusal('ops.bill.lines', 'OPSB0001');
      return { ...page, items: [line(2)], nextCursor: null };
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '加载更多' }));
    const again = await screen.findByRole('button', { name: '没有读到，重试' });
    // What the browser prints meanwhile says where the other lines are.
    expect(screen.getByText(/^纸上只有已显示的 1.条；全部明细/)).toBeDefined();
    expect(screen.getByText('HT-1')).toBeDefined();
    fails = false;
    await shown.keyboard.click(again);
    expect(await screen.findByText('HT-2')).toBeDefined();
    expect(shown.of('ops.bill.lines').at(-1)?.input).toMatchObject({ billNo: 'ZD1', cursor: 'next' });
  });

  it('R11.6 of a draft are asked for by its key, and found by the beginning of their reference', async () => {
    const draft = { tenantId: 't1', billId: 'b1' };
    const shown = lines(
      ({ loanNo }) => ({ ...page, items: loanNo === undefined ? [line(1)] : [], nextCursor: null }),
      draft,
    );
    await screen.findByText('HT-1');
    await shown.keyboard.type(screen.getByRole('textbox', { name: '明细的业务编号' }), 'HT-9');
    await shown.keyboard.click(screen.getByRole('button', { name: '查找' }));
    expect(await screen.findByText('没有这个业务编号的明细')).toBeDefined();
    expect(shown.of('ops.bill.lines').at(-1)?.input).toMatchObject({ ...draft, loanNo: 'HT-9' });
  });

  it('R2.9 say when there is none, and when they did not come', async () => {
    const none = lines(() => ({ ...page, items: [], total: 0, totalIsExact: true, nextCursor: null }));
    expect(await screen.findByText('没有明细')).toBeDefined();
    none.unmount();
    lines(
      () => {
        throw refusal('ops.bill.lines', 'OPSB0001');
      },
      { billNo: 'ZD2' },
    );
    expect(await screen.findByRole('button', { name: /重试/ })).toBeDefined();
  });
});
