import { dayOf } from '@ronghui/domain/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pdf } from '#features/file/file.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { type AddedBill, addBill } from '../bill.fixture.ts';
import { enterBilling } from '../billing/billing.fixture.ts';
import { setSecondApprover } from '../member.fixture.ts';
import { kindsOf } from './bill-history.fixture.ts';
import { decide, outcomesOf } from './confirmation.fixture.ts';

let app: TestApp;
let owner: Merchant;
beforeAll(async () => {
  app = await testApp();
  owner = await makeMerchant(app, '林经理');
});
beforeEach(() => setSecondApprover(app, owner, false));
afterAll(() => app.close());

const upload = async (by = owner, name = '回单.pdf', bytes = pdf): Promise<string> => {
  const reply = await by.browser.upload('file.upload', name, bytes);
  if (reply.status !== 200) throw new Error(reply.text);
  return String(reply.body.data.fileId);
};
const confirmed = async (given: Parameters<typeof addBill>[2] = {}): Promise<AddedBill> => {
  const bill = await addBill(app, owner, given);
  outcomesOf(await decide(owner, 'bill.batchConfirm', [bill]));
  return bill;
};
const send = async (bills: readonly AddedBill[], changes: Readonly<Record<string, unknown>> = {}) =>
  owner.browser.call('bill.uploadVoucher', {
    billNos: bills.map(({ billNo }) => billNo),
    fileIds: [await upload()],
    paidAt: new Date(app.clock.now().getTime() - 60_000).toISOString(),
    idempotencyKey: newKey(),
    ...changes,
  });
const countVouchers = async () =>
  (
    await app.rows(
      'select (select count(*) from bill_voucher) as vouchers, (select count(*) from bill_voucher_item) as items',
    )
  )[0];

describe('R10.3 the voucher of a transfer', () => {
  it('R10.3 one voucher covers several bills, changes no state, and the provider gets a mail', async () => {
    const [one, other] = [await confirmed(), await confirmed({ fees: [4321] })];
    const before = (await owner.browser.call('bill.detail', { billNo: one.billNo })).body.data;
    const reply = await send([one, other, one], { bankSerial: '20261123-7' });
    expect(reply).toMatchObject({ status: 200, body: { data: {} } });
    for (const { billNo } of [one, other]) {
      const { vouchers } = (await owner.browser.call('bill.detail', { billNo })).body.data;
      expect(vouchers).toMatchObject([
        {
          bankSerial: '20261123-7',
          by: '林经理',
          billNos: [one.billNo, other.billNo].toSorted(),
          files: [{ name: '回单.pdf' }],
        },
      ]);
    }
    const {
      vouchers: _,
      inCheck,
      ...after
    } = (await owner.browser.call('bill.detail', { billNo: one.billNo })).body.data;
    const { vouchers: __, inCheck: wasInCheck, ...was } = before;
    expect([wasInCheck, inCheck]).toEqual([false, true]);
    expect(after).toEqual(was);
    expect(await kindsOf(app, one)).toEqual(['issued', 'confirmed']);
    const mail = (await app.sent('mail')).find(({ text }) => text?.includes(one.billNo));
    expect(mail?.['text']).toContain('¥1,243.21');
    expect(mail?.['text']).toContain(other.billNo);
    const events = await app.rows("select after from audit_event where operation = 'bill.uploadVoucher'");
    expect(events).toMatchObject([{ after: { billNos: [one.billNo, other.billNo] } }]);
  });

  it('R10.3 a bill is in check from its voucher until a payment is registered, in its list as in its detail', async () => {
    const [one, other] = [await confirmed({ fees: [100, 200] }), await confirmed()];
    const isInCheck = async ({ billNo }: AddedBill) => {
      const listed = (await owner.browser.call('bill.page', { billNo })).body.data.items;
      const { inCheck } = (await owner.browser.call('bill.detail', { billNo })).body.data;
      expect(listed).toMatchObject([{ billNo, inCheck }]);
      return inCheck;
    };
    expect(await isInCheck(one)).toBe(false);
    await send([one]);
    expect([await isInCheck(one), await isInCheck(other)]).toEqual([true, false]);
    await app.clock.advance({ minutes: 1 });
    const desk = await enterBilling(app);
    const payment = { billNo: one.billNo, amount: 100, on: dayOf(app.clock.now()), serial: 'S-1' };
    expect((await desk.write('ops.bill.settle', { payments: [payment] })).status).toBe(200);
    expect(await isInCheck(one)).toBe(false);
    await app.clock.advance({ minutes: 1 });
    await send([one]);
    expect(await isInCheck(one)).toBe(true);
  });

  it('R10.3 the list and the sum are asked for what is checked, and for what is confirmed and waits for a voucher', async () => {
    const [one, other] = [await confirmed({ fees: [100, 200] }), await confirmed({ fees: [50] })];
    const receivable = await confirmed({ direction: 'receivable' });
    const pending = await addBill(app, owner);
    await send([one]);
    const numbers = [one, other, receivable, pending].map(({ billNo }) => billNo);
    const found = async (payment: string) => {
      const { items } = (await owner.browser.call('bill.page', { payment, pageSize: 100 })).body.data;
      const all = (items as readonly { billNo: string; amount: number }[]).toSorted((a, b) => a.amount - b.amount);
      const sum = (await owner.browser.call('bill.sum', { payment })).body.data;
      expect(sum).toMatchObject({
        count: all.length,
        totalAmount: all.reduce((whole, { amount }) => whole + amount, 0),
      });
      return all.map(({ billNo }) => billNo).filter((billNo) => numbers.includes(billNo));
    };
    expect([await found('inCheck'), await found('open')]).toEqual([[one.billNo], [other.billNo]]);
    expect((await owner.browser.call('bill.page', { payment: 'all' })).status).toBe(422);
  });

  it('R10.3 no voucher for a bill that is pending, waits, is received or is settled; nothing is stored', async () => {
    const good = await confirmed();
    const pending = await addBill(app, owner);
    const receivable = await confirmed({ direction: 'receivable' });
    const settled = await confirmed();
    await app.rows(
      "update bill set status = 'settled', paid_fen = amount_fen, settled_at = app_now() where bill_no = $1",
      [settled.billNo],
    );
    await setSecondApprover(app, owner, true);
    const waiting = await confirmed();
    const before = await countVouchers();
    for (const bill of [pending, receivable, settled, waiting]) {
      expect(await send([good, bill])).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    }
    expect(await countVouchers()).toEqual(before);
    expect(await kindsOf(app, pending)).toEqual(['issued']);
  });

  it('R10.3 a bill is being checked from its voucher until the next payment that is registered, part or whole', async () => {
    const desk = await enterBilling(app, 'voucher-finance');
    const [paid, other] = [await confirmed(), await confirmed()];
    const inCheck = async () =>
      (
        await app.rows('select in_check from bill where bill_id = any($1) order by array_position($1, bill_id)', [
          [paid.billId, other.billId],
        ])
      ).map(({ in_check }) => in_check);
    const pay = (serial: string, amount: number) =>
      desk.write('ops.bill.settle', {
        payments: [{ billNo: paid.billNo, amount, on: dayOf(app.clock.now()), serial }],
      });
    expect(await inCheck()).toEqual([false, false]);
    expect((await send([paid, other])).status).toBe(200);
    expect(await inCheck()).toEqual([true, true]);
    expect((await pay('S-1', 100)).body.data.results).toMatchObject([{ outcome: 'paid' }]);
    expect(await inCheck()).toEqual([false, true]);
    expect((await send([paid])).status).toBe(200);
    expect(await inCheck()).toEqual([true, true]);
    expect((await pay('S-2', paid.amount - 100)).body.data.results).toMatchObject([{ outcome: 'settled' }]);
    expect(await inCheck()).toEqual([false, true]);
  });

  it('R10.3 a bill that the clock confirmed takes one, whether that is stored or not', async () => {
    const issuedAt = new Date(app.clock.now().getTime() - 10 * 86_400_000);
    const late = await addBill(app, owner, { issuedAt, confirmBy: new Date(issuedAt.getTime() + 86_400_000) });
    expect((await send([late])).status).toBe(200);
    expect(await kindsOf(app, late)).toEqual(['issued', 'autoConfirmed']);
  });

  it('R10.3 a bill takes so many vouchers, each with its mail to the provider, and then none', async () => {
    const [one, other] = [await confirmed(), await confirmed()];
    const fileIds = [await upload()];
    const replies = [];
    for (let at = 0; at < 20; at += 1) replies.push((await send([one], { fileIds })).status);
    expect(new Set(replies)).toEqual(new Set([200]));
    const before = await countVouchers();
    for (const bills of [[one], [other, one]]) {
      expect(await send(bills, { fileIds })).toMatchObject({ status: 409, body: { errCode: 'RHBI001' } });
    }
    expect(await countVouchers()).toEqual(before);
    expect((await send([other], { fileIds, bankSerial: '  ' })).status).toBe(200);
    const { vouchers } = (await owner.browser.call('bill.detail', { billNo: other.billNo })).body.data;
    expect(vouchers[0]).not.toHaveProperty('bankSerial');
  });

  it('R6.3 neither a bill nor a file of another tenant', async () => {
    const other = await makeMerchant(app);
    const [good, foreign] = [await confirmed(), await addBill(app, other)];
    const before = await countVouchers();
    const fileIds = [await upload(other)];
    for (const reply of [await send([good, foreign]), await send([good], { fileIds })]) {
      expect(reply).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
    }
    expect(await countVouchers()).toEqual(before);
  });

  it('R5.7 a file that is still scanned, a table, or a part of a certification is refused', async () => {
    const good = await confirmed();
    const before = await countVouchers();
    const scanning = await upload();
    await app.rows("update file set status = 'scanning' where file_id = $1", [scanning]);
    expect(await send([good], { fileIds: [scanning] })).toMatchObject({ status: 409, body: { errCode: 'RHFI002' } });
    const table = await upload(owner, '表.csv', Buffer.from('a,b\r\n1,2\r\n'));
    const card = await upload();
    await app.rows('update file set is_restricted = true where file_id = $1', [card]);
    for (const fileIds of [[table], [card]]) {
      const reply = await send([good], { fileIds });
      expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'fileIds' }] } } });
    }
    expect(await countVouchers()).toEqual(before);
  });

  it.each([
    [{ paidAt: '2099-01-01T00:00:00.000Z' }, 'paidAt'],
    [{ paidAt: '2026-02-30T00:00:00.000Z' }, 'paidAt'],
    [{ billNos: [] }, 'billNos'],
    [{ fileIds: [] }, 'fileIds'],
  ])('R5.5 %j is a 422 that names %s', async (changes, path) => {
    const reply = await send([await confirmed()], changes);
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
  });
});
