import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBill } from '#features/bill/bill.fixture';
import { type OrderFixture, openOrderFixture } from '#features/order/order.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { join, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import type { TestBrowser } from '#kernel/testing/test-client';

let fixture: OrderFixture;
let admin: TestBrowser;
let reviewer: TestBrowser;
beforeAll(async () => {
  fixture = await openOrderFixture();
  admin = await enterStaff(fixture.app, 'admin-of-all');
  reviewer = await enterStaff(fixture.app, 'reviewer', { roles: ['review'] });
  await fixture.certify(fixture.first);
  await fixture.first.call('user.updateUserName', { name: '王磊' });
});
afterAll(() => fixture.close());

const names = async (filter: Readonly<Record<string, unknown>>) =>
  (await reviewer.call('ops.tenant.page', filter)).body.data.items.map(({ name }: { name: string }) => name);
const detailOf = async (tenantId: string, by = admin) => by.call('ops.tenant.detail', { tenantId });

describe('R11.4 the merchants', () => {
  it('R11.4 are found by a part of the name, the beginning of the credit code, certification and day', async () => {
    await fixture.app.rows("update tenant set uscc = '91350100M000100Y43' where tenant_id = $1", [
      fixture.first.tenantId,
    ]);
    const all = await reviewer.call('ops.tenant.page', {});
    expect(all.body.data).toMatchObject({ total: 2, totalIsExact: true, nextCursor: null });
    expect(await names({ keyword: '云栖' })).toEqual(['云栖商贸（演示商户一）']);
    expect(await names({ keyword: '91350100m0' })).toEqual(['云栖商贸（演示商户一）']);
    expect(await names({ keyword: '350100' })).toEqual([]);
    expect(await names({ keyword: '_' })).toEqual([]);
    expect(await names({ certification: 'passed' })).toEqual(['云栖商贸（演示商户一）']);
    expect(await names({ to: '2020-01-01' })).toEqual([]);
    expect(await names({ from: '2020-01-01' })).toHaveLength(2);
    for (const path of ['from', 'to']) {
      const wrong = await reviewer.call('ops.tenant.page', { [path]: '2026-02-30' });
      expect(wrong).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
    }
  });

  it('security 4.12 are listed with their owner masked', async () => {
    const { body, text } = await reviewer.call('ops.tenant.page', { keyword: '云栖' });
    expect(body.data.items[0]).toMatchObject({ ownerName: '王*', ownerMobileMasked: '138****0001', memberCount: 1 });
    expect(text).not.toContain('王磊');
  });

  it('contract 4 are read on by a cursor, none twice and none left out', async () => {
    await fixture.app.rows(
      "insert into tenant (tenant_id, name) select 'bare-' || n, '' from generate_series(1, 12) n",
    );
    const first = (await reviewer.call('ops.tenant.page', { pageSize: 10 })).body.data;
    const next = (await reviewer.call('ops.tenant.page', { pageSize: 10, cursor: first.nextCursor })).body.data;
    const ids = [...first.items, ...next.items].map(({ tenantId }: { tenantId: string }) => tenantId);
    expect(ids).toHaveLength(first.total);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('R11.4 everything about a merchant', () => {
  it('R11.4 stands on one page: record, certification, members, orders, bills of both directions, consents, logins, history', async () => {
    const { first } = fixture;
    const orderNo = await first.buy();
    for (const direction of ['payable', 'receivable'] as const) await addBill(fixture.app, first, { direction });
    const guest = await makeMerchant(fixture.app, '陈静');
    await join(fixture.app, first, { guest, role: 'finance' });
    await guest.browser.call('notice.saveSettings', {
      items: [{ kind: 'bill', sms: true, mail: false }],
      idempotencyKey: newKey(),
    });
    const reply = await detailOf(first.tenantId);
    expect(reply.status, reply.text).toBe(200);
    const { data } = reply.body;
    expect(data).toMatchObject({
      tenantId: first.tenantId,
      name: '云栖商贸（演示商户一）',
      certificationStatus: 'passed',
      memberCount: 2,
      feedback: { open: 0, recent: [] },
      invoices: [],
    });
    expect(data.members).toMatchObject([
      { role: 'owner', name: '王*', mobileMasked: '138****0001', status: 'active' },
      { role: 'finance', name: '陈*', status: 'active' },
    ]);
    expect(data.orders).toMatchObject([{ orderNo, status: 'pendingReview' }]);
    expect(data.bills.payable).toMatchObject({ count: 1 });
    expect(data.bills.receivable).toMatchObject({ count: 1 });
    expect(data.bills.recent.map(({ direction }: { direction: string }) => direction).toSorted()).toEqual([
      'payable',
      'receivable',
    ]);
    expect(data.consents.recent[0]).toMatchObject({ isInForce: true });
    expect(data.consents.inForce).toBeGreaterThan(0);
    expect(data.logins.map(({ result }: { result: string }) => result)).toContain('success');
    expect(data.history.at(-1)).toMatchObject({ kind: 'registered' });
    for (const personal of ['王磊', '陈静', '13800000001', guest.mobile]) expect(reply.text).not.toContain(personal);
  });

  it('R6.3 shows orders, bills, invoices and feedback to those alone who hold their keys', async () => {
    const { tenantId } = fixture.first;
    const seen = (await detailOf(tenantId, reviewer)).body.data;
    expect(Object.keys(seen)).toContain('orders');
    for (const part of ['bills', 'invoices', 'feedback']) expect(Object.keys(seen), part).not.toContain(part);
    const finance = await enterStaff(fixture.app, 'finance', { roles: ['finance'] });
    expect(Object.keys((await detailOf(tenantId, finance)).body.data)).toEqual(
      expect.arrayContaining(['orders', 'bills', 'invoices', 'feedback']),
    );
    expect((await detailOf('no-such-tenant')).body.errCode).toBe('RHSY404');
  });

  it('R4.11 a transfer that waits for its amount shows the tries that are left and until when', async () => {
    const { tenantId } = fixture.second;
    expect((await detailOf(tenantId)).body.data.certification).toEqual({
      submissionNo: null,
      isInForce: false,
      transfer: null,
    });
    await fixture.app.rows(
      `insert into certification (tenant_id, status, form, masks, reasons, submission_no, submitted_at, tries_left, transfer_sealed,
          transfer_by, transfer_sent_at)
        values ($1, 'pendingTransfer', '{}', '{}', '[]', 'RZ-1', app_now(), 2, '\\x00', app_now() + interval '5 days', app_now())`,
      [tenantId],
    );
    const { certification } = (await detailOf(tenantId)).body.data;
    expect(certification).toMatchObject({ submissionNo: 'RZ-1', isInForce: false, transfer: { triesLeft: 2 } });
    expect(Date.parse(certification.transfer.by)).toBeGreaterThan(Date.parse(certification.transfer.sentAt));
  });
});
