import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { certifyTenant } from '#features/certification/certification.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { applyMoney, registerMoney } from './receipt.fixture.ts';

let app: TestApp;
let own: Merchant;
let desk: PaymentDesk;
beforeAll(async () => {
  app = await testApp();
  own = await makeMerchant(app, '林经理');
  desk = await PaymentDesk.open(app, own);
  await certifyTenant(app, own);
});
afterAll(() => app.close());

const shown = async (by: Merchant = own) => (await by.browser.call('receipt.unapplied', {})).body.data;

describe('R11.2 money that waits at the desk', () => {
  it('receipts 1.2 unapplied money of a known merchant and of nobody are queues of their own, and lists of their own', async () => {
    const waiting = async (name: string) => {
      const { items } = (await desk.staff.browser.call('ops.desk.queues', {})).body.data;
      return items.find(({ queue }: { queue: string }) => queue === name);
    };
    const listed = async (isUnknown: boolean) => {
      const { body } = await desk.staff.browser.call('ops.receipt.list', { isUnapplied: true, isUnknown });
      return body.data.items.map(({ receiptNo }: { receiptNo: string }) => receiptNo);
    };
    expect(await waiting('receiptUnapplied')).toMatchObject({ count: 0 });
    const other = await makeMerchant(app, '何经理');
    const known = await registerMoney(desk, { tenantId: other.tenantId, amount: 900 });
    const unknown = await registerMoney(desk, { amount: 800 });
    expect(await waiting('receiptUnapplied')).toMatchObject({ count: 1, overdue: 0 });
    expect(await waiting('receiptUnknown')).toMatchObject({ count: 1, overdue: 0 });
    expect(await listed(false)).toEqual([known]);
    expect(await listed(true)).toEqual([unknown]);
    for (const receiptNo of [known, unknown])
      await desk.staff.write('ops.receipt.takeBack', { receiptNo, version: 1, reason: '登记错了' });
    expect(await waiting('receiptUnapplied')).toMatchObject({ count: 0 });
    expect(await waiting('receiptUnknown')).toMatchObject({ count: 0 });
  });
});

describe('R15.3 a merchant sees its unapplied money', () => {
  it('receipts 1.2 none at first', async () => {
    expect(await shown()).toEqual({ count: 0, amount: 0, inCheckAmount: 0, items: [] });
  });

  it('receipts 1.2 what arrived and pays nothing yet is shown until it is applied; of others and of nobody nothing is', async () => {
    const other = await makeMerchant(app, '周经理');
    await certifyTenant(app, other);
    await registerMoney(desk, { tenantId: other.tenantId, amount: 1 });
    const ofNobody = await registerMoney(desk, { amount: 7_000 });
    const receiptNo = await registerMoney(desk, { tenantId: own.tenantId, amount: 30_000, serial: 'M-1' });
    expect(await shown()).toMatchObject({
      count: 1,
      amount: 30_000,
      inCheckAmount: 0,
      items: [{ receiptNo, serial: 'M-1', amount: 30_000, unappliedAmount: 30_000, inCheck: false }],
    });
    const bill = await desk.confirmed();
    await applyMoney(desk, receiptNo, [bill, 10_000]);
    await applyMoney(desk, ofNobody, [bill, 2_000]);
    expect(await shown()).toMatchObject({ count: 2, amount: 25_000 });
    await applyMoney(desk, receiptNo, [bill, 20_000]);
    expect(await shown()).toMatchObject({ count: 1, amount: 5_000, items: [{ receiptNo: ofNobody }] });
    expect(await shown(other)).toMatchObject({ count: 1, amount: 1 });
  });

  it('receipts 1.3 money of a payment that was taken back may be another merchant’s: it stands apart', async () => {
    const bill = await desk.confirmed();
    const before = await shown();
    await desk.pay(bill, 4_000, 'M-2');
    await desk.reverse(bill, 'M-2');
    const after = await shown();
    expect(after).toMatchObject({ count: before.count, amount: before.amount, inCheckAmount: 4_000 });
    expect(after.items[0]).toMatchObject({ serial: 'M-2', unappliedAmount: 4_000, inCheck: true });
  });
});
