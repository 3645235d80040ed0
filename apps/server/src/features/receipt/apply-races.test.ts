import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AddedBill } from '#features/bill/bill.fixture';
import { faultsOf } from '#features/bill/confirmation/bill-history.fixture';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { applyMoney, moneyIn, partsNow, registerMoney } from './receipt.fixture.ts';
import { verifyReceipts } from './verification/verification.ts';

let app: TestApp;
let own: Merchant;
let desk: PaymentDesk;
beforeAll(async () => {
  app = await testApp();
  own = await makeMerchant(app, '林经理');
  desk = await PaymentDesk.open(app, own);
});
afterAll(() => app.close());

const rounds = Array.from({ length: 8 }, (_, round) => round);
const money = (amount: number, serial?: string) =>
  registerMoney(desk, { tenantId: own.tenantId, amount, ...(serial === undefined ? {} : { serial }) });
const upwards = (one: number, other: number): number => one - other;
const paidOf = async (bill: AddedBill) => (await desk.seen(bill)).paidAmount;

/** Two calls at once, the one or the other first. */
const atOnce = async <One, Other>(
  round: number,
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One, Other]> => {
  if (round % 2 === 0) return Promise.all([one(), other()]);
  const second = other();
  return Promise.all([one(), second]);
};

describe('R4.12 races of an application', () => {
  it('R4.12 of ten that apply one receipt at once to bills of their own one does, the others have not seen it', async () => {
    const bills: AddedBill[] = [];
    for (let at = 0; at < 10; at += 1) bills.push(await desk.confirmed());
    const receiptNo = await money(100_000);
    const payloads = await Promise.all(bills.map((bill) => partsNow(desk, receiptNo, [[bill, 60_000]])));
    const replies = await Promise.all(payloads.map((payload) => desk.staff.write('ops.receipt.apply', payload)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.errCode === 'RHSY409')).toHaveLength(9);
    expect(await moneyIn(desk, receiptNo)).toEqual([100_000, 60_000, 0, 40_000]);
    expect((await Promise.all(bills.map(paidOf))).toSorted(upwards)).toEqual([
      ...Array.from({ length: 9 }, () => 0),
      60_000,
    ]);
  });

  it('R4.12 of two receipts that pay one bill at once one does; never is more paid than stands', async () => {
    for (const round of rounds) {
      const bill = await desk.confirmed();
      const receipts = [await money(bill.amount), await money(bill.amount)] as const;
      const replies = await atOnce(
        round,
        () => applyMoney(desk, receipts[0], [bill, bill.amount]),
        () => applyMoney(desk, receipts[1], [bill, bill.amount]),
      );
      expect(replies.map(({ status }) => status).toSorted(upwards)).toEqual([200, 422]);
      const parts = await Promise.all(receipts.map((receiptNo) => moneyIn(desk, receiptNo)));
      expect(parts.map(([, applied = 0]) => applied).toSorted(upwards)).toEqual([0, bill.amount]);
      expect(await paidOf(bill)).toBe(bill.amount);
      expect(await faultsOf(app, bill)).toEqual([]);
    }
  });

  it('R4.12 receipts 2.5 against the undoing of another part of the receipt: both are done, or what was seen has changed', async () => {
    for (const round of rounds) {
      const [first, second] = [await desk.confirmed(), await desk.confirmed()];
      const receiptNo = await money(100_000, `RV-${round}`);
      await applyMoney(desk, receiptNo, [first, 60_000]);
      const undo = await desk.payloadOf(first, `RV-${round}`);
      const payload = await partsNow(desk, receiptNo, [[second, 40_000]]);
      const [reversed, reply] = await atOnce(
        round,
        () => desk.staff.write('ops.bill.reversePayment', undo),
        () => desk.staff.write('ops.receipt.apply', payload),
      );
      expect(reversed.status).toBe(200);
      if (reply.status !== 200) expect(reply.body.errCode).toBe('RHSY409');
      const applied = reply.status === 200 ? 40_000 : 0;
      expect(await moneyIn(desk, receiptNo)).toEqual([100_000, applied, 0, 100_000 - applied]);
      expect([await paidOf(first), await paidOf(second)]).toEqual([0, applied]);
    }
  });

  it('R4.12 receipts 2.5 against the undoing of a part on the same bill: the bill is paid by what stands alone', async () => {
    for (const round of rounds) {
      const bill = await desk.confirmed();
      const receipts = [await money(60_000, `SB-${round}`), await money(60_000)] as const;
      await applyMoney(desk, receipts[0], [bill, 60_000]);
      const undo = await desk.payloadOf(bill, `SB-${round}`);
      const payload = await partsNow(desk, receipts[1], [[bill, 60_000]]);
      const [reversed, reply] = await atOnce(
        round,
        () => desk.staff.write('ops.bill.reversePayment', undo),
        () => desk.staff.write('ops.receipt.apply', payload),
      );
      // The bill that was looked at for the undoing has changed where the application came first.
      if (reversed.status !== 200) expect(reversed.body.errCode).toBe('RHSY409');
      expect(reply.status).toBe(200);
      const left = reversed.status === 200 ? 0 : 60_000;
      expect(await moneyIn(desk, receipts[0])).toEqual([60_000, left, 0, 60_000 - left]);
      expect(await paidOf(bill)).toBe(60_000 + left);
      expect(await faultsOf(app, bill)).toEqual([]);
    }
  });

  it('R4.12 receipts 1.3 against its taking back: no fen is applied that never came', async () => {
    for (const round of rounds) {
      const bill = await desk.confirmed();
      const receiptNo = await money(60_000);
      const payload = await partsNow(desk, receiptNo, [[bill, 50_000]]);
      const takeBack = { receiptNo, version: 1, reason: '没有到账' };
      const [reply, takenBack] = await atOnce(
        round,
        () => desk.staff.write('ops.receipt.apply', payload),
        () => desk.staff.write('ops.receipt.takeBack', takeBack),
      );
      expect([reply.status, takenBack.status].toSorted(upwards)).toEqual([200, 409]);
      expect(await moneyIn(desk, receiptNo)).toEqual(reply.status === 200 ? [60_000, 50_000, 0, 10_000] : [0, 0, 0, 0]);
    }
  });

  it('receipts 1.2 after all of them every column is what its rows come to', async () => {
    expect(await verifyReceipts(app.database.reading('service'), [])).toMatchObject({ faults: [] });
  });
});
