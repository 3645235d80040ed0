import { dayLater, dayOf } from '@ronghui/domain/calendar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdf } from '#features/file/file.fixture';
import { newKey } from '#features/order/order.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { type AddedBill, addBill } from '../bill.fixture.ts';
import { type BillingStaff, enterBilling } from '../billing/billing.fixture.ts';
import { setSecondApprover } from '../member.fixture.ts';

let app: TestApp;
let desk: BillingStaff;
beforeAll(async () => {
  app = await testApp();
  desk = await enterBilling(app);
});
afterAll(() => app.close());

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000);
/** A bill that the clock has confirmed `days` ago, which nobody has stored: it is due ten days after. */
const confirmed = (owner: Merchant, days: number, given: Parameters<typeof addBill>[2] = {}): Promise<AddedBill> =>
  addBill(app, owner, { issuedAt: daysAgo(days + 8), confirmBy: daysAgo(days), ...given });
const upload = async (owner: Merchant): Promise<string> => {
  const reply = await owner.browser.upload('file.upload', '回单.pdf', pdf);
  if (reply.status !== 200) throw new Error(reply.text);
  return String(reply.body.data.fileId);
};
const sendVoucher = async (owner: Merchant, bills: readonly AddedBill[]): Promise<string> => {
  const fileId = await upload(owner);
  const reply = await owner.browser.call('bill.uploadVoucher', {
    billNos: bills.map(({ billNo }) => billNo),
    fileIds: [fileId],
    paidAt: daysAgo(1).toISOString(),
    bankSerial: 'S-77',
    idempotencyKey: newKey(),
  });
  if (reply.status !== 200) throw new Error(reply.text);
  return fileId;
};
const ask = async (operation: string, payload: object) => {
  const reply = await desk.browser.call(operation, { ...payload });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
const page = (payload: object) => ask('ops.bill.toSettle', payload);
const numbersOf = ({ items }: { items: { billNo: string }[] }) => items.map(({ billNo }) => billNo);
const pay = ({ billNo }: AddedBill, amount: number, serial = 'S-1') =>
  desk.write('ops.bill.settle', { payments: [{ billNo, amount, on: dayOf(app.clock.now()), serial }] });

describe('R11.6 the settlement desk', () => {
  it('R11.6 has what waits to be checked first, then the first due day, page by page, and marks what is past it', async () => {
    const owner = await makeMerchant(app);
    const { tenantId } = owner;
    const bills: AddedBill[] = [];
    for (let days = 13; days >= 1; days -= 1) bills.push(await confirmed(owner, days));
    const [last, former] = bills.toReversed();
    if (last === undefined || former === undefined) throw new Error('there are bills');
    await sendVoucher(owner, [last, former]);
    const wanted = [former, last, ...bills.slice(0, -2)].map(({ billNo }) => billNo);
    const first = await page({ tenantId, pageSize: 10 });
    const next = await page({ tenantId, pageSize: 10, cursor: first.nextCursor });
    expect([...numbersOf(first), ...numbersOf(next)]).toEqual(wanted);
    expect(first.total).toBe(13);
    expect(first.items.slice(0, 3)).toMatchObject([
      { inCheck: true, isOverdue: false },
      { inCheck: true },
      { inCheck: false, isOverdue: true },
    ]);
    expect(numbersOf(await page({ tenantId, queue: 'check' }))).toEqual(wanted.slice(0, 2));
    const today = dayOf(app.clock.now());
    const overdue = await page({ tenantId, queue: 'overdue' });
    expect(overdue.items.every(({ dueOn }: { dueOn: string }) => dueOn < today)).toBe(true);
    const marked = [...first.items, ...next.items].filter(({ isOverdue }: { isOverdue: boolean }) => isOverdue);
    expect(numbersOf(overdue)).toEqual(numbersOf({ items: marked }));
    expect(marked.length).toBeGreaterThan(2);
    const due = await page({ tenantId, dueFrom: today, dueTo: dayLater(today, 1) });
    expect(due.items.every(({ dueOn }: { dueOn: string }) => dueOn >= today && dueOn <= dayLater(today, 1))).toBe(true);
  });

  it('R11.6 sums payable and receivable side by side, and never nets them', async () => {
    const owner = await makeMerchant(app);
    const { tenantId } = owner;
    const payable = await confirmed(owner, 20, { fees: [100_000] });
    await confirmed(owner, 1, { fees: [70_000], direction: 'receivable', productId: 'back' });
    await pay(payable, 30_000);
    expect(await ask('ops.bill.toSettleSum', { tenantId })).toEqual({
      payable: { count: 1, remainingAmount: 70_000, overdueCount: 1, overdueAmount: 70_000, inCheckCount: 0 },
      receivable: { count: 1, remainingAmount: 70_000, overdueCount: 0, overdueAmount: 0, inCheckCount: 0 },
    });
    expect((await page({ tenantId, direction: 'receivable' })).items).toMatchObject([{ direction: 'receivable' }]);
    for (const operation of ['ops.bill.toSettle', 'ops.bill.toSettleSum']) {
      expect(await desk.browser.call(operation, { dueFrom: '2026-02-30' })).toMatchObject({ status: 422 });
    }
  });

  it('R4.9 holds neither what is pending nor what waits for its second person; what is settled stands by itself', async () => {
    const owner = await makeMerchant(app);
    const { tenantId } = owner;
    await addBill(app, owner);
    await setSecondApprover(app, owner, true);
    const waiting = await addBill(app, owner);
    await owner.browser.call('bill.batchConfirm', {
      bills: [{ billNo: waiting.billNo, amount: waiting.amount }],
      idempotencyKey: newKey(),
    });
    const bill = await confirmed(owner, 3);
    expect(numbersOf(await page({ tenantId }))).toEqual([bill.billNo]);
    await pay(bill, bill.amount);
    expect(numbersOf(await page({ tenantId }))).toEqual([]);
    const settled = await page({ tenantId, queue: 'settled', pageSize: 10 });
    expect(settled).toMatchObject({ items: [{ billNo: bill.billNo, status: 'settled', remainingAmount: 0 }] });
    expect(
      await page({
        tenantId,
        queue: 'settled',
        cursor: Buffer.from(`${Date.parse('2020-01-01')}~ZD0`).toString('base64url'),
      }),
    ).toMatchObject({
      items: [],
    });
  });

  it('R11.6 shows a bill with its vouchers, payments and timeline, and each look at a file is in the trail', async () => {
    const owner = await makeMerchant(app);
    const bill = await confirmed(owner, 2);
    const fileId = await sendVoucher(owner, [bill]);
    const before = await ask('ops.bill.detail', { billNo: bill.billNo });
    await pay(bill, 20_000);
    const detail = await ask('ops.bill.detail', { billNo: bill.billNo });
    expect(detail).toMatchObject({
      tenantId: owner.tenantId,
      amount: 120_000,
      paidAmount: 20_000,
      remainingAmount: 100_000,
      canSettle: true,
      isOverdue: false,
      inCheck: false,
      vouchers: [{ bankSerial: 'S-77', files: [{ fileId, name: '回单.pdf' }] }],
      settlements: [{ amount: 20_000, serial: 'S-1' }],
    });
    expect(detail.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(['issued', 'autoConfirmed', 'paid']);
    // A payment is one version, and named by who registered it: to colleagues, not to the merchant.
    expect(detail.version).toBe(before.version + 1);
    const own = (await owner.browser.call('bill.detail', { billNo: bill.billNo })).body.data;
    const staff = (await desk.browser.call('ops.user.info')).body.data.user;
    expect(detail.timeline.at(-1).by).toBe(staff.name === '' ? staff.account : staff.name);
    expect(own.timeline.at(-1).by).not.toBe(detail.timeline.at(-1).by);
    const file = await desk.browser.call('ops.bill.download', { billNo: bill.billNo, fileId });
    expect(file.status).toBe(200);
    expect(
      await app.rows(
        "select object, tenant_id, after from audit_event where event = 'ops.bill.download' and result = 'ok'",
      ),
    ).toEqual([{ object: bill.billNo, tenant_id: owner.tenantId, after: { fileId } }]);
    // A file of another bill, a file that is no voucher, a file that became part of a certification.
    const other = await confirmed(owner, 2);
    const refused = [
      { billNo: other.billNo, fileId },
      { billNo: bill.billNo, fileId: await upload(owner) },
      { billNo: 'ZD0', fileId },
    ];
    for (const payload of refused) {
      expect(await desk.browser.call('ops.bill.download', payload)).toMatchObject({ status: 404 });
    }
    await app.rows('update file set is_restricted = true where file_id = $1', [fileId]);
    expect(await desk.browser.call('ops.bill.download', { billNo: bill.billNo, fileId })).toMatchObject({
      status: 404,
    });
    const marked = await app.ports.files.mark();
    await app.ports.files.setMark('another-store');
    await app.clock.advance({ minutes: 2 });
    await app.rows("update file set is_restricted = false, storage_key = storage_key || '-away' where file_id = $1", [
      fileId,
    ]);
    expect(await desk.browser.call('ops.bill.download', { billNo: bill.billNo, fileId })).toMatchObject({
      body: { errCode: 'OPSB0005' },
    });
    await app.ports.files.setMark(marked ?? '');
    expect(await desk.browser.call('ops.bill.detail', { billNo: 'ZD0' })).toMatchObject({ status: 404 });
  });
});
