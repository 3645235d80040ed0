import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { type OrderFixture, openOrderFixture } from '#features/order/order.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import type { TestApp } from '#kernel/testing/test-app';
import { moneyOf, receiptNoOf } from './receipt.fixture.ts';
import { verifyReceipts } from './verification/verification.ts';

let orders: OrderFixture;
let app: TestApp;
let own: Merchant;
let desk: PaymentDesk;
let finance: Awaited<ReturnType<typeof enterStaff>>;
beforeAll(async () => {
  orders = await openOrderFixture();
  ({ app } = orders);
  own = await makeMerchant(app, '林经理');
  desk = await PaymentDesk.open(app, own);
  finance = await enterStaff(app, 'receipt-desk', { roles: ['finance'] });
});
afterAll(() => app.close());

const detailOf = async (receiptNo: string) => (await finance.call('ops.receipt.detail', { receiptNo })).body.data;
const asService = (statement: string) => app.database.pool('service').query(statement);
const takeBack = (payload: Readonly<Record<string, unknown>>) =>
  finance.call('ops.receipt.takeBack', { reason: '登记错了', idempotencyKey: newKey(), ...payload });

describe('receipts 1.3 payments that staff type are receipts', () => {
  it('receipts 1.2 a payment is one application of a receipt by hand, and its reversal makes its money unapplied', async () => {
    const bill = await desk.confirmed();
    await desk.pay(bill, 20_000, 'R-1');
    expect(await moneyOf(app, own.tenantId, 'R-1')).toEqual([[20_000, 20_000, 0, 0]]);
    await desk.reverse(bill, 'R-1');
    expect(await moneyOf(app, own.tenantId, 'R-1')).toEqual([[20_000, 0, 0, 20_000]]);
    const detail = await detailOf(await receiptNoOf(app, 'R-1'));
    expect(detail).toMatchObject({ source: 'hand', serial: 'R-1', tenantId: own.tenantId, unappliedAmount: 20_000 });
    expect(detail.applications).toMatchObject([
      { kind: 'bill', itemNo: bill.billNo, amount: 20_000, state: 'reversed' },
    ]);
    expect(detail.applications[0].by).not.toBe('');
  });

  it('receipts 1.3 one transfer that pays two bills is one receipt, in one call and in two; registered again it takes what is unapplied', async () => {
    const [one, other] = [await desk.confirmed(), await desk.confirmed()];
    await desk.pay(one, 30_000, 'R-2');
    await desk.pay(other, 5_000, 'R-2');
    expect(await moneyOf(app, own.tenantId, 'R-2')).toEqual([[35_000, 35_000, 0, 0]]);
    await desk.reverse(one, 'R-2');
    await desk.pay(one, 12_000, 'R-2');
    expect(await moneyOf(app, own.tenantId, 'R-2')).toEqual([[35_000, 17_000, 0, 18_000]]);
    const on = new Date(app.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    const payments = [one, other].map(({ billNo }) => ({ billNo, amount: 1_000, on, serial: 'R-3' }));
    await desk.staff.write('ops.bill.settle', { payments });
    expect(await moneyOf(app, own.tenantId, 'R-3')).toEqual([[2_000, 2_000, 0, 0]]);
  });

  it('receipts 1.3 what the provider pays is no receipt', async () => {
    const bill = await desk.confirmed({ direction: 'receivable' });
    await desk.pay(bill, 20_000, 'R-OUT');
    expect(await moneyOf(app, own.tenantId, 'R-OUT')).toEqual([]);
  });

  it('receipts 1.3 an accepted voucher of an order is a receipt of the whole sum, and its refund is refunded', async () => {
    const { first } = orders;
    await orders.certify(first);
    const orderNo = await first.buy();
    await orders.takeStep('approve', orderNo);
    await orders.sendVoucher(first, orderNo);
    await orders.takeStep('acceptPayment', orderNo);
    expect(await moneyOf(app, first.tenantId)).toEqual([[140_400, 140_400, 0, 0]]);
    const [row] = await app.rows('select payer_name from receipt where tenant_id = $1', [first.tenantId]);
    expect(row?.['payer_name']).toBe('云栖商贸');
    await orders.takeStep('refund', orderNo, '不需要了');
    expect(await moneyOf(app, first.tenantId)).toEqual([[140_400, 0, 140_400, 0]]);
  });
});

describe('receipts 1.2 the columns of a receipt are held to its rows', () => {
  it('receipts 1.2 a column that is not what the applications come to is refused at the end of the transaction, also by the owner of the table', async () => {
    const bill = await desk.confirmed();
    await desk.pay(bill, 7_000, 'R-4');
    const owner = new pg.Client({ connectionString: app.url });
    await owner.connect();
    for (const change of [
      'applied_fen = applied_fen - 1, unapplied_fen = unapplied_fen + 1',
      'refunding_fen = 1, unapplied_fen = unapplied_fen - 1',
      'applied_fen = applied_fen - 1',
      'unapplied_fen = -1, applied_fen = applied_fen + 1',
    ])
      await expect(owner.query(`update receipt set ${change} where serial = 'R-4'`)).rejects.toMatchObject({
        code: '23514',
      });
    // A step that is no payment is nothing that money is applied to.
    await expect(
      owner.query(
        `insert into receipt_application (receipt_no, tenant_id, bill_id, step_no)
          select r.receipt_no, b.tenant_id, b.bill_id, 1 from receipt r join bill b on b.tenant_id = r.tenant_id where r.serial = 'R-4' and b.bill_no = $1`,
        [bill.billNo],
      ),
    ).rejects.toMatchObject({ code: '23514', constraint: 'receipt_of_rows' });
    // Money of one merchant pays no bill of another.
    const { tenantId } = orders.first;
    await expect(
      owner.query("update receipt set tenant_id = $1 where serial = 'R-4'", [tenantId]),
    ).rejects.toMatchObject({ code: '23514', constraint: 'receipt_of_rows' });
    // Its amount is what came in, less what was taken back.
    await expect(
      owner.query(
        "insert into receipt_entry (receipt_no, kind, amount_fen) select receipt_no, 'in', 1 from receipt where serial = 'R-4'",
      ),
    ).rejects.toMatchObject({ code: '23514', constraint: 'receipt_of_rows' });
    await owner.end();
    expect(await moneyOf(app, own.tenantId, 'R-4')).toEqual([[7_000, 7_000, 0, 0]]);
  });

  it('receipts 1.2 rows of what came in and of what was applied are added and never change', async () => {
    for (const statement of [
      'update receipt_entry set amount_fen = amount_fen',
      'delete from receipt_entry',
      'update receipt_application set receipt_no = receipt_no',
      'delete from receipt_application',
      'delete from receipt',
    ])
      await expect(asService(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('receipts 1.2 receipts as staff read them', () => {
  it('receipts 1.7 admin and finance read them, and nobody else', async () => {
    const support = await enterStaff(app, 'receipt-support', { roles: ['support'] });
    expect((await support.call('ops.receipt.list', {})).body.errCode).toBe('RHSY403');
    expect((await finance.call('ops.receipt.list', {})).status).toBe(200);
  });

  it('R10.1 receipts are listed the latest first by a cursor, and found by merchant, serial, day and what is unapplied', async () => {
    const bill = await desk.confirmed();
    const serials = Array.from({ length: 12 }, (_, at) => `L-${at}`);
    for (const serial of serials) await desk.pay(bill, 100, serial);
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await finance.call('ops.receipt.list', { tenantId: own.tenantId, pageSize: 10, cursor });
      listed.push(...body.data.items.map(({ createdAt }: { createdAt: string }) => createdAt));
      cursor = body.data.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const [{ stored } = {}] = await app.rows('select count(*)::int as stored from receipt where tenant_id = $1', [
      own.tenantId,
    ]);
    expect(listed).toHaveLength(Number(stored));
    expect(listed).toEqual(listed.toSorted().toReversed());
    const found = async (filter: Readonly<Record<string, unknown>>) =>
      (await finance.call('ops.receipt.list', filter)).body.data.items.map(({ serial }: { serial: string }) => serial);
    expect(await found({ serial: 'R-3' })).toEqual(['R-3']);
    expect(await found({ tenantId: own.tenantId, isUnapplied: true })).toEqual(['R-2', 'R-1']);
    expect(await found({ from: '2020-01-01', to: '2020-01-02' })).toEqual([]);
    const wrong = await finance.call('ops.receipt.list', { from: '2026-11-02', to: '2026-11-01' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('结束日期不能早于开始日期')]);
  });

  it('receipts 1.2 a number that no receipt has is not found', async () => {
    expect((await finance.call('ops.receipt.detail', { receiptNo: 'SK-none' })).body.errCode).toBe('RHSY404');
  });
});

describe('receipts 1.3 money that was registered and never came', () => {
  it('receipts 1.3 what is unapplied is taken back with a reason, once; without a reason, or of another version, it is refused', async () => {
    const receiptNo = await receiptNoOf(app, 'R-1');
    const { version } = await detailOf(receiptNo);
    const blank = await takeBack({ receiptNo, version, reason: ' ' });
    expect([blank.status, blank.text]).toEqual([422, expect.stringContaining('请填写撤回的原因')]);
    expect((await takeBack({ receiptNo: 'SK-none', version })).body.errCode).toBe('RHSY404');
    expect((await takeBack({ receiptNo, version: version + 1 })).body.errCode).toBe('RHSY409');
    expect(await moneyOf(app, own.tenantId, 'R-1')).toEqual([[20_000, 0, 0, 20_000]]);
    const done = await takeBack({ receiptNo, version });
    expect(done.body.data).toEqual({ takenBackAmount: 20_000, version: version + 1 });
    expect(await moneyOf(app, own.tenantId, 'R-1')).toEqual([[0, 0, 0, 0]]);
    const again = await takeBack({ receiptNo, version: version + 1 });
    expect(again).toMatchObject(cameSecond(somebody, '撤回登记有误的未认款'));
    const [event] = await app.rows(
      "select after from audit_event where operation = 'ops.receipt.takeBack' and object = $1 and result = 'ok'",
      [receiptNo],
    );
    expect(event?.['after']).toMatchObject({ takenBackAmount: 20_000, reason: '登记错了' });
    // A row of its own keeps what the amount is less by.
    expect((await detailOf(receiptNo)).takenBack).toMatchObject([{ amount: 20_000, reason: '登记错了' }]);
    expect((await detailOf(receiptNo)).takenBack[0].by).not.toBe('');
  });

  it('receipts 1.3 what is registered again after that comes in anew', async () => {
    const bill = await desk.confirmed();
    await desk.pay(bill, 3_000, 'R-7');
    await desk.reverse(bill, 'R-7');
    const receiptNo = await receiptNoOf(app, 'R-7');
    await takeBack({ receiptNo, version: (await detailOf(receiptNo)).version });
    await desk.pay(bill, 2_000, 'R-7');
    const entries = await app.rows(
      "select e.kind, e.amount_fen::float8 as amount from receipt_entry e join receipt r using (receipt_no) where r.serial = 'R-7' order by e.entry_no",
    );
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['in', 3_000],
      ['takenBack', 3_000],
      ['in', 2_000],
    ]);
    expect(await verifyReceipts(app.database.reading('service'), [])).toMatchObject({ faults: [] });
  });
});

describe('R4.12 races about a receipt', () => {
  it('R4.12 of ten that take it back at once one does', async () => {
    const bill = await desk.confirmed();
    await desk.pay(bill, 9_000, 'R-5');
    await desk.reverse(bill, 'R-5');
    const receiptNo = await receiptNoOf(app, 'R-5');
    const { version } = await detailOf(receiptNo);
    const replies = await Promise.all(Array.from({ length: 10 }, () => takeBack({ receiptNo, version })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.errCode === 'RHSY409')).toHaveLength(9);
    expect(await moneyOf(app, own.tenantId, 'R-5')).toEqual([[0, 0, 0, 0]]);
  });

  it('R4.12 eight bills that one transfer pays at once are one receipt of their sum, and payment against reversal loses no fen', async () => {
    const bills = [];
    for (let at = 0; at < 8; at += 1) bills.push(await desk.confirmed());
    const on = new Date(app.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    const pay = (billNo: string) =>
      desk.staff.write('ops.bill.settle', { payments: [{ billNo, amount: 1_000, on, serial: 'R-6' }] });
    await Promise.all(bills.slice(0, 7).map(({ billNo }) => pay(billNo)));
    expect(await moneyOf(app, own.tenantId, 'R-6')).toEqual([[7_000, 7_000, 0, 0]]);
    const [first, , , , , , , last] = bills;
    if (first === undefined || last === undefined) throw new Error('eight bills');
    const reversal = await desk.payloadOf(first, 'R-6');
    const [reversed, paid] = await Promise.all([
      desk.staff.write('ops.bill.reversePayment', reversal),
      pay(last.billNo),
    ]);
    expect([reversed.status, paid.status]).toEqual([200, 200]);
    const [money = []] = await moneyOf(app, own.tenantId, 'R-6');
    // The reversal first: its money pays the other bill. The payment first: the receipt grew by it, and the reversal left money over.
    expect([
      [7_000, 7_000, 0, 0],
      [8_000, 7_000, 0, 1_000],
    ]).toContainEqual(money);
  });
});
