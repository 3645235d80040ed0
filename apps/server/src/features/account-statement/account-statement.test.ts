import { dayLater } from '@ronghui/domain/calendar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { certifyTenant } from '#features/certification/certification.fixture';
import { receiptNoOf, registerMoney } from '#features/receipt/receipt.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { logIn, type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

let app: TestApp;
let own: Merchant;
let other: Merchant;
let desk: PaymentDesk;
beforeAll(async () => {
  app = await testApp();
  [own, other] = [await makeMerchant(app, '林经理'), await makeMerchant(app, '周经理')];
  for (const merchant of [own, other]) await certifyTenant(app, merchant);
  desk = await PaymentDesk.open(app, own);
});
afterAll(() => app.close());

type Payload = Readonly<Record<string, unknown>>;
const span = () => ({ from: dayLater(desk.today, -30), to: desk.today });
const sumOf = async ({ browser }: Pick<Merchant, 'browser'>, days: Payload = span()) =>
  (await browser.call('accountStatement.sum', days)).body.data;
const pageOf = async ({ browser }: Pick<Merchant, 'browser'>, more: Payload = {}) =>
  (await browser.call('accountStatement.page', { ...span(), direction: 'payable', ...more })).body.data;

/** The same merchant with a new session. */
const enterAgain = async (merchant: Merchant = own) => ({ ...merchant, browser: await logIn(app, merchant.mobile) });

describe('R15.3 a statement of account', () => {
  it('receipts 3.1 is empty where nothing happened', async () => {
    const side = { openingAmount: 0, flows: [], closingAmount: 0, pendingAmount: 0, disputedAmount: 0 };
    expect(await sumOf(own)).toMatchObject({
      payable: side,
      receivable: side,
      unapplied: { openingAmount: 0, inAmount: 0, appliedAmount: 0, refundedAmount: 0, closingAmount: 0 },
    });
    expect(await pageOf(own)).toMatchObject({ items: [], total: 0, nextCursor: null });
  });

  it('receipts 3.1 has each posting with the balance after it, a payment with its value day, serial and receipt, and the two directions apart', async () => {
    const bill = await desk.confirmed();
    const receivable = await desk.unconfirmed({ direction: 'receivable', fees: [7_000] });
    await desk.pay(bill, 20_000, 'K-1');
    await desk.reverse(bill, 'K-1');
    await desk.pay(bill, 30_000, 'K-2');
    await registerMoney(desk, { tenantId: own.tenantId, amount: 5_000 });
    const receiptNo = await receiptNoOf(app, 'K-2');
    const { items, total } = await pageOf(own);
    expect(total).toBe(4);
    expect(items.map((each: Payload) => [each['kind'], each['amount'], each['balanceAmount']])).toEqual([
      ['issued', 120_000, 120_000],
      ['paid', -20_000, 100_000],
      ['reversed', 20_000, 120_000],
      ['paid', -30_000, 90_000],
    ]);
    expect(items[0]).toMatchObject({ itemKind: 'bill', itemNo: bill.billNo, billStatus: 'confirmed', day: desk.today });
    expect(items[2]).toMatchObject({ serial: 'K-1', valueOn: desk.today });
    expect(items[3]).toMatchObject({ serial: 'K-2', valueOn: desk.today, receiptNo });
    expect((await pageOf(own, { direction: 'receivable' })).items).toMatchObject([
      { kind: 'issued', itemNo: receivable.billNo, amount: 7_000, balanceAmount: 7_000, billStatus: 'pending' },
    ]);
    const sum = await sumOf(own);
    expect(sum.payable).toMatchObject({
      openingAmount: 0,
      closingAmount: 90_000,
      flows: [
        { kind: 'issued', count: 1, amount: 120_000 },
        { kind: 'paid', count: 2, amount: -50_000 },
        { kind: 'reversed', count: 1, amount: 20_000 },
      ],
    });
    // The day is not over: a posting may still come.
    expect(sum.isFinal).toBe(false);
    expect(sum.receivable).toMatchObject({ closingAmount: 7_000, pendingAmount: 7_000, disputedAmount: 0 });
    expect(sum.unapplied).toEqual({
      openingAmount: 0,
      inAmount: 55_000,
      appliedAmount: 30_000,
      refundedAmount: 0,
      closingAmount: 25_000,
      inCheckAmount: 20_000,
    });
  });

  it('receipts 3.1 what is open stands by the days since it was due', async () => {
    await desk.confirmed({ fees: [500] });
    const [first] = (await sumOf(own)).payable.ages;
    expect(first).toEqual({ band: 'notDue', count: 2, amount: 90_500 });
    const late = [10, 45, 70];
    for (const days of late) {
      const { billId } = await desk.confirmed({ fees: [days] });
      await app.rows(
        "update bill set confirmed_at = confirmed_at - ($2 + pay_days) * interval '1 day' where bill_id = $1",
        [billId, days],
      );
    }
    expect((await sumOf(own)).payable.ages.slice(1)).toEqual([
      { band: 'upTo30', count: 1, amount: 10 },
      { band: 'upTo60', count: 1, amount: 45 },
      { band: 'beyond60', count: 1, amount: 70 },
    ]);
  });

  it('receipts 3.1 what was before the span is in its opening balance, and of others there is nothing', async () => {
    const { payable } = await sumOf(own);
    await app.clock.advance({ hours: 24 });
    const tomorrow = dayLater(desk.today, 1);
    const again = (await enterAgain()).browser;
    const before = (await again.call('accountStatement.sum', span())).body.data;
    expect([before.isFinal, before.payable.closingAmount]).toEqual([true, payable.closingAmount]);
    const next = (await again.call('accountStatement.sum', { from: tomorrow, to: tomorrow })).body.data;
    expect(next.payable).toMatchObject({
      openingAmount: payable.closingAmount,
      flows: [],
      closingAmount: payable.closingAmount,
    });
    const ofOther = await sumOf(await enterAgain(other));
    expect(ofOther).toMatchObject({
      payable: { closingAmount: 0, flows: [] },
      unapplied: { closingAmount: 0, inAmount: 0 },
    });
  });
});

describe('R15.3 staff read the statement of any merchant', () => {
  let staff: TestBrowser;
  beforeAll(async () => {
    staff = await enterStaff(app, 'statement-desk', { roles: ['finance'] });
  });

  it('receipts 3.2 the same that the merchant reads', async () => {
    const merchant = await enterAgain();
    const days = span();
    const asked = { tenantId: own.tenantId, ...days };
    expect((await staff.call('ops.accountStatement.sum', asked)).body.data).toEqual(await sumOf(merchant, days));
    const page = await staff.call('ops.accountStatement.page', { ...asked, direction: 'payable' });
    expect(page.body.data).toEqual(await pageOf(merchant));
  });

  it('receipts 3.2 of a merchant that does not exist there is none', async () => {
    const asked = { tenantId: 'no-such-tenant', ...span() };
    expect(await staff.call('ops.accountStatement.sum', asked)).toMatchObject({ status: 404 });
    expect(await staff.call('ops.accountStatement.page', { ...asked, direction: 'payable' })).toMatchObject({
      status: 404,
    });
  });

  it('receipts 3.1 a span that is none is refused at its field', async () => {
    const { browser } = await enterAgain();
    const beyond = { from: desk.today, to: dayLater(desk.today, 30) };
    const field = { status: 422, body: { data: { fields: [{ path: 'to', message: '结束日期不能晚于今天' }] } } };
    const page = { ...beyond, direction: 'payable' };
    expect(await browser.call('accountStatement.sum', beyond)).toMatchObject(field);
    expect(await browser.call('accountStatement.page', page)).toMatchObject(field);
    const { tenantId } = own;
    expect(await staff.call('ops.accountStatement.sum', { tenantId, ...beyond })).toMatchObject(field);
    expect(await staff.call('ops.accountStatement.page', { tenantId, ...page })).toMatchObject(field);
  });
});
