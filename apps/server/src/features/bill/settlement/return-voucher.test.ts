import { dayOf } from '@ronghui/domain/calendar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdf } from '#features/file/file.fixture';
import { newKey } from '#features/order/order.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { type AddedBill, addBill } from '../bill.fixture.ts';
import { kindsOf } from '../confirmation/bill-history.fixture.ts';
import { decide, outcomesOf } from '../confirmation/confirmation.fixture.ts';

let app: TestApp;
let owner: Merchant;
let desk: TestBrowser;
beforeAll(async () => {
  app = await testApp();
  owner = await makeMerchant(app, '林经理');
  desk = await enterStaff(app, 'return-finance', { roles: ['finance'] });
  await app.rows("update staff set name = '李娜' where account = 'return-finance'");
});
afterAll(() => app.close());

const confirmed = async (given: Parameters<typeof addBill>[2] = {}): Promise<AddedBill> => {
  const bill = await addBill(app, owner, given);
  outcomesOf(await decide(owner, 'bill.batchConfirm', [bill]));
  return bill;
};
/** Sends a voucher for some bills; returns its id. */
const send = async (...bills: readonly AddedBill[]): Promise<string> => {
  // A voucher is sent after what was done before.
  await app.clock.advance({ minutes: 1 });
  const file = await owner.browser.upload('file.upload', '回单.pdf', pdf);
  const reply = await owner.browser.call('bill.uploadVoucher', {
    billNos: bills.map(({ billNo }) => billNo),
    fileIds: [file.body.data.fileId],
    paidAt: new Date(app.clock.now().getTime() - 30_000).toISOString(),
    idempotencyKey: newKey(),
  });
  if (reply.status !== 200) throw new Error(reply.text);
  const [row] = await app.rows('select voucher_id from bill_voucher order by sent_at desc limit 1');
  return String(row?.['voucher_id']);
};
const readByStaff = async ({ billNo }: AddedBill) => (await desk.call('ops.bill.detail', { billNo })).body.data;
const asMerchant = async ({ billNo }: AddedBill) => (await owner.browser.call('bill.detail', { billNo })).body.data;
const giveBack = async (bill: AddedBill, voucherId: string, changes: Readonly<Record<string, unknown>> = {}) =>
  desk.call('ops.bill.returnVoucher', {
    billNo: bill.billNo,
    voucherId,
    reason: '未查到这笔款项',
    version: (await readByStaff(bill)).version,
    idempotencyKey: newKey(),
    ...changes,
  });
const pay = async ({ billNo }: AddedBill, amount: number, serial: string) => {
  await app.clock.advance({ minutes: 1 });
  const payments = [{ billNo, amount, on: dayOf(app.clock.now()), serial }];
  return desk.call('ops.bill.settle', { payments, idempotencyKey: newKey() });
};
const noticesOf = ({ billNo }: AddedBill) =>
  app.rows("select title, text from notice where place_id = $1 and title = '付款凭证被退回'", [billNo]);

describe('R10.3 a voucher that is sent back', () => {
  it('R10.3 R11.6 changes no state: the bill is to be paid, the merchant reads why, and sends another one', async () => {
    const bill = await confirmed();
    const voucherId = await send(bill);
    const before = await asMerchant(bill);
    expect(await readByStaff(bill)).toMatchObject({ inCheck: true, returnable: [voucherId] });
    const reply = await giveBack(bill, voucherId);
    expect(reply).toMatchObject({ status: 200, body: { data: { version: before.version + 1 } } });
    const after = await asMerchant(bill);
    const { at } = after.vouchers[0].returned;
    const returned = { reason: '未查到这笔款项', at };
    expect(after).toEqual({
      ...before,
      inCheck: false,
      version: before.version + 1,
      vouchers: [{ ...before.vouchers[0], returned }],
      timeline: [
        ...before.timeline,
        { kind: 'voucherReturned', by: '平台运营', at: returned.at, amount: bill.amount, reason: returned.reason },
      ],
    });
    expect(await kindsOf(app, bill)).toEqual(['issued', 'confirmed']);
    // Colleagues are named to colleagues.
    const { timeline, returnable } = await readByStaff(bill);
    expect([timeline.at(-1).by, returnable]).toEqual(['李娜', []]);
    expect(await noticesOf(bill)).toEqual([
      { title: '付款凭证被退回', text: expect.stringContaining('原因：未查到这笔款项。') },
    ]);
    const events = await app.rows(
      "select object, tenant_id, after from audit_event where operation = 'ops.bill.returnVoucher'",
    );
    expect(events).toMatchObject([
      { object: bill.billNo, tenant_id: owner.tenantId, after: { voucherId, reason: '未查到这笔款项' } },
    ]);
    const next = await send(bill);
    expect(await readByStaff(bill)).toMatchObject({ inCheck: true, returnable: [next] });
    expect((await pay(bill, bill.amount, 'S-1')).body.data.results).toMatchObject([{ outcome: 'settled' }]);
  });

  it('R10.3 one of several bills is sent back for all of them, with one notice; a voucher beside it stays in check', async () => {
    const [one, other] = [await confirmed(), await confirmed()];
    await send(other);
    const both = await send(one, other);
    expect((await giveBack(one, both)).status).toBe(200);
    expect([(await asMerchant(one)).inCheck, (await asMerchant(other)).inCheck]).toEqual([false, true]);
    expect((await asMerchant(other)).vouchers[0].returned).toMatchObject({ reason: '未查到这笔款项' });
    expect([await noticesOf(one), await noticesOf(other)]).toMatchObject([
      [{ text: expect.stringContaining('等 2 张账单') }],
      [],
    ]);
  });

  it('R10.3 is not sent back twice, nor after a payment, nor on what was not seen; nothing is stored then', async () => {
    const [bill, paid, strange] = [await confirmed(), await confirmed({ fees: [100, 200] }), await confirmed()];
    const [voucherId, checked] = [await send(bill), await send(paid)];
    expect((await pay(paid, 100, 'S-2')).status).toBe(200);
    const stored = () => app.rows('select * from bill_voucher order by voucher_id');
    const before = await stored();
    expect(await giveBack(paid, checked)).toMatchObject({ status: 409, body: { errCode: 'RHBI004' } });
    expect(await giveBack(bill, voucherId, { version: 1 })).toMatchObject({
      status: 409,
      body: { errCode: 'RHSY409' },
    });
    expect(await giveBack(strange, voucherId)).toMatchObject({ status: 404 });
    expect(await giveBack(bill, voucherId, { billNo: 'ZD-none' })).toMatchObject({ status: 404 });
    expect(await giveBack(bill, voucherId, { reason: '  ' })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'reason' }] } },
    });
    expect(await stored()).toEqual(before);
    expect((await giveBack(bill, voucherId)).status).toBe(200);
    expect(await giveBack(bill, voucherId)).toMatchObject(cameSecond(somebody, '退回付款凭证', 'RHBI004'));
    expect(await noticesOf(bill)).toHaveLength(1);
  });

  it('R4.12 of ten that send one voucher back at once, one does', async () => {
    const bill = await confirmed();
    const voucherId = await send(bill);
    const { version } = await readByStaff(bill);
    const replies = await Promise.all(Array.from({ length: 10 }, () => giveBack(bill, voucherId, { version })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect(await noticesOf(bill)).toHaveLength(1);
  });

  it('security 4.12 only those who may settle send a voucher back', async () => {
    const bill = await confirmed();
    const voucherId = await send(bill);
    const support = await enterStaff(app, 'return-support', { roles: ['support'] });
    const { version } = await readByStaff(bill);
    const payload = { billNo: bill.billNo, voucherId, reason: '查不到', version, idempotencyKey: newKey() };
    expect((await support.call('ops.bill.returnVoucher', payload)).status).toBe(403);
    expect(await readByStaff(bill)).toMatchObject({ inCheck: true, returnable: [voucherId] });
  });
});
