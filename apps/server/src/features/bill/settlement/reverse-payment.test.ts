import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applied, readyTenant } from '#features/invoice/invoice.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';
import type { AddedBill } from '../bill.fixture.ts';
import { faultsOf, kindsOf } from '../confirmation/bill-history.fixture.ts';
import { verifyBills } from '../verification/verification.ts';
import { PaymentDesk } from './reverse-payment.fixture.ts';

let app: TestApp;
let desk: PaymentDesk;
beforeAll(async () => {
  app = await testApp();
  const owner = await makeMerchant(app, '林经理');
  desk = await PaymentDesk.open(app, owner);
  await readyTenant(app, owner);
  await app.rows("update staff set name = '李娜' where account = 'billing-finance'");
});
afterAll(() => app.close());

/** What differs where a bill is reckoned again. */
const differencesOf = async ({ billNo }: AddedBill): Promise<readonly string[]> => {
  const found: string[] = [];
  for await (const { differences } of verifyBills(app.database.reading('service'), [billNo]))
    found.push(...differences);
  return found;
};
const expectRight = async (bill: AddedBill) => {
  expect(await faultsOf(app, bill)).toEqual([]);
  expect(await differencesOf(bill)).toEqual([]);
};
const settledBill = async (): Promise<AddedBill> => {
  const bill = await desk.confirmed();
  expect(await desk.pay(bill, bill.amount, 'S-1')).toBe('settled');
  return bill;
};

describe('R4.9 a payment that was registered by mistake', () => {
  it('R4.9 R11.6 is taken back with a reason: the bill is confirmed and open as before, and both steps stay', async () => {
    const bill = await settledBill();
    const before = await desk.asMerchant(bill);
    const reply = await desk.reverse(bill, 'S-1', { reason: ' 登记错账单 ' });
    expect(reply.body.data).toEqual({ version: before.version + 1, remainingAmount: bill.amount });
    const after = await desk.asMerchant(bill);
    const [payment] = before.settlements;
    const [taken] = after.reversedSettlements;
    const { at } = taken.reversed;
    const { settledAt: _, reversedSettlements: none, ...same } = before;
    expect(none).toBeUndefined();
    expect(after).toEqual({
      ...same,
      status: 'confirmed',
      paidAmount: 0,
      version: before.version + 1,
      settlements: [],
      reversedSettlements: [{ ...payment, reversed: { reason: '登记错账单', by: '平台运营', at } }],
      timeline: [
        ...before.timeline,
        {
          kind: 'paymentReversed',
          by: '平台运营',
          at,
          amount: bill.amount,
          reversedAmount: bill.amount,
          paymentAt: payment.at,
          reason: '登记错账单',
        },
      ],
    });
    // Colleagues are named to colleagues.
    const staffs = await desk.seen(bill);
    expect(staffs.timeline.at(-1).by).toBe('李娜');
    expect(staffs).toMatchObject({ canSettle: true, remainingAmount: bill.amount });
    expect(await desk.noticesOf(bill)).toMatchObject([
      { text: expect.stringMatching(/¥1,200\.00 已撤销，账单尚余 ¥1,200\.00 未结清。原因：登记错账单。$/) },
    ]);
    const trail = await app.rows(
      "select tenant_id, before, after from audit_event where operation = 'ops.bill.reversePayment' and object = $1",
      [bill.billNo],
    );
    expect(trail).toMatchObject([
      {
        tenant_id: desk.owner.tenantId,
        before: { status: 'settled', paid: bill.amount },
        after: { status: 'confirmed', paid: 0, payment: { amount: bill.amount, serial: 'S-1' }, reason: '登记错账单' },
      },
    ]);
    expect(await kindsOf(app, bill)).toEqual(['issued', 'confirmed', 'settled', 'paymentReversed']);
    await expectRight(bill);
  });

  it('R4.9 tells the merchant what is open, however long the reason is', async () => {
    const bill = await settledBill();
    expect((await desk.reverse(bill, 'S-1', { reason: '错'.repeat(500) })).status).toBe(200);
    const [{ text } = { text: '' }] = await desk.noticesOf(bill);
    expect(text).toHaveLength(500);
    expect(text).toMatch(/账单尚余 ¥1,200\.00 未结清。原因：错+$/);
  });

  it('R4.9 is registered again by the same serial, with another sum, and taken back again', async () => {
    const bill = await settledBill();
    for (const amount of [20_000, 30_000]) {
      expect((await desk.reverse(bill, 'S-1')).status).toBe(200);
      expect(await desk.pay(bill, amount, 'S-1')).toBe('paid');
      expect(await desk.pay(bill, amount, 'S-1')).toBe('known');
      expect(await desk.pay(bill, amount + 1, 'S-1')).toBe('serialTaken');
    }
    expect(await desk.pay(bill, bill.amount - 30_000, 'S-2')).toBe('settled');
    const rounds = await app.rows(
      "select payment_round from bill_step where bill_id = $1 and payment_serial = 'S-1' order by step_no",
      [bill.billId],
    );
    expect(rounds.map(({ payment_round }) => payment_round)).toEqual([0, 1, 2]);
    await expectRight(bill);
  });

  it('R4.9 is the one that was chosen of several: the others stand, and the open sum is right wherever it is read', async () => {
    const bill = await desk.confirmed();
    for (const [amount, serial] of [
      [20_000, 'A'],
      [30_000, 'B'],
      [70_000, 'C'],
    ] as const)
      await desk.pay(bill, amount, serial);
    const { browser } = desk.staff;
    const { billNo } = bill;
    const openOf = async () => (await browser.call('ops.bill.toSettleSum', { billNo })).body.data.payable;
    const listed = async (queue: string) =>
      (await browser.call('ops.bill.toSettle', { billNo, queue })).body.data.items;
    expect([await openOf(), await listed('open')]).toMatchObject([{ count: 0 }, []]);
    expect((await desk.reverse(bill, 'B')).status).toBe(200);
    expect(await openOf()).toMatchObject({ count: 1, remainingAmount: 30_000 });
    expect(await listed('open')).toMatchObject([
      { billNo, status: 'confirmed', paidAmount: 90_000, remainingAmount: 30_000 },
    ]);
    expect(await listed('settled')).toEqual([]);
    const { settlements } = await desk.asMerchant(bill);
    expect(settlements.map(({ serial }: { serial: string }) => serial)).toEqual(['A', 'C']);
    const sum = (await desk.owner.browser.call('bill.sum', { billNo })).body.data;
    expect(sum.byDirection.payable).toMatchObject({
      paidAmount: 90_000,
      byStatus: { confirmed: { count: 1 }, settled: { count: 0 } },
    });
    await expectRight(bill);
    await app.rows("update bill set pay_days = 0, confirmed_at = confirmed_at - interval '3 days' where bill_id = $1", [
      bill.billId,
    ]);
    expect(await openOf()).toMatchObject({ overdueCount: 1, overdueAmount: 30_000 });
    expect(await faultsOf(app, bill)).toEqual([]);
    // The due day follows from it.
    expect(await differencesOf(bill)).toEqual([expect.stringMatching(/^确认时间：存储为 \S+，重新计算为 \S+$/)]);
  });

  it.each([
    ['day', 'payment_on = payment_on - 30', 'payment_on = payment_on + 30', '付款日期'],
    ['serial', "payment_serial = 'S-9'", "payment_serial = 'S-1'", '银行流水号'],
    ['person', "by_id = by_id || '2'", 'by_id = left(by_id, -1)', '操作人'],
  ])('R4.9 R11.7 of another %s than the trail tells is named', async (_what, change, undo, words) => {
    const bill = await settledBill();
    const forge = (set: string) =>
      runAsAdmin(app.url, `update bill_step set ${set} where kind = 'settled' and bill_id = '${bill.billId}'`);
    await forge(change);
    expect(await differencesOf(bill)).toEqual([
      expect.stringMatching(new RegExp(`^第 \\d+ 步 settled 的${words}：存储为 \\S+，审计记录为 \\S+$`)),
    ]);
    await forge(undo);
    await expectRight(bill);
  });

  it('R10.3 had checked a voucher, which waits to be checked again; one that another payment has followed does not', async () => {
    const bill = await desk.confirmed();
    const first = await desk.sendVoucher(bill);
    await desk.pay(bill, 20_000, 'A');
    const second = await desk.sendVoucher(bill);
    await desk.pay(bill, 30_000, 'B');
    expect(await desk.seen(bill)).toMatchObject({ inCheck: false, returnable: [] });
    await desk.reverse(bill, 'A');
    expect(await desk.seen(bill)).toMatchObject({ inCheck: false, returnable: [] });
    await desk.reverse(bill, 'B');
    expect(await desk.seen(bill)).toMatchObject({ inCheck: true, returnable: [second, first] });
    expect(await desk.asMerchant(bill)).toMatchObject({ inCheck: true });
    await desk.pay(bill, 20_000, 'A');
    expect(await desk.seen(bill)).toMatchObject({ inCheck: false, returnable: [] });
  });

  it('R4.9 keeps what the clock did to its bill, which is stored first', async () => {
    const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000);
    const bill = await desk.confirmed();
    await desk.pay(bill, bill.amount, 'S-1');
    // As a merchant's reopened feedback leaves it after an answer: pending, with what was paid.
    const late = daysAgo(1);
    await app.rows(
      `update bill set status = 'pending', confirmed_at = null, confirmed_by = null, settled_at = null, confirm_by = $2 where bill_id = $1`,
      [bill.billId, late],
    );
    expect((await desk.reverse(bill, 'S-1')).status).toBe(200);
    expect((await kindsOf(app, bill)).slice(-2)).toEqual(['autoConfirmed', 'paymentReversed']);
    expect(await desk.seen(bill)).toMatchObject({ status: 'confirmed', autoConfirmed: true, paidAmount: 0 });
  });
});

describe('R4.9 a payment is not taken back', () => {
  const stored = (bill: AddedBill) =>
    app.rows(
      'select b.*, (select count(*)::int from bill_step s where s.bill_id = b.bill_id) as steps from bill b where bill_id = $1',
      [bill.billId],
    );

  it('R4.9 while an invoice is applied for or issued for its bill; once that is rejected it is', async () => {
    const bill = await settledBill();
    const invoiceNo = await applied(desk.owner, { billNos: [bill.billNo] });
    const before = await stored(bill);
    expect(await desk.seen(bill)).toMatchObject({ invoiceNo });
    expect(await desk.reverse(bill, 'S-1')).toMatchObject({
      status: 409,
      body: { errCode: 'RHBI010', errMsg: '账单已申请开票或已开票，不能撤销付款；请先驳回开票申请或红冲发票' },
    });
    expect(await stored(bill)).toEqual(before);
    const rejection = await desk.staff.write('ops.invoice.reject', { invoiceNo, version: 1, reason: '付款登记有误' });
    expect(rejection.status).toBe(200);
    expect((await desk.reverse(bill, 'S-1')).status).toBe(200);
    expect(await desk.seen(bill)).not.toHaveProperty('invoiceNo');
    await expectRight(bill);
  });

  it('R4.12 twice, nor on what was not seen, nor without a reason; nothing is stored then', async () => {
    const bill = await settledBill();
    const payload = await desk.payloadOf(bill, 'S-1');
    const write = (changes: object = {}) => desk.staff.write('ops.bill.reversePayment', { ...payload, ...changes });
    const before = await stored(bill);
    expect(await write({ version: 1 })).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    expect(await write({ reason: ' \n' })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'reason' }] } },
    });
    for (const changes of [{ stepNo: 2 }, { stepNo: 99 }, { billNo: 'ZD-none' }])
      expect(await write(changes)).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
    expect(await stored(bill)).toEqual(before);
    expect((await write()).status).toBe(200);
    const again = await write();
    expect(again).toMatchObject(cameSecond(somebody, '撤销付款', 'RHBI009'));
    expect(again.body.errMsg).toBe('这笔付款已经撤销，请刷新后查看');
    expect(await desk.noticesOf(bill)).toHaveLength(1);
    await expectRight(bill);
  });

  it('security 4.12 by who may not settle', async () => {
    const bill = await settledBill();
    const payload = { ...(await desk.payloadOf(bill, 'S-1')), idempotencyKey: newKey() };
    const support = await enterStaff(app, 'reverse-support', { roles: ['support'] });
    expect((await support.call('ops.bill.reversePayment', payload)).status).toBe(403);
    expect(await desk.seen(bill)).toMatchObject({ status: 'settled' });
  });
});
