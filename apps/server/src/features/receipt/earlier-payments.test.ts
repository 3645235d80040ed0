import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { type OrderFixture, openOrderFixture } from '#features/order/order.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { moneyOf } from './receipt.fixture.ts';
import { verifyReceipts } from './verification/verification.ts';

let orders: OrderFixture;
let own: Merchant;
let desk: PaymentDesk;
/** The owner of the tables: the only role that may take them away. */
let owner: pg.Client;
beforeAll(async () => {
  orders = await openOrderFixture();
  own = await makeMerchant(orders.app, '林经理');
  desk = await PaymentDesk.open(orders.app, own);
  owner = new pg.Client({ connectionString: orders.app.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await orders.app.close();
});

const byApplied = ([, one = 0]: number[], [, other = 0]: number[]): number => one - other;

/** Payments are taken as the version before took them. */
const withoutTriggers = `
  drop trigger bill_receipts on bill_step; drop trigger order_receipts on order_step;
  drop trigger receipt_of_rows on bill_step; drop trigger receipt_of_rows on "order"`;

/** The database as the version before left it. */
const withoutTables = `
  drop table payment_fact, intent;
  drop table account_month, bank_line_note;
  drop table receipt_match, payer_rule, bank_line, bank_statement; drop sequence bank_statement_number;
  drop table receipt_entry, receipt_application, receipt; drop sequence receipt_number;
  drop function bill_receipts, order_receipts, receipt_parts, check_receipt, receipt_changed, receipt_step_changed, receipt_order_changed, receipt_grown, account_month_is_open, account_month_gets_none cascade`;

/** The migrations that are about receipts and lines of the bank alone, in their order. */
const migrations = [
  '0113_receipt',
  '0115_receipt_entry',
  '0116_stated_receipt',
  '0121_bank_line',
  '0126_receipt_match',
  '0134_account_month',
  '0135_intent',
];

it('receipts 1.3 payments that were registered before there were receipts become such: one a transfer, without those that were taken back', async () => {
  const { app, first } = orders;
  await owner.query(withoutTriggers);
  const [one, other, third] = [await desk.confirmed(), await desk.confirmed(), await desk.confirmed()];
  await desk.pay(one, 10_000, 'E-1');
  await desk.pay(other, 20_000, 'E-1');
  await desk.pay(other, 5_000, 'E-2');
  await desk.pay(third, 7_000, 'E-3');
  await desk.reverse(third, 'E-3');
  await desk.pay(await desk.confirmed({ direction: 'receivable' }), 9_000, 'E-4');
  await orders.certify(first);
  const [kept, refunded] = [await first.buy(), await first.buy()];
  for (const orderNo of [kept, refunded]) {
    await orders.takeStep('approve', orderNo);
    await orders.sendVoucher(first, orderNo);
    await orders.takeStep('acceptPayment', orderNo);
  }
  await orders.takeStep('refund', refunded, '不需要了');

  await owner.query(withoutTables);
  for (const name of migrations) {
    const migration = await readFile(new URL(`../../../migrations/${name}.sql`, import.meta.url), 'utf8');
    // In one transaction, where nothing is concurrent.
    await owner.query(`begin; ${migration.replaceAll(' concurrently ', ' ')}; commit`);
  }

  expect((await moneyOf(app, own.tenantId)).toSorted(byApplied)).toEqual([
    [5_000, 5_000, 0, 0],
    [30_000, 30_000, 0, 0],
  ]);
  expect((await moneyOf(app, first.tenantId)).toSorted(byApplied)).toEqual([
    [140_400, 0, 140_400, 0],
    [140_400, 140_400, 0, 0],
  ]);
  expect(await verifyReceipts(app.database.reading('service'), [])).toEqual({ counted: 4, faults: [] });
  // What comes after counts on: the same transfer, and a payment that is taken back.
  await desk.pay(third, 1_000, 'E-1');
  await desk.reverse(one, 'E-1');
  expect(await moneyOf(app, own.tenantId, 'E-1')).toEqual([[31_000, 21_000, 0, 10_000]]);
}, 60_000);
