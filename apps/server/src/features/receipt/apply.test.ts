import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AddedBill } from '#features/bill/bill.fixture';
import { faultsOf, kindsOf } from '#features/bill/confirmation/bill-history.fixture';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { verifyBills } from '#features/bill/verification/verification';
import { applied, readyTenant } from '#features/invoice/invoice.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { applyMoney, moneyIn, type Part, partsNow, registerMoney, seenReceipt } from './receipt.fixture.ts';
import { verifyReceipts } from './verification/verification.ts';

let app: TestApp;
let own: Merchant;
let desk: PaymentDesk;
/** The bills of another merchant, at the same desk. */
let other: PaymentDesk;
beforeAll(async () => {
  app = await testApp();
  own = await makeMerchant(app, '林经理');
  desk = await PaymentDesk.open(app, own);
  other = new PaymentDesk(app, await makeMerchant(app, '周经理'), desk.staff);
  await readyTenant(app, own);
});
afterAll(() => app.close());

const money = (amount: number, given: Readonly<Record<string, unknown>> = {}) =>
  registerMoney(desk, { tenantId: own.tenantId, amount, ...given });
/** Nothing is wrong with the history of a bill, with what the trail has of it, nor with any receipt. */
const expectRight = async (...bills: readonly AddedBill[]) => {
  for (const bill of bills) {
    expect(await faultsOf(app, bill)).toEqual([]);
    for await (const { differences } of verifyBills(app.database.reading('service'), [bill.billNo]))
      expect(differences).toEqual([]);
  }
  expect(await verifyReceipts(app.database.reading('service'), [])).toMatchObject({ faults: [] });
};

describe('receipts 1.2 unapplied money is applied by a press', () => {
  it('receipts 1.2 to several bills in parts: each is a payment step, and the rest stays unapplied', async () => {
    const [one, two] = [await desk.confirmed(), await desk.confirmed()];
    const receiptNo = await money(200_000, { serial: 'A-1' });
    const reply = await applyMoney(desk, receiptNo, [one, 120_000], [two, 30_000]);
    expect(reply.body.data).toEqual({
      version: 2,
      unappliedAmount: 50_000,
      results: [
        { billNo: one.billNo, outcome: 'settled', remainingAmount: 0 },
        { billNo: two.billNo, outcome: 'paid', remainingAmount: 90_000 },
      ],
    });
    expect(await moneyIn(desk, receiptNo)).toEqual([200_000, 150_000, 0, 50_000]);
    expect(await kindsOf(app, one)).toEqual(['issued', 'confirmed', 'settled']);
    expect(await desk.asMerchant(two)).toMatchObject({
      status: 'confirmed',
      paidAmount: 30_000,
      settlements: [{ amount: 30_000, serial: 'A-1' }],
    });
    const { applications, version } = await seenReceipt(desk, receiptNo);
    expect(applications).toMatchObject([
      { kind: 'bill', itemNo: one.billNo, amount: 120_000, stepNo: 3, state: 'applied' },
      { kind: 'bill', itemNo: two.billNo, amount: 30_000, stepNo: 3, state: 'applied' },
    ]);
    expect(version).toBe(2);
    const notices = await app.rows('select title from notice where place_id = any($1) and title like $2', [
      [one.billNo, two.billNo],
      '账单%结%',
    ]);
    expect(new Set(notices.map(({ title }) => title))).toEqual(new Set(['账单已结清', '账单部分结算']));
    await expectRight(one, two);
  });

  it('receipts 1.2 two parts of one receipt may meet one bill, and each is undone alone', async () => {
    const bill = await desk.confirmed();
    const receiptNo = await money(60_000, { serial: 'A-2' });
    await applyMoney(desk, receiptNo, [bill, 10_000]);
    await applyMoney(desk, receiptNo, [bill, 20_000]);
    expect(await desk.seen(bill)).toMatchObject({ paidAmount: 30_000 });
    const { applications } = await seenReceipt(desk, receiptNo);
    const undo = { billNo: bill.billNo, stepNo: applications[0].stepNo, version: applications[0].itemVersion };
    const reply = await desk.staff.write('ops.bill.reversePayment', { ...undo, reason: '认错账单' });
    expect(reply.status).toBe(200);
    expect(await moneyIn(desk, receiptNo)).toEqual([60_000, 20_000, 0, 40_000]);
    expect((await seenReceipt(desk, receiptNo)).applications).toMatchObject([
      { amount: 10_000, state: 'reversed' },
      { amount: 20_000, state: 'applied' },
    ]);
    await applyMoney(desk, receiptNo, [bill, 40_000]);
    expect(await moneyIn(desk, receiptNo)).toEqual([60_000, 60_000, 0, 0]);
    await expectRight(bill);
  });

  it('receipts 1.2 money without a serial of the bank is known by the number of its receipt', async () => {
    const bill = await desk.confirmed();
    const receiptNo = await money(bill.amount);
    await applyMoney(desk, receiptNo, [bill, bill.amount]);
    expect((await desk.asMerchant(bill)).settlements).toMatchObject([{ amount: bill.amount, serial: receiptNo }]);
    await expectRight(bill);
  });

  it('receipts 2.5 checks the voucher that it answers', async () => {
    const bill = await desk.confirmed();
    await desk.sendVoucher(bill);
    expect((await desk.seen(bill)).returnable).toHaveLength(1);
    await applyMoney(desk, await money(1_000), [bill, 1_000]);
    expect((await desk.seen(bill)).returnable).toEqual([]);
  });

  it('R4.12 under one key it is applied once', async () => {
    const bill = await desk.confirmed();
    const receiptNo = await money(1_000);
    const payload = { ...(await partsNow(desk, receiptNo, [[bill, 400]])), idempotencyKey: newKey() };
    const replies = [1, 2].map(() => desk.staff.browser.call('ops.receipt.apply', payload));
    const [first, second] = await Promise.all(replies);
    expect(second?.body.data).toEqual(first?.body.data);
    expect(await moneyIn(desk, receiptNo)).toEqual([1_000, 400, 0, 600]);
  });

  it('R4.9 what the clock has done to a bill is stored before its payment', async () => {
    const bill = await desk.unconfirmed();
    await app.rows('update bill set confirm_by = app_now() where bill_id = $1', [bill.billId]);
    await app.clock.advance({ minutes: 1 });
    await applyMoney(desk, await money(1_000), [bill, 1_000]);
    expect(await kindsOf(app, bill)).toEqual(['issued', 'autoConfirmed', 'paid']);
    expect(await verifyReceipts(app.database.reading('service'), [])).toMatchObject({ faults: [] });
  });
});

describe('receipts 1.2 an application is bounded by what is unapplied and by what is open', () => {
  it('receipts 1.2 what cannot be applied is refused at its field, all of it, and nothing is stored', async () => {
    const [one, two] = [await desk.confirmed(), await desk.confirmed()];
    const settled = await desk.confirmed();
    await desk.pay(settled, settled.amount, 'SETTLED');
    const receiptNo = await money(150_000);
    const cases: readonly (readonly [parts: readonly Part[], path: string, text: RegExp])[] = [
      [
        [
          [one, 120_000],
          [two, 30_001],
        ],
        'parts.1.amount',
        /未认款只剩 ¥300\.00/,
      ],
      [
        [
          [one, 1],
          [two, 120_001],
        ],
        'parts.1.amount',
        /账单未付只有 ¥1,200\.00/,
      ],
      [
        [
          [one, 1],
          [one, 1],
        ],
        'parts.1.billNo',
        /只填一次/,
      ],
      [
        [
          [one, 1],
          [{ billNo: 'ZD-none' }, 1],
        ],
        'parts.1.billNo',
        /没有这张账单/,
      ],
      [[[await desk.confirmed({ direction: 'receivable' }), 1]], 'parts.0.billNo', /付给商户的账单/],
      [[[await other.confirmed(), 1]], 'parts.0.billNo', /不是这位商户的账单/],
      [[[settled, 1]], 'parts.0.amount', /已结清，或还没有确认/],
      [[[await desk.unconfirmed(), 1]], 'parts.0.amount', /已结清，或还没有确认/],
    ];
    for (const [parts, path, text] of cases) {
      const reply = await applyMoney(desk, receiptNo, ...parts);
      expect([reply.status, reply.body.data?.fields?.[0]?.path], String(text)).toEqual([422, path]);
      expect(reply.body.data.fields[0].message).toMatch(text);
    }
    expect(await moneyIn(desk, receiptNo)).toEqual([150_000, 0, 0, 150_000]);
    expect((await seenReceipt(desk, receiptNo)).version).toBe(1);
    expect(await kindsOf(app, one)).toEqual(['issued', 'confirmed']);
  });

  it('receipts 1.2 not to a bill that waits for its second person', async () => {
    await app.rows('update tenant set second_approver = true where tenant_id = $1', [own.tenantId]);
    const bill = await desk.confirmed();
    await app.rows('update tenant set second_approver = false where tenant_id = $1', [own.tenantId]);
    const reply = await applyMoney(desk, await money(1), [bill, 1]);
    expect(reply.text).toContain('账单还在等商户复核');
  });

  it('R4.12 of a version that was not seen it is refused, and of no receipt', async () => {
    const bill = await desk.confirmed();
    const receiptNo = await money(1_000);
    const payload = await partsNow(desk, receiptNo, [[bill, 100]]);
    const write = (changes: object) => desk.staff.write('ops.receipt.apply', { ...payload, ...changes });
    expect((await write({ version: 2 })).body.errCode).toBe('RHSY409');
    expect((await write({ receiptNo: 'SK-none' })).body.errCode).toBe('RHSY404');
    expect((await write({})).status).toBe(200);
    expect(await write({})).toMatchObject(cameSecond(somebody, '把未认款认到账单'));
  });
});

describe('receipts 1.4 money of nobody', () => {
  it('receipts 1.4 becomes the merchant’s whose bill it pays, and nobody’s again once that is undone', async () => {
    const bill = await desk.confirmed();
    const receiptNo = await registerMoney(desk, { amount: 5_000, serial: 'N-1' });
    const mixed = await applyMoney(desk, receiptNo, [bill, 1], [await other.confirmed(), 1]);
    expect(mixed.body.data.fields).toMatchObject([{ path: 'parts.1.billNo', message: '与第一张账单不是同一商户' }]);
    await applyMoney(desk, receiptNo, [bill, 2_000]);
    await applyMoney(desk, receiptNo, [bill, 1_000]);
    expect(await seenReceipt(desk, receiptNo)).toMatchObject({ tenantId: own.tenantId, unappliedAmount: 2_000 });
    const foreign = await applyMoney(desk, receiptNo, [await other.confirmed(), 1]);
    expect(foreign.text).toContain('不是这位商户的账单');
    await desk.reverse(bill, 'N-1');
    expect((await seenReceipt(desk, receiptNo)).tenantId).toBe(own.tenantId);
    await desk.reverse(bill, 'N-1');
    expect(await seenReceipt(desk, receiptNo)).not.toHaveProperty('tenantId');
    await applyMoney(desk, receiptNo, [await other.confirmed(), 5_000]);
    expect((await seenReceipt(desk, receiptNo)).tenantId).toBe(other.owner.tenantId);
    await expectRight(bill);
  });
});

describe('receipts 2.5 an application is undone with a reason', () => {
  it('receipts 2.5 not while an invoice covers the bill; then the money is unapplied, and the bill open', async () => {
    const bill = await desk.confirmed();
    const receiptNo = await money(bill.amount, { serial: 'U-1' });
    await applyMoney(desk, receiptNo, [bill, bill.amount]);
    const invoiceNo = await applied(own, { billNos: [bill.billNo] });
    expect((await desk.reverse(bill, 'U-1')).body.errCode).toBe('RHBI010');
    expect(await moneyIn(desk, receiptNo)).toEqual([bill.amount, bill.amount, 0, 0]);
    await desk.staff.write('ops.invoice.reject', { invoiceNo, version: 1, reason: '认错账单' });
    expect((await desk.reverse(bill, 'U-1', { reason: ' ' })).status).toBe(422);
    expect((await desk.reverse(bill, 'U-1')).status).toBe(200);
    expect(await moneyIn(desk, receiptNo)).toEqual([bill.amount, 0, 0, bill.amount]);
    expect(await desk.seen(bill)).toMatchObject({ status: 'confirmed', paidAmount: 0 });
    expect(await desk.noticesOf(bill)).not.toEqual([]);
    await expectRight(bill);
  });
});
