import { isPaymentCode } from '@ronghui/domain/receipt/payment-code';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AddedBill } from '#features/bill/bill.fixture';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
let own: Merchant;
let desk: PaymentDesk;
beforeAll(async () => {
  app = await testApp();
  own = await makeMerchant(app, '林经理');
  desk = await PaymentDesk.open(app, own);
});
afterAll(() => app.close());

const open = (...bills: readonly Pick<AddedBill, 'billNo'>[]) =>
  own.browser.call('receipt.paymentSet', { billNos: bills.map(({ billNo }) => billNo), idempotencyKey: newKey() });
const codeOf = async (...bills: readonly AddedBill[]): Promise<string> => {
  const { status, text, body } = await open(...bills);
  if (status !== 200) throw new Error(text);
  return String(body.data.paymentCode);
};

describe('receipts 2.3 bills that are paid together', () => {
  it('receipts 2.3 have a code of their own and their sum, kept with versions; the same ones have the same code', async () => {
    const [one, two] = [await desk.confirmed(), await desk.confirmed()];
    await desk.pay(one, 20_000, 'S-1');
    const reply = await open(one, two);
    expect(reply.body.data).toMatchObject({ amount: 220_000 });
    const code = String(reply.body.data.paymentCode);
    expect(isPaymentCode(code)).toBe(true);
    expect(await codeOf(two, one, one)).toBe(code);
    const rows = await app.rows(
      `select s.bill_id, s.bill_version, s.open_fen from payment_set_bill s join payment_code c on c.item_no = s.set_no and c.kind = 'set'
        where c.code = $1 order by s.open_fen`,
      [code],
    );
    expect(rows).toEqual([
      { bill_id: one.billId, bill_version: 3, open_fen: 100_000 },
      { bill_id: two.billId, bill_version: 2, open_fen: 120_000 },
    ]);
    const codes = await app.rows("select code from payment_code where tenant_id = $1 and kind = 'bill'", [
      own.tenantId,
    ]);
    expect(codes.map((row) => row['code'])).not.toContain(code);
  });

  it('receipts 2.3 have another one after one of them was paid in part', async () => {
    const [one, two] = [await desk.confirmed(), await desk.confirmed()];
    const code = await codeOf(one, two);
    await desk.pay(one, 20_000, 'S-2');
    const again = await open(one, two);
    expect(again.body.data.paymentCode).not.toBe(code);
    expect(again.body.data.amount).toBe(220_000);
  });

  it('R4.12 ten at once have one code, and one row', async () => {
    const [one, two] = [await desk.confirmed(), await desk.confirmed()];
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(one, two)));
    expect(new Set(codes).size).toBe(1);
    const sets = await app.rows('select set_no from payment_set_bill where bill_id = $1', [one.billId]);
    expect(sets).toHaveLength(1);
  });

  it('receipts 2.3 there is none of what is not to be paid, of another merchant, or of too many', async () => {
    const bill = await desk.confirmed();
    const other = new PaymentDesk(app, await makeMerchant(app, '周经理'), desk.staff);
    expect((await open(bill, await other.confirmed())).body.errCode).toBe('RHSY404');
    for (const wrong of [await desk.unconfirmed(), await desk.confirmed({ direction: 'receivable' })])
      expect((await open(bill, wrong)).body.errCode).toBe('RHSY409');
    expect((await open()).status).toBe(422);
  });

  it('receipts 2.3 a merchant makes a hundred an hour, and goes on with those that it has', async () => {
    const bill = await desk.confirmed();
    const code = await codeOf(bill);
    await app.rows(
      `insert into payment_set (tenant_id, set_no, fingerprint, amount_fen, user_id)
        select $1, 'limit-' || n, lpad(to_hex(n), 64, '0'), 1, $2 from generate_series(1, 100) n`,
      [own.tenantId, own.userId],
    );
    const refused = await open(await desk.confirmed());
    expect([refused.status, refused.body.errCode]).toEqual([429, 'RHSY429']);
    expect(refused.body.data.retryAfter).toBeGreaterThan(0);
    expect(await codeOf(bill)).toBe(code);
  });
});
