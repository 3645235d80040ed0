import { describe, expect, it } from 'vitest';
import { fen } from './money.ts';
import { addDays, addMonths, type OrderStatus, orderStatuses } from './order.ts';
import {
  needsLiveConsents,
  needsOrderReason,
  orderReasonFault,
  orderReasonLength,
  type ReviewAction,
  type ReviewedOrder,
  reviewOrder,
} from './order-review.ts';

const now = new Date('2026-11-22T08:00:00Z');
const order: ReviewedOrder = {
  status: 'pendingReview',
  totalAmount: fen(13_000),
  isCertified: true,
  hasVoucher: false,
  payBy: null,
  expiresAt: null,
  termMonths: 12,
  formerEnd: null,
  endedConsents: 0,
};
const actions: readonly ReviewAction[] = [
  'approve',
  'reject',
  'lapse',
  'acceptPayment',
  'sendBackPayment',
  'activate',
  'expire',
  'refund',
  'terminate',
];
const timed: readonly ReviewAction[] = ['lapse', 'expire'];
const review = (changes: Partial<ReviewedOrder>, action: ReviewAction) =>
  reviewOrder({ ...order, ...changes }, { action, actor: timed.includes(action) ? 'job' : 'ops', now });

describe('R11.5 the review of an order', () => {
  it('R4.8 rejecting, sending back, refunding and ending need a reason, other steps do not', () => {
    expect(actions.filter(needsOrderReason)).toEqual(['reject', 'sendBackPayment', 'refund', 'terminate']);
    for (const action of actions) {
      expect(orderReasonFault(action, '  '), action).toBe(needsOrderReason(action) ? 'reasonMissing' : null);
      expect(orderReasonFault(action, '字'.repeat(orderReasonLength))).toBeNull();
      expect(orderReasonFault(action, '字'.repeat(orderReasonLength + 1))).toBe('reasonTooLong');
    }
  });

  it('R10.6 a step towards opening needs consents in force, others do not', () => {
    expect(actions.filter(needsLiveConsents)).toEqual(['approve', 'activate']);
    expect(review({ endedConsents: 1 }, 'approve')).toEqual({ ok: false, reason: 'consentGone' });
    expect(review({ status: 'pendingActivation', endedConsents: 1 }, 'activate')).toMatchObject({
      reason: 'consentGone',
    });
    expect(review({ endedConsents: 1 }, 'reject')).toMatchObject({ ok: true, to: 'rejected' });
  });

  it('R4.8 an approval sets a deadline of seven days, where there is something to pay', () => {
    expect(review({}, 'approve')).toEqual({ ok: true, to: 'pendingPayment', changes: { payBy: addDays(now, 7) } });
    expect(review({ totalAmount: fen(0) }, 'approve')).toEqual({ ok: true, to: 'pendingActivation', changes: {} });
    expect(review({ isCertified: false }, 'approve')).toEqual({ ok: false, reason: 'notCertified' });
  });

  it('R4.8 a voucher that is sent back leaves at least three days', () => {
    const waiting = { status: 'pendingPayment', hasVoucher: true } as const;
    expect(review({ ...waiting, payBy: addDays(now, 1) }, 'sendBackPayment')).toMatchObject({
      to: 'pendingPayment',
      changes: { payBy: addDays(now, 3) },
    });
    expect(review({ ...waiting, payBy: addDays(now, 5) }, 'sendBackPayment')).toMatchObject({
      changes: { payBy: addDays(now, 5) },
    });
    expect(review({ ...waiting, hasVoucher: false }, 'sendBackPayment')).toMatchObject({ reason: 'notAllowed' });
  });

  it('R10.2 the term begins now, or at the end of the renewed term', () => {
    const open = { status: 'pendingActivation' } as const;
    const end = addDays(now, 10);
    expect(review(open, 'activate')).toMatchObject({ changes: { activeFrom: now, expiresAt: addMonths(now, 12) } });
    expect(review({ ...open, formerEnd: end }, 'activate')).toMatchObject({
      changes: { activeFrom: end, expiresAt: addMonths(end, 12) },
    });
    expect(review({ ...open, termMonths: null }, 'activate')).toMatchObject({ changes: { expiresAt: null } });
  });

  it('R4.8 steps of time are refused before they are due', () => {
    const unpaid = { status: 'pendingPayment' } as const;
    expect(review({ ...unpaid, payBy: addDays(now, 1) }, 'lapse')).toEqual({ ok: false, reason: 'notDue' });
    expect(review({ ...unpaid, payBy: now }, 'lapse')).toEqual({ ok: true, to: 'cancelled', changes: {} });
    const active = { status: 'active' } as const;
    expect(review(active, 'expire')).toEqual({ ok: false, reason: 'notDue' });
    expect(review({ ...active, expiresAt: now }, 'expire')).toMatchObject({ ok: true, to: 'expired' });
    expect(review(active, 'terminate')).toMatchObject({ ok: true, to: 'expired', changes: { expiresAt: now } });
  });

  it('R4.8 no step leads out of a final status, and staff cannot take a step of time', () => {
    const over: readonly OrderStatus[] = ['expired', 'rejected', 'cancelled', 'refunded'];
    expect(orderStatuses).toEqual(expect.arrayContaining([...over]));
    for (const status of over)
      for (const action of actions) expect(review({ status }, action)).toEqual({ ok: false, reason: 'notAllowed' });
    const due = { ...order, status: 'pendingPayment', payBy: now } as const;
    expect(reviewOrder(due, { action: 'lapse', actor: 'ops', now })).toMatchObject({ reason: 'notAllowed' });
  });
});
