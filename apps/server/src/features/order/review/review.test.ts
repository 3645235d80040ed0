import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { cameSecond } from '#kernel/testing/replies/came-second';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import { loanPurchase, newKey, type OrderFixture, openOrderFixture, purchase } from '../order.fixture.ts';

let fixture: OrderFixture;
let reviewer: TestBrowser;
let colleague: TestBrowser;
let content: TestBrowser;
beforeAll(async () => {
  fixture = await openOrderFixture();
  reviewer = await enterStaff(fixture.app, 'reviewer', { roles: ['review'] });
  colleague = await enterStaff(fixture.app, 'colleague', { roles: ['finance'] });
  content = await enterStaff(fixture.app, 'content', { roles: ['content'] });
  await fixture.certify(fixture.first);
});
afterAll(() => fixture.close());

const detail = async (orderNo: string) => (await reviewer.call('ops.order.detail', { orderNo })).body.data;
const step = async (verb: string, orderNo: string, more: object = {}, by = reviewer): Promise<TestReply> =>
  by.call(`ops.order.${verb}`, {
    orderNo,
    version: (await detail(orderNo)).version,
    idempotencyKey: newKey(),
    ...more,
  });
const must = async (verb: string, orderNo: string, more: object = {}) => {
  const reply = await step(verb, orderNo, more);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data.status as string;
};
const queue = async (name: string) =>
  (await reviewer.call('ops.order.page', { queue: name })).body.data.items.map(
    (order: { orderNo: string }) => order.orderNo,
  );

describe('R11.5 an order at the console', () => {
  it('R11.5 goes from review to payment, its voucher back and again, and is opened, each from its queue', async () => {
    const orderNo = await fixture.first.buy();
    expect(await queue('review')).toContain(orderNo);
    expect(await detail(orderNo)).toMatchObject({ actions: ['approve', 'reject'], isCertified: true });
    expect(await must('review', orderNo)).toBe('pendingPayment');
    expect(await queue('voucher')).not.toContain(orderNo);
    await fixture.sendVoucher(fixture.first, orderNo);
    expect(await queue('voucher')).toEqual([orderNo]);
    const returned = await must('checkPayment', orderNo, { outcome: 'sendBack', reason: '金额与订单不符' });
    expect(returned).toBe('pendingPayment');
    expect(await queue('voucher')).toEqual([]);
    await fixture.sendVoucher(fixture.first, orderNo);
    expect(await must('checkPayment', orderNo, { outcome: 'accept' })).toBe('pendingActivation');
    expect(await queue('opening')).toEqual([orderNo]);
    expect(await must('open', orderNo)).toBe('active');
    const opened = await detail(orderNo);
    expect(opened).toMatchObject({ actions: ['refund', 'terminate'], tenantId: fixture.first.tenantId });
    expect(opened.vouchers.map(({ status, reason }: Record<string, string>) => [status, reason])).toEqual([
      ['accepted', null],
      ['returned', '金额与订单不符'],
    ]);
    expect((await fixture.first.call('order.detail', { orderNo })).body.data.status).toBe('active');
    expect(
      await fixture.app.rows(
        "select event, actor_kind from audit_event where object = $1 and event like 'ops.order.%' order by event_id",
        [orderNo],
      ),
    ).toEqual(
      ['review', 'checkPayment', 'checkPayment', 'open'].map((action) => ({
        event: `ops.order.${action}`,
        actor_kind: 'staff',
      })),
    );
  });

  it('R4.8 is rejected, refunded or terminated with a reason that the merchant reads', async () => {
    const [rejected, refunded, terminated] = [
      await fixture.first.buy(),
      await fixture.running(fixture.first),
      await fixture.running(fixture.first),
    ];
    for (const [verb, orderNo, status] of [
      ['reject', rejected, 'rejected'],
      ['refund', refunded, 'refunded'],
      ['terminate', terminated, 'expired'],
    ] as const) {
      const without = await step(verb, orderNo, { reason: '　' });
      expect(without, verb).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'reason' }] } } });
      expect(await must(verb, orderNo, { reason: `原因：${verb}` })).toBe(status);
      const { steps } = (await fixture.first.call('order.detail', { orderNo })).body.data;
      expect(steps.at(-1)).toMatchObject({ to: status, reason: `原因：${verb}` });
    }
    const paid = await fixture.first.buy();
    await must('review', paid);
    await fixture.sendVoucher(fixture.first, paid);
    const silent = await step('checkPayment', paid, { outcome: 'sendBack' });
    expect(silent).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'reason' }] } } });
  });

  it('R4.13 stays in review until its merchant is certified, and says so', async () => {
    const orderNo = await fixture.second.buy();
    expect((await detail(orderNo)).actions).toEqual(['reject']);
    expect((await step('review', orderNo)).body.errCode).toBe('RHOR005');
    expect(await fixture.statusOf(orderNo)).toBe('pendingReview');
  });

  it('R10.6 goes no further once a consent that it stands on is gone', async () => {
    const withdraw = (orderNo: string) =>
      fixture.app.rows(
        'update consent set withdrawn_at = app_now() from "order" o where o.order_no = $1 and consent_id = any(o.consent_ids)',
        [orderNo],
      );
    const [fresh, reviewed] = [await fixture.first.buy(loanPurchase), await fixture.second.buy(loanPurchase)];
    await withdraw(fresh);
    expect((await step('review', fresh)).body.errCode).toBe('RHOR006');
    await fixture.certify(fixture.second);
    await must('review', reviewed);
    await withdraw(reviewed);
    expect((await step('open', reviewed)).body.errCode).toBe('RHOR006');
    await fixture.certify(fixture.second, 'none');
  });

  it('R4.8 an order past its term is 已到期 at the console too, without a step of anybody', async () => {
    const orderNo = await fixture.running(fixture.first);
    await fixture.app.rows('update "order" set expires_at = app_now() where order_no = $1', [orderNo]);
    expect(await detail(orderNo)).toMatchObject({ status: 'expired', actions: [] });
    const { items } = (await reviewer.call('ops.order.page', { status: 'expired', keyword: orderNo })).body.data;
    expect(items).toMatchObject([{ orderNo, status: 'expired' }]);
  });
});

describe('R11.5 two at once', () => {
  it('R4.12 a step names its member of staff to colleagues, and the provider to the merchant', async () => {
    const orderNo = await fixture.first.buy();
    expect((await step('review', orderNo, {}, colleague)).status).toBe(200);
    expect((await detail(orderNo)).steps.at(-1)).toMatchObject({ action: 'approve', by: 'colleague' });
    const { steps } = (await fixture.first.call('order.detail', { orderNo })).body.data;
    expect(steps.at(-1)).toMatchObject({ action: 'approve', by: '平台运营' });
    expect(steps[0].by).toBe((await detail(orderNo)).steps[0].by);
  });

  it('R4.12 of two who take a step of the same order one wins, and the other is refused', async () => {
    const orderNo = await fixture.first.buy();
    const { version } = await detail(orderNo);
    const both = await Promise.all([
      step('review', orderNo, { version }),
      step('reject', orderNo, { version, reason: '重复下单' }, colleague),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const isApproved = both[0]?.status === 200;
    expect(both.find(({ status }) => status === 409)).toMatchObject(
      cameSecond(isApproved ? 'reviewer' : 'colleague', isApproved ? '审核通过订单' : '驳回订单'),
    );
    for (const [verb, more] of [
      ['review', {}],
      ['open', {}],
      ['reject', { reason: '晚了' }],
      ['refund', { reason: '晚了' }],
      ['terminate', { reason: '晚了' }],
      ['checkPayment', { outcome: 'accept' }],
    ] as const) {
      expect((await step(verb, orderNo, { ...more, version })).body.errCode, verb).toBe('RHSY409');
    }
  });

  it('R4.12 a merchant who comes second reads the name of a member, and of staff only that it was the provider', async () => {
    const [rejected, cancelled] = [await fixture.first.buy(), await fixture.first.buy()];
    const cancel = (orderNo: string) => fixture.first.call('order.cancel', { orderNo, idempotencyKey: newKey() });
    await must('reject', rejected, { reason: '重复下单' });
    const late = await cancel(rejected);
    expect(late).toMatchObject(cameSecond('平台运营', '驳回订单'));
    expect(late.text).not.toContain('reviewer');
    expect((await cancel(cancelled)).status).toBe(200);
    expect(await cancel(cancelled)).toMatchObject(cameSecond('138****0001', '取消订单'));
    // Staff read that it was the merchant, and no name of its members.
    expect(await step('review', cancelled)).toMatchObject(cameSecond('商户', '取消订单'));
  });

  it('R4.12 who takes an order from the desk is not named as who took a step with it', async () => {
    const orderNo = await fixture.first.buy();
    const { version } = await detail(orderNo);
    await must('review', orderNo);
    await fixture.sendVoucher(fixture.first, orderNo);
    const claim = { kind: 'order', objectId: orderNo, idempotencyKey: newKey() };
    expect((await colleague.call('ops.desk.take', claim)).status).toBe(200);
    const late = await step('reject', orderNo, { version, reason: '晚了' });
    expect(late).toMatchObject(cameSecond('商户', '提交付款凭证'));
  });

  it('R4.12 the refusal of a step that came second is answered again under its key, as it was', async () => {
    const orderNo = await fixture.first.buy();
    const { version } = await detail(orderNo);
    await must('review', orderNo);
    const payload = { orderNo, version, idempotencyKey: newKey(), reason: '晚了' };
    const late = await colleague.call('ops.order.reject', payload);
    expect((await fixture.first.call('order.cancel', { orderNo, idempotencyKey: newKey() })).status).toBe(200);
    const again = await colleague.call('ops.order.reject', payload);
    expect(again).toMatchObject(cameSecond('reviewer', '审核通过订单'));
    expect(again.body.data).toEqual(late.body.data);
  });

  it('R4.12 a step that is sent again with its key is answered again, and taken once', async () => {
    const orderNo = await fixture.first.buy();
    const payload = { idempotencyKey: newKey(), version: (await detail(orderNo)).version };
    const replies = await Promise.all(Array.from({ length: 5 }, () => step('review', orderNo, payload)));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    const steps = await fixture.app.rows("select 1 from order_step where order_no = $1 and action = 'approve'", [
      orderNo,
    ]);
    expect(steps).toHaveLength(1);
  });

  it('R11.5 who else has an order open is named', async () => {
    const orderNo = await fixture.first.buy();
    const watch = async (by: TestBrowser) => (await by.call('ops.order.watch', { orderNo })).body.data.others;
    expect(await watch(reviewer)).toEqual([]);
    expect(await watch(colleague)).toEqual(['reviewer']);
    expect((await content.call('ops.order.watch', { orderNo })).body.errCode).toBe('RHSY403');
  });
});

describe('R11.5 the list and the vouchers', () => {
  it('R11.5 is searched by number, merchant and status, over all tenants', async () => {
    const [own, other] = [await fixture.first.buy(), await fixture.second.buy(purchase)];
    const find = async (filter: object) =>
      (await reviewer.call('ops.order.page', { ...filter })).body.data.items.map(
        (order: { orderNo: string }) => order.orderNo,
      );
    expect((await find({})).slice(0, 2)).toEqual([other, own]);
    expect(await find({ keyword: own.toLowerCase() })).toEqual([own]);
    expect(await find({ tenantId: fixture.second.tenantId })).not.toContain(own);
    expect(await find({ keyword: '%' })).toEqual([]);
    expect((await content.call('ops.order.page', {})).body.errCode).toBe('RHSY403');
  });

  it('contract 4 every order is read by the cursor, newest first, and a queue oldest first', async () => {
    // More than a merchant may have under way.
    await fixture.app.rows(
      `insert into "order" select (jsonb_populate_record(o, jsonb_build_object('order_no', 'COPY' || n, 'created_at', o.created_at - n * interval '1 minute'))).*
        from "order" o, generate_series(1, 23) n
        where o.order_no = (select min(order_no) from "order" where status = 'pendingReview')`,
    );
    const orders = await fixture.app.rows(
      'select order_no, created_at, status from "order" order by created_at desc, order_no desc',
    );
    const [, latest] = orders;
    // Two of one moment.
    await fixture.app.rows('update "order" set created_at = $1 where order_no = $2', [
      orders[0]?.['created_at'],
      latest?.['order_no'],
    ]);
    const inOrder = (order: string, where = 'true') =>
      fixture.app.rows(`select order_no from "order" where ${where} order by created_at ${order}, order_no ${order}`);
    const byCursor = async (filter: object): Promise<string[]> => {
      const found: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const reply = await reviewer.call('ops.order.page', {
          ...filter,
          pageSize: 10,
          ...(cursor === undefined ? {} : { cursor }),
        });
        expect(reply.status, reply.text).toBe(200);
        found.push(...reply.body.data.items.map(({ orderNo }: { orderNo: string }) => orderNo));
        cursor = reply.body.data.nextCursor;
      }
      return found;
    };
    const numbers = (rows: readonly Record<string, unknown>[]) => rows.map(({ order_no }) => String(order_no));
    expect(await byCursor({})).toEqual(numbers(await inOrder('desc')));
    const waiting = numbers(await inOrder('asc', "status = 'pendingReview'"));
    expect(waiting.length).toBeGreaterThan(20);
    expect(await byCursor({ queue: 'review' })).toEqual(waiting);
    await fixture.app.rows(`delete from "order" where order_no like 'COPY%'`);
  });

  it('security 4.8 a voucher is opened by its order alone, and every look is in the trail', async () => {
    const orderNo = await fixture.first.buy();
    await must('review', orderNo);
    await fixture.sendVoucher(fixture.first, orderNo);
    const { fileId } = (await detail(orderNo)).vouchers[0].files[0];
    const open = (payload: object = {}) => reviewer.call('ops.order.download', { orderNo, fileId, ...payload });
    expect((await open()).headers['content-type']).toBe('application/pdf');
    const another = await fixture.first.buy();
    expect((await open({ orderNo: another })).body.errCode).toBe('RHSY404');
    await fixture.app.rows('update file set is_restricted = true where file_id = $1', [fileId]);
    expect((await open()).body.errCode).toBe('RHSY404');
    await fixture.app.rows("update file set is_restricted = false, status = 'scanning' where file_id = $1", [fileId]);
    expect((await open()).body.errCode).toBe('RHFI002');
    const marked = await fixture.app.ports.files.mark();
    await fixture.app.ports.files.setMark('another-store');
    await fixture.app.clock.advance({ minutes: 2 });
    await fixture.app.rows(
      "update file set status = 'ready', storage_key = storage_key || '-away' where file_id = $1",
      [fileId],
    );
    expect((await open()).body.errCode).toBe('OPSB0005');
    await fixture.app.ports.files.setMark(marked ?? '');
    const looks = await fixture.app.rows(
      "select object, tenant_id, after from audit_event where event = 'ops.order.download' and result = 'ok'",
    );
    expect(looks).toEqual([{ object: orderNo, tenant_id: fixture.first.tenantId, after: { fileId } }]);
  });
});
