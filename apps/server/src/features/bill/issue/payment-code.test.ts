import { isPaymentCode } from '@ronghui/domain/receipt/payment-code';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OrderFixture, openOrderFixture } from '#features/order/order.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import type { TestApp } from '#kernel/testing/test-app';
import { addBill } from '../bill.fixture.ts';

let orders: OrderFixture;
let app: TestApp;
let own: Merchant;
beforeAll(async () => {
  orders = await openOrderFixture();
  ({ app } = orders);
  own = await makeMerchant(app, '林经理');
});
afterAll(() => app.close());

const billCode = async (billNo: string): Promise<unknown> =>
  (await own.browser.call('bill.detail', { billNo })).body.data.paymentCode;

describe('receipts 2.3 payment codes of bills and orders', () => {
  it('receipts 2.3 a payable bill has a code from its issue on, the same at every read; a receivable one has none', async () => {
    const { billNo } = await addBill(app, own);
    const code = await billCode(billNo);
    expect(isPaymentCode(String(code))).toBe(true);
    expect(await billCode(billNo)).toBe(code);
    const receivable = await addBill(app, own, { direction: 'receivable' });
    expect(await billCode(receivable.billNo)).toBeUndefined();
  });

  it('receipts 2.3 an order with a price has a code, which its detail and the notice that asks for its payment show', async () => {
    const { first } = orders;
    await orders.certify(first);
    const orderNo = await first.buy();
    const code = (await first.call('order.detail', { orderNo })).body.data.paymentCode;
    expect(isPaymentCode(String(code))).toBe(true);
    await orders.takeStep('approve', orderNo);
    const [notice] = await app.rows('select text from notice where place_id = $1', [orderNo]);
    expect(String(notice?.['text'])).toContain(String(code));
  });

  it('receipts 2.3 the codes that the database draws are codes, and none is given twice, also where two draw the same', async () => {
    const drawn = await app.rows('select drawn_payment_code() as code from generate_series(1, 2000)');
    expect(drawn.every(({ code }) => isPaymentCode(String(code)))).toBe(true);
    expect(new Set(drawn.map(({ code }) => code)).size).toBeGreaterThan(1990);
    // The generator is made to draw a given code first: the next one is taken.
    const [{ code: taken } = {}] = await app.rows('select code from payment_code limit 1');
    // Only the owner of the tables may change a function.
    const owner = new pg.Client({ connectionString: app.url });
    await owner.connect();
    await owner.query('create sequence planted_draw; grant usage on sequence planted_draw to ronghui_service');
    await owner.query('alter function drawn_payment_code() rename to drawn_in_truth');
    await owner.query(
      `create function drawn_payment_code() returns text language sql volatile as
        $$ select case when nextval('planted_draw') < 4 then '${String(taken)}' else drawn_in_truth() end $$`,
    );
    await owner.end();
    await app.rows("select give_payment_codes('order', array[$1::text, $1], array['DD-1', 'DD-2'])", [own.tenantId]);
    const given = await app.rows("select code from payment_code where item_no like 'DD-_'");
    expect(new Set([...given.map(({ code }) => code), taken]).size).toBe(3);
  });
});
