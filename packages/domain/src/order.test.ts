import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fen } from './money.ts';
import {
  actionsOn,
  addMonths,
  isOrderFinal,
  type OrderAction,
  type OrderActor,
  type OrderState,
  type OrderStatus,
  orderActions,
  orderStatuses,
  payByAfterReturn,
  reminderDue,
  statusAt,
  stepOrder,
  termOf,
} from './order.ts';

const order = (status: OrderStatus, more: Partial<OrderState> = {}): OrderState => ({
  status,
  totalAmount: fen(100),
  isCertified: true,
  hasVoucher: false,
  ...more,
});
const actors: readonly OrderActor[] = ['merchant', 'ops', 'job'];

const allowed: readonly [OrderStatus, OrderAction, OrderActor, OrderStatus][] = [
  ['pendingReview', 'approve', 'ops', 'pendingPayment'],
  ['pendingReview', 'reject', 'ops', 'rejected'],
  ['pendingReview', 'cancel', 'merchant', 'cancelled'],
  ['pendingPayment', 'cancel', 'merchant', 'cancelled'],
  ['pendingPayment', 'lapse', 'job', 'cancelled'],
  ['pendingPayment', 'sendVoucher', 'merchant', 'pendingPayment'],
  ['pendingPayment', 'acceptPayment', 'ops', 'pendingActivation'],
  ['pendingActivation', 'activate', 'ops', 'active'],
  ['pendingActivation', 'refund', 'ops', 'refunded'],
  ['active', 'refund', 'ops', 'refunded'],
  ['active', 'expire', 'job', 'expired'],
  ['active', 'terminate', 'ops', 'expired'],
];

describe('R4.8 the steps of an order', () => {
  it.each(allowed)('R4.8 %s, %s by %s leads to %s', (status, action, by, to) => {
    expect(stepOrder(order(status), action, by)).toEqual({ ok: true, to });
  });

  it('R4.8 every other step is refused', () => {
    const key = (...parts: readonly string[]) => parts.join(' ');
    const known = new Set(allowed.map(([status, action, by]) => key(status, action, by)));
    for (const status of orderStatuses) {
      for (const action of orderActions) {
        for (const by of actors) {
          if (known.has(key(status, action, by))) continue;
          expect(stepOrder(order(status), action, by)).toEqual({ ok: false, reason: 'notAllowed' });
        }
      }
    }
  });

  it('R4.8 an order with nothing to pay up front skips the payment', () => {
    expect(stepOrder(order('pendingReview', { totalAmount: fen(0) }), 'approve', 'ops')).toEqual({
      ok: true,
      to: 'pendingActivation',
    });
  });

  it('R4.8 an order with nothing to pay can be cancelled until it is opened, a paid one cannot', () => {
    expect(stepOrder(order('pendingActivation', { totalAmount: fen(0) }), 'cancel', 'merchant').ok).toBe(true);
    expect(stepOrder(order('pendingActivation'), 'cancel', 'merchant').ok).toBe(false);
  });

  it('R4.8 a waiting voucher can be accepted, sent back or replaced, and the order cannot be cancelled or lapse meanwhile', () => {
    const waiting = order('pendingPayment', { hasVoucher: true });
    expect(stepOrder(waiting, 'sendBackPayment', 'ops')).toEqual({ ok: true, to: 'pendingPayment' });
    expect(stepOrder(waiting, 'sendVoucher', 'merchant').ok).toBe(true);
    expect(stepOrder(waiting, 'acceptPayment', 'ops').ok).toBe(true);
    expect(stepOrder(waiting, 'cancel', 'merchant').ok).toBe(false);
    expect(stepOrder(waiting, 'lapse', 'job').ok).toBe(false);
  });

  it('R4.13 an order of a tenant that is not certified waits in review', () => {
    expect(stepOrder(order('pendingReview', { isCertified: false }), 'approve', 'ops')).toEqual({
      ok: false,
      reason: 'notCertified',
    });
  });

  it('R4.8 no sequence of steps leaves a final status, pays twice or opens without payment', () => {
    const walk = fc.array(fc.record({ action: fc.constantFrom(...orderActions), by: fc.constantFrom(...actors) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(walk, fc.nat(1000), (moves, totalAmount) => {
        let status: OrderStatus = 'pendingReview';
        let payments = 0;
        let hasVoucher = false;
        for (const { action, by } of moves) {
          const step = stepOrder(order(status, { totalAmount: fen(totalAmount), hasVoucher }), action, by);
          if (!step.ok) continue;
          if (isOrderFinal(status)) return false;
          if (action === 'acceptPayment') payments += 1;
          hasVoucher = action === 'sendVoucher' || (hasVoucher && step.to === status && action !== 'sendBackPayment');
          status = step.to;
          if (status === 'active' && totalAmount > 0 && payments !== 1) return false;
        }
        return payments <= 1;
      }),
    );
  });

  it('R4.8 a screen shows the actions that the table allows', () => {
    expect(actionsOn(order('pendingPayment'), 'merchant')).toEqual(['cancel', 'sendVoucher']);
    expect(actionsOn(order('pendingPayment', { hasVoucher: true }), 'merchant')).toEqual(['sendVoucher']);
    expect(actionsOn(order('active'), 'merchant')).toEqual([]);
    expect(actionsOn(order('pendingReview'), 'ops')).toEqual(['approve', 'reject']);
  });
});

describe('R4.8 terms', () => {
  it.each([
    ['2026-01-31T02:00:00Z', 1, '2026-02-28T02:00:00.000Z'],
    ['2028-01-31T02:00:00Z', 1, '2028-02-29T02:00:00.000Z'],
    ['2026-11-20T00:00:00Z', 12, '2027-11-20T00:00:00.000Z'],
    ['2026-12-15T23:59:59Z', 2, '2027-02-15T23:59:59.000Z'],
  ])('R4.8 %s and %i months end at %s', (from, months, end) => {
    expect(addMonths(new Date(from), months).toISOString()).toBe(end);
  });

  it('R4.8 months are counted in Shanghai time, also in the first eight hours', () => {
    // 1 March, 07:00 in Shanghai is still February in UTC.
    expect(addMonths(new Date('2027-02-28T23:00:00Z'), 1).toISOString()).toBe('2027-03-31T23:00:00.000Z');
  });

  it('R10.2 a renewal begins where the former term ends, or at once when that has passed; without months there is no end', () => {
    const now = new Date('2026-11-20T00:00:00Z');
    const later = new Date('2026-12-01T00:00:00Z');
    expect(termOf(now, 1, later)).toEqual({ activeFrom: later, expiresAt: new Date('2027-01-01T00:00:00Z') });
    expect(termOf(later, 1, now).activeFrom).toEqual(later);
    expect(termOf(now, null, null)).toEqual({ activeFrom: now, expiresAt: null });
  });

  const activeFrom = new Date('2026-01-01T00:00:00Z');
  const expiresAt = new Date('2027-01-01T00:00:00Z');
  it.each([
    ['2026-12-01T00:00:00Z', null, null],
    ['2026-12-02T00:00:00Z', null, 30],
    ['2026-12-02T00:00:00Z', 30, null],
    ['2026-12-25T00:00:00Z', 30, 7],
    ['2026-12-25T00:00:00Z', null, 7],
    ['2026-12-25T00:00:00Z', 7, null],
    ['2027-01-01T00:00:00Z', null, null],
  ])('R4.8 at %s, reminded at %s days, %s days are due', (now, remindedDays, due) => {
    expect(reminderDue({ activeFrom, expiresAt, remindedDays }, new Date(now))).toBe(due);
  });

  it('R4.8 a term that is shorter than a reminder’s days has no reminder on its first day', () => {
    const start = new Date('2026-12-10T00:00:00Z');
    expect(reminderDue({ activeFrom: start, expiresAt, remindedDays: null }, start)).toBeNull();
  });

  it('R4.8 a voucher that is sent back leaves days for another one', () => {
    const now = new Date('2026-11-20T00:00:00Z');
    expect(payByAfterReturn(now, now)).toEqual(new Date('2026-11-23T00:00:00Z'));
    expect(payByAfterReturn(new Date('2026-11-26T00:00:00Z'), now)).toEqual(new Date('2026-11-26T00:00:00Z'));
  });
});

describe('R4.8 deadlines', () => {
  const at = new Date('2026-11-20T00:00:00Z');
  const before = new Date(at.getTime() - 1);
  const facts = { payBy: at, expiresAt: at, hasVoucher: false };

  it('R4.8 end an unpaid order and an active one at their moment, and no other order', () => {
    for (const status of orderStatuses) {
      expect(statusAt({ ...facts, status }, before)).toBe(status);
      const over = { pendingPayment: 'cancelled', active: 'expired' } as const;
      expect(statusAt({ ...facts, status }, at)).toBe(
        status === 'pendingPayment' || status === 'active' ? over[status] : status,
      );
      expect(statusAt({ status, payBy: null, expiresAt: null, hasVoucher: false }, at)).toBe(status);
    }
  });

  it('R4.8 a voucher that waits keeps its order', () => {
    expect(statusAt({ ...facts, status: 'pendingPayment', hasVoucher: true }, at)).toBe('pendingPayment');
  });
});
