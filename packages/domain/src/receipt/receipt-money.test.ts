import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fen, noFen } from '../money.ts';
import {
  type Application,
  isBalanced,
  moneyOfRows,
  moneyReceived,
  moveMoney,
  type ReceiptMoney,
  type ReceiptMove,
  type ReceiptRefund,
} from './receipt-money.ts';

const moves: readonly ReceiptMove[] = ['apply', 'reverse', 'askRefund', 'refundDone', 'refundFailed', 'refundReturned'];
const money = (applied: number, refunding: number, refunded: number, unapplied: number): ReceiptMoney => ({
  amount: fen(applied + refunding + refunded + unapplied),
  applied: fen(applied),
  refunding: fen(refunding),
  refunded: fen(refunded),
  unapplied: fen(unapplied),
});

describe('receipts 1.2 the money of a receipt', () => {
  it('receipts 1.2 is unapplied when it arrives, and nothing that is not above 0 arrives', () => {
    expect(moneyReceived(fen(500))).toEqual(money(0, 0, 0, 500));
    for (const amount of [0, -1]) expect(() => moneyReceived(fen(amount))).toThrow(RangeError);
  });

  it.each<[ReceiptMove, number, ReceiptMoney]>([
    ['apply', 40, money(140, 100, 100, 60)],
    ['apply', 100, money(200, 100, 100, 0)],
    ['reverse', 40, money(60, 100, 100, 140)],
    ['askRefund', 40, money(100, 140, 100, 60)],
    ['refundDone', 40, money(100, 60, 140, 100)],
    ['refundFailed', 40, money(100, 60, 100, 140)],
    ['refundReturned', 40, money(100, 100, 60, 140)],
  ])('receipts 1.2 %s of %i fen takes it from one part to another', (move, amount, after) => {
    expect(moveMoney(money(100, 100, 100, 100), move, fen(amount))).toEqual({ ok: true, money: after });
  });

  it.each(moves)('receipts 1.2 %s takes no more than there is, and nothing that is not above 0', (move) => {
    const before = money(100, 100, 100, 100);
    expect(moveMoney(before, move, fen(101))).toEqual({ ok: false, reason: 'notEnough', available: 100 });
    for (const amount of [0, -1])
      expect(moveMoney(before, move, fen(amount))).toEqual({ ok: false, reason: 'notPositive' });
    expect(moveMoney(before, move, fen(100))).toMatchObject({ ok: true });
  });

  it('receipts 1.2 that is reserved for a refund is applied to nothing until the refund has failed', () => {
    const asked = moveMoney(moneyReceived(fen(100)), 'askRefund', fen(100));
    if (!asked.ok) throw new Error(asked.reason);
    expect(moveMoney(asked.money, 'apply', fen(1))).toEqual({ ok: false, reason: 'notEnough', available: 0 });
    const failed = moveMoney(asked.money, 'refundFailed', fen(100));
    if (!failed.ok) throw new Error(failed.reason);
    expect(moveMoney(failed.money, 'apply', fen(100))).toEqual({ ok: true, money: money(100, 0, 0, 0) });
  });

  it('receipts 1.2 is never made and never lost, whatever moves follow each other', () => {
    const asked = fc.record({ move: fc.constantFrom(...moves), amount: fc.integer({ min: -5, max: 700 }).map(fen) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }).map(fen), fc.array(asked, { maxLength: 60 }), (amount, steps) => {
        let now = moneyReceived(amount);
        for (const { move, amount: moved } of steps) {
          const decision = moveMoney(now, move, moved);
          if (decision.ok) now = decision.money;
          expect(now.amount).toBe(amount);
          expect(isBalanced(now)).toBe(true);
        }
      }),
    );
  });

  it('receipts 1.2 holds to the largest amounts', () => {
    const all = fen(Number.MAX_SAFE_INTEGER);
    expect(moveMoney(moneyReceived(all), 'apply', all)).toMatchObject({
      ok: true,
      money: { applied: all, unapplied: 0 },
    });
  });
});

describe('receipts 1.2 a receipt and its rows', () => {
  it('receipts 1.2 its columns are what its rows say, whatever happens to each of them', () => {
    type Step = 'apply' | 'reverse' | 'ask' | 'done' | 'failed' | 'returned';
    const step = fc.record({
      step: fc.constantFrom<Step>('apply', 'reverse', 'ask', 'done', 'failed', 'returned'),
      amount: fc.integer({ min: 1, max: 400 }).map(fen),
      at: fc.nat(20),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }).map(fen), fc.array(step, { maxLength: 60 }), (amount, steps) => {
        let columns = moneyReceived(amount);
        let applications: readonly Application[] = [];
        let refunds: readonly ReceiptRefund[] = [];
        const take = (move: ReceiptMove, moved: Application['amount']): boolean => {
          const decision = moveMoney(columns, move, moved);
          if (decision.ok) columns = decision.money;
          return decision.ok;
        };
        const endRefund = (at: number, from: ReceiptRefund['state'], to: ReceiptRefund['state'], move: ReceiptMove) => {
          const refund = refunds[at];
          if (refund?.state !== from || !take(move, refund.amount)) return;
          refunds = refunds.map((each, place) => (place === at ? { ...each, state: to } : each));
        };
        for (const { step: what, amount: moved, at } of steps) {
          if (what === 'apply' && take('apply', moved))
            applications = [...applications, { amount: moved, isReversed: false }];
          if (what === 'ask' && take('askRefund', moved)) refunds = [...refunds, { amount: moved, state: 'asked' }];
          if (what === 'done') endRefund(at, 'asked', 'done', 'refundDone');
          if (what === 'failed') endRefund(at, 'asked', 'failed', 'refundFailed');
          if (what === 'returned') endRefund(at, 'done', 'returned', 'refundReturned');
          const application = applications[at];
          if (what === 'reverse' && application?.isReversed === false && take('reverse', application.amount)) {
            applications = applications.map((each, place) => (place === at ? { ...each, isReversed: true } : each));
          }
          expect(moneyOfRows(amount, { applications, refunds })).toEqual(columns);
        }
      }),
    );
  });

  it('receipts 1.2 rows that take more than arrived are named as such', () => {
    const applications = [{ amount: fen(60), isReversed: false }];
    const over = moneyOfRows(fen(100), { applications, refunds: [{ amount: fen(50), state: 'asked' }] });
    expect(over).toMatchObject({ unapplied: -10 });
    expect(isBalanced(over)).toBe(false);
    expect(isBalanced({ ...money(1, 2, 3, 4), amount: fen(11) })).toBe(false);
    expect(isBalanced({ ...money(1, 2, 3, 4), applied: noFen })).toBe(false);
  });
});
