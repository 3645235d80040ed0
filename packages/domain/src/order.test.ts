import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  actionsOn,
  addMonths,
  isOrderFinal,
  type OrderAction,
  type OrderActor,
  type OrderStatus,
  orderActions,
  orderStatuses,
  stepOrder,
} from './order.ts';

const order = (status: OrderStatus, totalAmount = 100, isCertified = true) => ({ status, totalAmount, isCertified });
const actors: readonly OrderActor[] = ['merchant', 'ops', 'job'];

const allowed: readonly [OrderStatus, OrderAction, OrderActor, OrderStatus][] = [
  ['pendingReview', 'approve', 'ops', 'pendingPayment'],
  ['pendingReview', 'reject', 'ops', 'rejected'],
  ['pendingReview', 'cancel', 'merchant', 'cancelled'],
  ['pendingReview', 'cancel', 'job', 'cancelled'],
  ['pendingPayment', 'cancel', 'merchant', 'cancelled'],
  ['pendingPayment', 'cancel', 'job', 'cancelled'],
  ['pendingPayment', 'acceptPayment', 'ops', 'pendingActivation'],
  ['pendingPayment', 'sendBackPayment', 'ops', 'pendingPayment'],
  ['pendingActivation', 'activate', 'ops', 'active'],
  ['pendingActivation', 'refund', 'ops', 'refunded'],
  ['active', 'refund', 'ops', 'refunded'],
  ['active', 'expire', 'job', 'expired'],
];

describe('R4.8 the life of an order', () => {
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
    expect(stepOrder(order('pendingReview', 0), 'approve', 'ops')).toEqual({ ok: true, to: 'pendingActivation' });
  });

  it('R4.13 an order of a tenant that is not certified waits in review', () => {
    expect(stepOrder(order('pendingReview', 100, false), 'approve', 'ops')).toEqual({
      ok: false,
      reason: 'notCertified',
    });
  });

  it('R4.8 no walk leaves a final status, pays twice or is served without its payment', () => {
    const walk = fc.array(fc.record({ action: fc.constantFrom(...orderActions), by: fc.constantFrom(...actors) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(walk, fc.nat(1000), (moves, totalAmount) => {
        let status: OrderStatus = 'pendingReview';
        let payments = 0;
        for (const { action, by } of moves) {
          const step = stepOrder(order(status, totalAmount), action, by);
          if (!step.ok) continue;
          if (isOrderFinal(status)) return false;
          if (action === 'acceptPayment') payments += 1;
          status = step.to;
          if (status === 'active' && totalAmount > 0 && payments !== 1) return false;
        }
        return payments <= 1;
      }),
    );
  });

  it('R4.8 a screen shows the actions that the table allows', () => {
    expect(actionsOn('pendingPayment', 'merchant')).toEqual(['cancel']);
    expect(actionsOn('active', 'merchant')).toEqual([]);
    expect(actionsOn('pendingReview', 'ops')).toEqual(['approve', 'reject']);
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
});
