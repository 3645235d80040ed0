import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CertificationFixture, openCertificationFixture } from '#features/certification/certification.fixture';
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

/** An order in the status that a test needs. */
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
        toPay: { count: 0, amount: 0 },
        inCheck: { count: 0, amount: 0 },
        recent: [],
      },
      certification: { status: 'none', isCertified: false },
      guide: { ordered: false, paid: false },
      notices: { unread: 1, reach: 100, latest: [expect.objectContaining({ title: '新设备登录' })] },
      todos: [{ kind: 'certify', id: null, title: '完成企业认证，开通全部功能', dueAt: null }],
    });
  });

  it('R10.1 shows what is due, the most urgent first, and the number of orders by status', async () => {
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

  it('R10.1 says what is to be paid, by when, what is being checked, which term ends next, and the newest orders', async () => {
    const { orders } = await summary(merchant);
    expect(orders).toMatchObject({ toPay: { count: 2, amount: 200 }, inCheck: { count: 1, amount: 100 } });
    const hoursUntil = (at: string) => Math.round((Date.parse(at) - app.clock.now().getTime()) / 3_600_000);
    expect([hoursUntil(orders.nextPayBy), hoursUntil(orders.nextEnd)]).toEqual([24, 48]);
    const { items } = (await merchant.browser.call('order.page', { pageSize: 10 })).body.data;
    expect(orders.recent).toEqual(items.slice(0, 5));
  });

  it('R10.1 the figures of what is to be paid and of what is being checked are those of the lists that they lead to', async () => {
    const own = await makeMerchant(app);
    const order = async (orderNo: string, payBy: string, ...vouchers: string[]) => {
      await addOrder(own, orderNo, { status: 'pendingPayment', payBy });
      for (const [at, status] of vouchers.entries()) {
        await app.rows(
          `insert into order_voucher (tenant_id, order_no, voucher_id, payer_name, paid_at, file_ids, user_id, status, sent_at, decided_at)
            values ($1, $2, $2 || $3, '甲', app_now(), '{f}', $4, $5, app_now() + $3::int * interval '1 second',
              case when $5 <> 'waiting' then app_now() end)`,
          [own.tenantId, orderNo, String(at), own.userId, status],
        );
      }
    };
    await order('DF-open', '2 days');
    await order('DF-returned', '1 day', 'returned');
    await order('DF-sent', '3 days', 'waiting');
    await order('DF-sent-again', '4 days', 'returned', 'replaced', 'waiting');
    await order('DF-sent-in-time', '-1 hour', 'waiting');
    // Over, and not stored as such yet.
    await order('DF-over', '-1 hour');
    await order('DF-over-returned', '-1 hour', 'returned');
    await addOrder(own, 'DF-paid', { status: 'active', expires: '30 days' });
    const listed = async (payment: string, more: object = {}) => {
      const { items, total } = (await own.browser.call('order.page', { payment, ...more })).body.data;
      expect(items).toHaveLength(total);
      const amount = items.reduce((sum: number, each: { totalAmount: number }) => sum + each.totalAmount, 0);
      return {
        numbers: items.map(({ orderNo }: { orderNo: string }) => orderNo).toSorted(),
        sum: { count: total, amount },
      };
    };
    const { toPay, inCheck } = (await summary(own)).orders;
    const status = 'pendingPayment';
    for (const more of [{}, { status }]) {
      expect(await listed('open', more)).toEqual({ numbers: ['DF-open', 'DF-returned'], sum: toPay });
      expect(await listed('inCheck', more)).toEqual({
        numbers: ['DF-sent', 'DF-sent-again', 'DF-sent-in-time'],
        sum: inCheck,
      });
      expect((await listed('returned', more)).numbers).toEqual(['DF-returned']);
    }
    expect((await listed('inCheck', { status: 'active' })).numbers).toEqual([]);
    expect((await own.browser.call('order.sum', { payment: 'inCheck' })).body.data).toEqual({
      toPay: { count: 0, amount: 0 },
      inCheck,
    });
    const wrong = await own.browser.call('order.page', { payment: 'sent' });
    expect(wrong).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'payment' }] } } });
  });

  it('R10.1 guides a new tenant until it is certified, has ordered and has paid', async () => {
    const fresh = await makeMerchant(app);
    const guide = async () => (await summary(fresh)).guide;
    expect(await guide()).toEqual({ ordered: false, paid: false });
    await addOrder(fresh, 'DD-guide', { status: 'pendingPayment', payBy: '3 days' });
    expect(await guide()).toEqual({ ordered: true, paid: false });
    await addOrder(fresh, 'DD-guided', { status: 'active', expires: '90 days' });
    expect(await guide()).toEqual({ ordered: true, paid: true });
    await app.rows(
      `insert into certification (tenant_id, status, form, masks, reasons, certified_no, certified_uscc) values ($1, 'passed', '{}', '{}', '[]', 'RZ1', '91330106MA2YQ5M7X3')`,
      [fresh.tenantId],
    );
    expect(await guide()).toBeUndefined();
  });

  it('R6.3 another tenant’s orders are neither counted nor due', async () => {
    const other = await makeMerchant(app);
    const { orders, todos } = await summary(other);
    expect(Object.values(orders.byStatus)).toEqual([0, 0, 0, 0]);
    expect(orders).toMatchObject({ toPay: { count: 0, amount: 0 }, recent: [] });
    expect(todos).toHaveLength(1);
  });

  it('R6.1 a viewer sees the figures, and no to-do that they may not do', async () => {
    const guest = await makeMerchant(app);
    await join(app, merchant, { guest, role: 'viewer' });
    const browser = await logIn(app, guest.mobile);
    browser.take((await browser.call('tenant.switch', { tenantId: merchant.tenantId })).body.data);
    const { orders, todos, guide } = await summary({ ...guest, browser });
    expect(orders.byStatus.pendingPayment).toBe(3);
    expect([todos, guide]).toEqual([[], undefined]);
  });

  it('R10.9 an invitation is on the first page of the invited user', async () => {
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

  it('R10.1 counts the reader’s own unread notices, in this tenant and no other', async () => {
    const [reader, other] = [await makeMerchant(app), await makeMerchant(app)];
    for (const { browser } of [reader, other]) await browser.call('notice.read', {});
    for (const { tenantId, userId } of [reader, reader, other]) {
      await app.rows(
        "insert into notice (tenant_id, user_id, kind, title, text) values ($1, $2, 'order', '题', '文')",
        [tenantId, userId],
      );
    }
    const titles = (notices: { latest: { title: string }[] }) => notices.latest.map(({ title }) => title);
    const { notices } = await summary(reader);
    expect(notices).toMatchObject({ unread: 2, reach: 100 });
    expect(titles(notices)).toEqual(['题', '题', '新设备登录']);
    await reader.browser.call('notice.read', {});
    expect((await summary(reader)).notices.unread).toBe(0);
    expect((await summary(other)).notices.unread).toBe(1);
  });
});

describe('R4.11 the certification on the first page', () => {
  let fixture: CertificationFixture;
  beforeAll(async () => {
    fixture = await openCertificationFixture({ env: { CERTIFICATION_TRANSFER: 'on' } });
  });
  afterAll(() => fixture.close());
  const home = async () => (await fixture.first.browser.call('home.summary')).body.data;
  const set = (changes: string) =>
    fixture.app.rows(`update certification set ${changes} where tenant_id = $1`, [fixture.first.tenantId]);

  it('R4.11 says what it waits for and until when; a change is shown while the company stays certified', async () => {
    const submissionNo = String((await fixture.first.submit()).body.data.submissionNo);
    expect(await home()).toMatchObject({ certification: { status: 'pending', isCertified: false }, todos: [] });
    await fixture.decide('approve', submissionNo);
    await fixture.jobs();
    const { transferBy } = (await fixture.first.get()).body.data;
    expect(transferBy).toMatch(/^20/);
    const transfer = { kind: 'verifyTransfer', id: null, dueAt: transferBy };
    expect(await home()).toMatchObject({
      certification: { status: 'pendingTransfer', isCertified: false },
      todos: [{ ...transfer, title: '请查收打款并填写到账金额，完成企业认证' }],
    });
    // The same steps again, by a certified merchant.
    await set('certified_no = submission_no, certified_uscc = form->>$$uscc$$');
    await fixture.app.rows("update tenant set certification_status = 'passed' where tenant_id = $1", [
      fixture.first.tenantId,
    ]);
    expect(await home()).toMatchObject({
      certification: { status: 'pendingTransfer', isCertified: true },
      todos: [{ ...transfer, title: '请查收打款并填写到账金额，完成认证变更' }],
    });
    await set(`status = 'rejected', transfer_sealed = null, reasons = '[{"field":"uscc","reason":"不清楚"}]'`);
    expect(await home()).toMatchObject({
      certification: { status: 'rejected', isCertified: true },
      todos: [{ kind: 'correctCertification', title: '认证变更未通过，原认证仍然有效', dueAt: null }],
    });
    await set("status = 'passed'");
    expect(await home()).toMatchObject({ certification: { status: 'passed', isCertified: true }, todos: [] });
    await set('certified_no = null, certified_uscc = null, status = $$rejected$$');
    expect((await home()).todos).toMatchObject([
      { kind: 'correctCertification', title: '企业认证未通过，请修改后重新提交' },
    ]);
  });
});
