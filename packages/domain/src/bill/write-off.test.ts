import { describe, expect, it } from 'vitest';
import {
  openOf,
  presentBill,
  reversePayment,
  settleBill,
  undoWriteOff,
  writeOffNeedsSecond,
  writeOffRest,
  writtenOffOf,
} from '../bill.ts';
import { fen, noFen } from '../money.ts';
import { at, confirmed, disputed, pending, settled, waiting } from './bill.fixture.ts';

const paidInPart = { ...confirmed, paid: fen(99_950) };

describe('receipts 1.6 a write-off', () => {
  it('receipts 1.6 settles the bill with what is open, and nothing is paid by it', () => {
    const step = writeOffRest(paidInPart, 'payable', at());
    expect(step).toMatchObject({ ok: true, amount: 50, bill: { status: 'settled', paid: 99_950, writtenOff: 50 } });
    if (!step.ok) throw new Error('written off');
    expect([openOf(step.bill), writtenOffOf(step.bill)]).toEqual([0, 50]);
    expect(presentBill(step.bill, at())).toEqual(step.bill);
  });

  it.each([
    ['of what the provider pays', paidInPart, 'receivable', 'notPayable'],
    ['of a pending bill', pending, 'payable', 'notConfirmed'],
    ['of a disputed one', disputed, 'payable', 'notConfirmed'],
    ['of a settled one', settled, 'payable', 'notConfirmed'],
    ['of one that waits for its second person', waiting, 'payable', 'waitingApproval'],
  ] as const)('receipts 1.6 there is none %s', (_, bill, direction, reason) => {
    expect(writeOffRest(bill, direction, at())).toEqual({ ok: false, reason });
  });

  it('receipts 1.6 is undone before a payment is, and not while an invoice covers the bill', () => {
    const bill = { ...paidInPart, status: 'settled', writtenOff: fen(50) } as const;
    const payment = { amount: fen(99_950), isReversed: false, isInvoiced: false };
    expect(reversePayment(bill, payment, at())).toEqual({ ok: false, reason: 'writtenOff' });
    expect(undoWriteOff(bill, { isInvoiced: true })).toEqual({ ok: false, reason: 'invoiced' });
    const undone = undoWriteOff(bill, { isInvoiced: false });
    expect(undone).toEqual({ ok: true, amount: 50, bill: { ...bill, status: 'confirmed', writtenOff: noFen } });
    if (!undone.ok) throw new Error('undone');
    expect(undoWriteOff(undone.bill, { isInvoiced: false })).toEqual({ ok: false, reason: 'notWrittenOff' });
    expect(reversePayment(undone.bill, payment, at())).toMatchObject({ ok: true, bill: { paid: 0 } });
    const rest = { amount: fen(50), on: '2026-11-20', serial: 'S-2' };
    expect(settleBill(undone.bill, rest, at())).toMatchObject({ ok: true, isSettled: true, bill: { paid: 100_000 } });
  });

  it('receipts 1.6 above what one may give up alone it takes two', () => {
    expect(writeOffNeedsSecond(fen(100), fen(100))).toBe(false);
    expect(writeOffNeedsSecond(fen(101), fen(100))).toBe(true);
    // The site sets no limit.
    expect(writeOffNeedsSecond(fen(10_000), noFen)).toBe(false);
    expect(writeOffNeedsSecond(fen(10_001), noFen)).toBe(true);
  });
});
