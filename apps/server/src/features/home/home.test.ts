import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshKey, join, logIn, type Merchant, makeMerchant, stepTicket } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
let merchant: Merchant;

beforeAll(async () => {
  app = await testApp();
  merchant = await makeMerchant(app, '李娜');
});
afterAll(() => app.close());

const summary = async ({ browser }: Merchant) => (await browser.call('home.summary')).body.data;

/** An order as far along as a test needs it. */
const addOrder = (tenant: Merchant, orderNo: string, more: { status: string; payBy?: string; expires?: string }) =>
  app.rows(
    `insert into "order" (tenant_id, order_no, user_id, pid, product_name, sku_id, sku_name, unit, billing, quantity, options,
        choice, items, total_fen, consent_ids, status, pay_by, active_from, expires_at)
      values ($1, $2, $3, 'p', '员工弹性福利', 's', '标准版', '人', 'prepaid', 1, '{}', '[]', '[]', 100, '{}', $4,
        app_now() + $5::interval, case when $4 = 'active' then app_now() end, app_now() + $6::interval)`,
    [tenant.tenantId, orderNo, tenant.userId, more.status, more.payBy ?? null, more.expires ?? null],
  );

describe('R10.1 the first page', () => {
  it('R10.1 a new tenant has no orders and one thing to do', async () => {
    expect(await summary(merchant)).toEqual({
      orders: {
        byStatus: { pendingReview: 0, pendingPayment: 0, pendingActivation: 0, active: 0 },
        reach: 1000,
      },
      certification: { status: 'none' },
      todos: [{ kind: 'certify', id: null, title: '完成企业认证，开通全部功能', dueAt: null }],
    });
  });

  it('R10.1 tells what is due, the most urgent first, and how many orders stand where', async () => {
    await addOrder(merchant, 'DD-late', { status: 'pendingPayment', payBy: '3 days' });
    await addOrder(merchant, 'DD-soon', { status: 'pendingPayment', payBy: '1 day' });
    await addOrder(merchant, 'DD-sent', { status: 'pendingPayment', payBy: '1 hour' });
    await app.rows(
      `insert into order_voucher (tenant_id, order_no, voucher_id, payer_name, paid_at, file_ids, user_id)
        values ($1, 'DD-sent', 'v', '甲', app_now(), '{f}', $2)`,
      [merchant.tenantId, merchant.userId],
    );
    await addOrder(merchant, 'DD-ending', { status: 'active', expires: '2 days' });
    await addOrder(merchant, 'DD-running', { status: 'active', expires: '90 days' });
    const { orders, todos } = await summary(merchant);
    expect(orders.byStatus).toEqual({ pendingReview: 0, pendingPayment: 3, pendingActivation: 0, active: 2 });
    expect(todos.map(({ kind, id }: { kind: string; id: string | null }) => [kind, id])).toEqual([
      ['payOrder', 'DD-soon'],
      ['renewOrder', 'DD-ending'],
      ['payOrder', 'DD-late'],
      ['certify', null],
    ]);
  });

  it('R6.3 another tenant’s orders are neither counted nor due', async () => {
    const other = await makeMerchant(app);
    const { orders, todos } = await summary(other);
    expect(Object.values(orders.byStatus)).toEqual([0, 0, 0, 0]);
    expect(todos).toHaveLength(1);
  });

  it('R6.1 a viewer sees the figures, and is asked to do nothing that they may not', async () => {
    const guest = await makeMerchant(app);
    await join(app, merchant, { guest, role: 'viewer' });
    const browser = await logIn(app, guest.mobile);
    browser.take((await browser.call('tenant.switch', { tenantId: merchant.tenantId })).body.data);
    const { orders, todos } = await summary({ ...guest, browser });
    expect(orders.byStatus.pendingPayment).toBe(3);
    expect(todos).toEqual([]);
  });

  it('R10.9 an invitation waits on the first page of the one who is invited', async () => {
    const guest = await makeMerchant(app);
    await merchant.browser.call('member.invite', {
      mobile: guest.mobile,
      role: 'finance',
      stepTicket: await stepTicket(app, merchant.browser),
      idempotencyKey: freshKey(),
    });
    const { todos } = await summary(guest);
    expect(todos[0]).toMatchObject({ kind: 'invitation', title: expect.stringMatching(/^李娜 邀请您加入 商户\d+$/) });
  });

  it.each([
    ['rejected', 'correctCertification'],
    ['pendingTransfer', 'verifyTransfer'],
    ['pending', undefined],
    ['passed', undefined],
  ])('R4.11 a certification that is %s asks for %s', async (status, kind) => {
    const tenant = await makeMerchant(app);
    await app.rows('update tenant set certification_status = $2 where tenant_id = $1', [tenant.tenantId, status]);
    const { certification, todos } = await summary(tenant);
    expect(certification).toEqual({ status });
    expect(todos[0]?.kind).toBe(kind);
  });
});
