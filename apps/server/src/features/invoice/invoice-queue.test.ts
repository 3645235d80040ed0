import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '#features/order/order.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { addOrder, applied, readyTenant } from './invoice.fixture.ts';

let app: TestApp;
let desk: TestBrowser;
let owner: Merchant;
beforeAll(async () => {
  app = await testApp();
  desk = await enterStaff(app, 'invoice-queue', { roles: ['finance'] });
  owner = await makeMerchant(app);
  await readyTenant(app, owner);
});
afterAll(() => app.close());

const apply = async () => applied(owner, { orderNos: [await addOrder(app, owner)] });
const page = async (payload: object) =>
  (await desk.call('ops.invoice.page', { pageSize: 10, tenantId: owner.tenantId, ...payload })).body.data;
const numbersOf = ({ items }: { items: { invoiceNo: string }[] }) => items.map(({ invoiceNo }) => invoiceNo);
const step = (verb: string, payload: object) =>
  desk.call(`ops.invoice.${verb}`, { version: 1, ...payload, idempotencyKey: newKey() });

describe('R11.6 the desk of invoices', () => {
  it('R11.6 has applications the oldest first, page by page, and everything else newest first', async () => {
    const made: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      made.push(await apply());
      await app.clock.advance({ seconds: 1 });
    }
    const first = await page({ queue: 'applied' });
    const next = await page({ queue: 'applied', cursor: first.nextCursor });
    expect([...numbersOf(first), ...numbersOf(next)]).toEqual(made);
    const newest = await page({});
    const older = await page({ cursor: newest.nextCursor });
    expect([...numbersOf(newest), ...numbersOf(older)]).toEqual(made.toReversed());
    await step('issue', { invoiceNo: made[0] });
    expect(numbersOf(await page({ queue: 'applied' }))).toEqual(made.slice(1, 11));
    expect(numbersOf(await page({ status: 'issued' }))).toEqual(made.slice(0, 1));
  });

  it('R10.12 marks what covers a refunded order, until it is rejected or reversed', async () => {
    const orderNo = await addOrder(app, owner);
    const invoiceNo = await applied(owner, { orderNos: [orderNo, await addOrder(app, owner)] });
    expect(numbersOf(await page({ queue: 'refunded' }))).toEqual([]);
    await app.rows(`update "order" set status = 'refunded' where order_no = $1`, [orderNo]);
    expect((await page({ queue: 'refunded' })).items).toMatchObject([{ invoiceNo, hasRefunded: true }]);
    const detail = async () => (await desk.call('ops.invoice.detail', { invoiceNo })).body.data;
    expect(await detail()).toMatchObject({ hasRefunded: true, refundedNos: [orderNo], hasIssuer: true });
    await step('reject', { invoiceNo, reason: '订单已退款' });
    expect(numbersOf(await page({ queue: 'refunded' }))).toEqual([]);
    expect(await detail()).toMatchObject({ hasRefunded: false, refundedNos: [] });
  });

  it('R11.6 opens the issued file, and each look is in the trail', async () => {
    const invoiceNo = await apply();
    const open = () => desk.call('ops.invoice.download', { invoiceNo });
    expect(await open()).toMatchObject({ status: 404 });
    await step('issue', { invoiceNo });
    expect((await open()).headers['content-type']).toBe('application/pdf');
    const looks = await app.rows(
      "select object, tenant_id from audit_event where event = 'ops.invoice.download' and result = 'ok'",
    );
    expect(looks).toEqual([{ object: invoiceNo, tenant_id: owner.tenantId }]);
    const marked = await app.ports.files.mark();
    await app.ports.files.setMark('another-store');
    await app.clock.advance({ minutes: 2 });
    await app.rows(
      "update file set storage_key = storage_key || '-away' where file_id = (select file_id from invoice where invoice_no = $1)",
      [invoiceNo],
    );
    expect((await open()).body.errCode).toBe('OPSB0005');
    await app.ports.files.setMark(marked ?? '');
  });

  it('R4.12 says who of the staff took the newest step, and when; a look is none', async () => {
    const invoiceNo = await apply();
    const lastOf = async (verb: string) => (await desk.call(`ops.invoice.${verb}`, { invoiceNo })).body.data.last;
    expect([await lastOf('detail'), await lastOf('watch')]).toEqual([undefined, undefined]);
    await step('issue', { invoiceNo });
    const last = await lastOf('detail');
    expect(last).toEqual({ by: expect.stringMatching(/./), at: expect.stringMatching(/Z$/) });
    await app.clock.advance({ seconds: 1 });
    await desk.call('ops.invoice.download', { invoiceNo });
    expect(await lastOf('watch')).toEqual(last);
  });
});
