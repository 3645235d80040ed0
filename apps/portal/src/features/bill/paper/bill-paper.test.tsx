import { fen, noFen } from '@ronghui/domain/money';
import { describe, expect, it } from 'vitest';
import { showPage, user } from '#kernel/testing/page.fixture.tsx';
import { bill, detail, line, tieredRule } from '../bill.fixture.ts';
import type { BillDetail } from '../bill-queries.ts';
import { BillPaper } from './bill-paper.tsx';

const textOf = (more: Partial<BillDetail>): string => {
  const shown = showPage(<BillPaper bill={{ ...detail, ...more }} lines={[line]} />, {
    at: `/merchant/userCenter/bill?open=${bill.billNo}`,
    state: { user, auth: {} },
  });
  const text = document.body.textContent ?? '';
  shown.unmount();
  return text;
};

const payment = {
  amount: fen(100_000),
  on: '2026-11-20',
  serial: 'S-1',
  by: '平台运营',
  at: '2026-11-21T02:00:00.000Z',
};
const confirmed = {
  status: 'confirmed',
  dueIsExpected: false,
  paidAmount: fen(100_000),
  settlements: [payment],
} as const satisfies Partial<BillDetail>;

describe('the paper of a bill', () => {
  it('R10.3 has the payments that stand with their day and serial, and what is open', () => {
    const reversed = { reason: '登记错账单', by: '平台运营', at: '2026-11-22T02:00:00.000Z' };
    const text = textOf({ ...confirmed, reversedSettlements: [{ ...payment, serial: 'S-0', reversed }] });
    expect(text).toContain('结算记录2026-11-20：¥1,000.00，银行流水号 S-1（平台运营，2026-11-21 登记）');
    expect(text).toContain('已付¥1,000.00');
    expect(text).toContain('未付¥127,406.50');
    expect(text).not.toContain('S-0');
    expect(textOf({})).not.toContain('结算记录');
  });

  it('R10.3 of a bill that the provider pays says what was received', () => {
    const text = textOf({ ...confirmed, direction: 'receivable', payee: null });
    expect(text).toContain('已收¥1,000.00');
    expect(text).toContain('未收¥127,406.50');
    const paid = {
      direction: 'receivable',
      paidAmount: bill.amount,
      settlements: [{ ...payment, amount: bill.amount }],
    };
    expect(textOf({ ...confirmed, ...paid, status: 'settled' } as Partial<BillDetail>)).not.toContain('未收');
  });

  it('receipts 2.3 has the payment code that a transfer names; of one that the provider pays there is none', () => {
    expect(textOf({})).toContain('账号 0000 1111，转账附言 K7M29PXH');
    expect(textOf({ direction: 'receivable', payee: null })).not.toContain('K7M29PXH');
  });

  it('R10.4 names the lines that an answer changed, wherever they stand in the bill', () => {
    expect(textOf({})).toContain('其中 HT-19877：¥630.00 → ¥0.00。');
    const [of] = detail.adjustments;
    if (of === undefined) throw new Error('the bill of the fixture was adjusted');
    const more = {
      ...of,
      lines: [...of.lines, { lineId: 'line-3', loanNo: 'HT-2', fromAmount: fen(1), toAmount: noFen }],
    };
    expect(textOf({ adjustments: [more] })).toContain('其中 HT-19877：¥630.00 → ¥0.00；HT-2：¥0.01 → ¥0.00。');
  });

  it('R10.3 has the table by tier and what the rounding of each line is', () => {
    expect(textOf({})).not.toContain('分档计算');
    const text = textOf({ rules: [tieredRule] });
    expect(text).toContain('¥0.00 至 ¥100,000.00 的部分¥100,000.00 × 1.20%¥1,200.00');
    expect(text).toContain('逐笔四舍五入+¥0.04');
  });
});
