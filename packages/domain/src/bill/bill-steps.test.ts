import { describe, expect, it } from 'vitest';
import {
  adjustBill,
  approveBill,
  type BillState,
  canTakeVoucher,
  confirmBill,
  disputeBill,
  keepAmount,
  type Payment,
  presentBill,
  reopenBill,
  reversePayment,
  settleBill,
  withdrawDispute,
} from '../bill.ts';
import { endOfDay } from '../calendar.ts';
import { type Fen, fen, largestAmount } from '../money.ts';
import { at, calendar, confirmBy, confirmed, disputed, now, pending, settled, waiting } from './bill.fixture.ts';

const past = at({ now: confirmBy });

describe('R4.9 disputes', () => {
  it('R4.9 open on a pending bill alone, and not past its confirm-by', () => {
    expect(disputeBill(pending, at())).toEqual({ ok: true, bill: disputed });
    for (const bill of [disputed, confirmed, waiting, settled]) {
      expect(disputeBill(bill, at())).toEqual({ ok: false, reason: 'notPending' });
    }
    expect(disputeBill(pending, past)).toEqual({ ok: false, reason: 'notPending' });
  });

  it('R4.9 reopen on a pending or a confirmed bill, whose confirmation is taken back', () => {
    for (const bill of [pending, confirmed, waiting])
      expect(reopenBill(bill, at())).toEqual({ ok: true, bill: disputed });
    expect(reopenBill(pending, past)).toEqual({ ok: true, bill: disputed });
    expect(reopenBill(settled, at())).toEqual({ ok: false, reason: 'settled' });
    expect(reopenBill(disputed, at())).toEqual({ ok: false, reason: 'otherOpen' });
  });

  it('R4.9 withdrawn keep the confirm-by, or end it today where it has passed meanwhile', () => {
    expect(withdrawDispute(disputed, now)).toEqual({ ok: true, bill: pending });
    const later = new Date('2026-12-01T03:00:00Z');
    expect(withdrawDispute(disputed, later)).toEqual({
      ok: true,
      bill: { ...pending, confirmBy: endOfDay('2026-12-01') },
    });
    expect(withdrawDispute(pending, now)).toEqual({ ok: false, reason: 'notDisputed' });
  });

  it('R4.9 answered by an adjustment: pending with the new amount, and time to confirm', () => {
    expect(adjustBill(disputed, fen(90_000), { now, calendar })).toEqual({
      ok: true,
      bill: { ...pending, amount: 90_000 },
    });
    const later = new Date('2026-11-25T03:00:00Z');
    expect(adjustBill(disputed, fen(0), { now: later, calendar })).toMatchObject({
      bill: { status: 'pending', amount: 0, confirmBy: endOfDay('2026-11-30') },
    });
    expect(adjustBill(disputed, fen(110_000), { now, calendar })).toMatchObject({ ok: true });
  });

  it.each<[BillState, Fen, string]>([
    [pending, fen(1), 'notDisputed'],
    [confirmed, fen(1), 'notDisputed'],
    [settled, fen(1), 'notDisputed'],
    [disputed, fen(-1), 'negative'],
    [disputed, fen(100_000), 'unchanged'],
    [disputed, fen(largestAmount + 1), 'tooLarge'],
    [{ ...disputed, paid: fen(50_000) }, fen(49_999), 'belowPaid'],
  ])('R4.9 an adjustment of %j to %i is refused: %s', (bill, to, reason) => {
    expect(adjustBill(bill, to, { now, calendar })).toEqual({ ok: false, reason });
  });

  it('R4.9 answered by a rejection: pending with the same amount, and time to confirm', () => {
    expect(keepAmount(disputed, now, calendar)).toEqual({ ok: true, bill: pending });
    expect(keepAmount(disputed, confirmBy, calendar)).toMatchObject({ bill: { confirmBy: endOfDay('2026-12-01') } });
    expect(keepAmount(confirmed, now, calendar)).toEqual({ ok: false, reason: 'notDisputed' });
  });
});

describe('R4.9 the settlement', () => {
  const payment: Payment = { amount: fen(100_000), on: '2026-11-20', serial: 'B-1' };
  const settle = (bill: BillState, changes: Partial<Payment> = {}, moment = at()) =>
    settleBill(bill, { ...payment, ...changes }, moment);

  it('R4.9 comes when the sum of the parts reaches the amount', () => {
    const part = settle(confirmed, { amount: fen(40_000) });
    expect(part).toEqual({ ok: true, bill: { ...confirmed, paid: 40_000 }, isSettled: false, remaining: 60_000 });
    if (!part.ok) return;
    expect(settle(part.bill, { amount: fen(60_001) })).toEqual({ ok: false, reason: 'overpaid' });
    expect(settle(part.bill, { amount: fen(60_000) })).toEqual({
      ok: true,
      bill: settled,
      isSettled: true,
      remaining: 0,
    });
  });

  it('R4.9 of a bill with nothing left to pay needs no payment: its confirmation or approval settles it', () => {
    for (const paid of [{ amount: fen(0) }, { paid: pending.amount }]) {
      const by = { seen: paid.amount ?? pending.amount, userId: 'u-1', at: at() };
      const byHand = confirmBill({ ...pending, ...paid }, by);
      expect(byHand).toMatchObject({ outcome: 'confirmed', bill: { status: 'settled' } });
      expect(presentBill({ ...pending, ...paid }, past)).toMatchObject({ status: 'settled', autoConfirmed: true });
      expect(presentBill({ ...waiting, ...paid }, at())).toMatchObject({ status: 'confirmed', approval: 'waiting' });
      expect(presentBill({ ...waiting, ...paid }, past)).toMatchObject({ status: 'settled', autoApproved: true });
      expect(approveBill({ ...waiting, ...paid }, { ...by, userId: 'u-9' })).toMatchObject({
        bill: { status: 'settled', approval: 'none' },
      });
      expect(settle({ ...confirmed, ...paid }, { amount: fen(0) })).toEqual({ ok: false, reason: 'notConfirmed' });
    }
  });

  it.each<[BillState, Partial<Payment>, string]>([
    [pending, {}, 'notConfirmed'],
    [disputed, {}, 'notConfirmed'],
    [settled, {}, 'notConfirmed'],
    [waiting, {}, 'waitingApproval'],
    [confirmed, { amount: fen(0) }, 'notPositive'],
    [confirmed, { amount: fen(-1) }, 'notPositive'],
    [confirmed, { amount: fen(100_001) }, 'overpaid'],
    [confirmed, { on: '2026-11-21' }, 'inFuture'],
    [confirmed, { on: '2026-11-31' }, 'wrongDay'],
    [confirmed, { serial: ' ' }, 'serialMissing'],
  ])('R4.9 is refused: %j with %j is %s', (bill, changes, reason) => {
    expect(settle(bill, changes)).toEqual({ ok: false, reason });
  });

  it('R4.9 takes what the clock has confirmed and approved', () => {
    expect(settle(pending, {}, past)).toMatchObject({ ok: true, bill: { status: 'settled', autoConfirmed: true } });
    expect(settle(waiting, {}, past)).toMatchObject({ ok: true, bill: { status: 'settled', autoApproved: true } });
  });

  it('R4.9 a payment that is taken back is open again, and the bill stands where it stood before it', () => {
    const payment40 = { amount: fen(40_000), isReversed: false, isInvoiced: false };
    const part = settle(confirmed, { amount: fen(40_000) });
    if (!part.ok) throw new Error(part.reason);
    expect(reversePayment(part.bill, payment40, at())).toEqual({ ok: true, bill: confirmed });
    const whole = settle(part.bill, { amount: fen(60_000) });
    if (!whole.ok) throw new Error(whole.reason);
    expect(reversePayment(whole.bill, { ...payment40, amount: fen(60_000) }, at())).toEqual({
      ok: true,
      bill: part.bill,
    });
    // The former of two parts: the later one stands.
    expect(reversePayment(whole.bill, payment40, at())).toEqual({ ok: true, bill: { ...confirmed, paid: 60_000 } });
  });

  it('R4.9 a bill that was settled by a payment that is taken back is disputed again, until it is settled anew', () => {
    expect(reopenBill(settled, at())).toEqual({ ok: false, reason: 'settled' });
    const payment = { amount: settled.amount, isReversed: false, isInvoiced: false };
    const reversal = reversePayment(settled, payment, at());
    if (!reversal.ok) throw new Error(reversal.reason);
    expect(reopenBill(reversal.bill, at())).toMatchObject({ ok: true, bill: { status: 'disputed', paid: 0 } });
    const anew = settle(reversal.bill, { amount: settled.amount });
    if (!anew.ok) throw new Error(anew.reason);
    expect(reopenBill(anew.bill, at())).toEqual({ ok: false, reason: 'settled' });
  });

  it('R4.9 a payment is taken back whatever the bill is by now, and what was decided on it stays', () => {
    const [payment, paid] = [{ amount: fen(40_000), isReversed: false, isInvoiced: false }, fen(40_000)];
    for (const bill of [pending, disputed, waiting]) {
      expect(reversePayment({ ...bill, paid }, payment, at())).toEqual({ ok: true, bill });
    }
    // Adjusted to what was paid, and settled by the clock: it was confirmed at confirm-by.
    expect(reversePayment({ ...pending, amount: paid, paid }, payment, past)).toMatchObject({
      bill: { status: 'confirmed', paid: 0, autoConfirmed: true, confirmedAt: confirmBy },
    });
  });

  it.each([
    [{ isReversed: true, isInvoiced: false }, 'reversed'],
    [{ isReversed: false, isInvoiced: true }, 'invoiced'],
  ])('R4.9 a payment is not taken back where %j: %s', (found, reason) => {
    expect(reversePayment(settled, { amount: settled.amount, ...found }, at())).toEqual({ ok: false, reason });
  });

  it('R10.3 a voucher names a payable bill that is confirmed and approved', () => {
    expect(canTakeVoucher(confirmed, 'payable', at())).toBe(true);
    expect(canTakeVoucher(pending, 'payable', past)).toBe(true);
    expect(canTakeVoucher(confirmed, 'receivable', at())).toBe(false);
    for (const bill of [pending, disputed, waiting, settled]) expect(canTakeVoucher(bill, 'payable', at())).toBe(false);
  });
});
