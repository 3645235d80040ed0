import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobs } from '#features/index';
import { authorOf } from '#kernel/observe/audit';
import {
  loanPurchase,
  type Merchant,
  newKey,
  type OrderFixture,
  openOrderFixture,
  payee,
  purchase,
} from './order.fixture.ts';
import { type AskedReview, takeReviewStep } from './order.review.ts';

let fixture: OrderFixture;
let first: Merchant;
beforeAll(async () => {
  fixture = await openOrderFixture();
  ({ first } = fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.app.rows(`update "order" set status = 'cancelled'`);
  await fixture.certify(first);
});

const run = (name: string) =>
  jobs
    .find((job) => job.name === name)
    ?.run({ database: fixture.app.database, ports: fixture.app.ports, log: fixture.app.ports.log });
const detail = async (orderNo: string) => {
  // The session expires in the days that pass here.
  const browser = await fixture.app.open();
  await browser.call('portal.login', { mobile: '13800000001', pwd: 'Demo-Merchant-1' });
  return (await browser.call('order.detail', { orderNo })).body.data;
};
const newsAbout = async (orderNo: string): Promise<string[]> =>
  (await fixture.app.rows('select title from notice where place_id = $1 order by created_at', [orderNo])).map((row) =>
    String(row['title']),
  );

describe('R4.8 the desk', () => {
  it('R4.13 an order of a tenant that is not certified stays in review', async () => {
    await fixture.certify(first, 'none');
    const orderNo = await first.buy();
    expect(await fixture.takeStep('approve', orderNo)).toBe(false);
    expect(await fixture.statusOf(orderNo)).toBe('pendingReview');
    await fixture.certify(first);
    expect(await fixture.takeStep('approve', orderNo)).toBe(true);
  });

  it('R4.8 leads an order from review through payment to opening; each step has a notice, a history entry and an audit event', async () => {
    const orderNo = await first.buy();
    await fixture.takeStep('approve', orderNo);
    expect(await detail(orderNo)).toMatchObject({ status: 'pendingPayment', payee });
    await fixture.sendVoucher(first, orderNo);
    expect(await fixture.takeStep('sendBackPayment', orderNo)).toBe(false);
    expect(await fixture.takeStep('sendBackPayment', orderNo, '金额不符')).toBe(true);
    await fixture.sendVoucher(first, orderNo);
    for (const step of ['acceptPayment', 'activate'] as const) expect(await fixture.takeStep(step, orderNo)).toBe(true);
    const { steps, vouchers, activeFrom, expiresAt } = await detail(orderNo);
    expect(steps.map(({ action }: { action: string }) => action)).toEqual([
      'submit',
      'approve',
      'sendVoucher',
      'sendBackPayment',
      'sendVoucher',
      'acceptPayment',
      'activate',
    ]);
    expect(steps[3]).toMatchObject({ by: '平台运营', reason: '金额不符' });
    expect(vouchers).toMatchObject([{ status: 'accepted' }, { status: 'returned', reason: '金额不符' }]);
    expect(new Date(expiresAt).getTime() - new Date(activeFrom).getTime()).toBeGreaterThan(364 * 86_400_000);
    const audit = await fixture.app.rows(
      `select event from audit_event where object = $1 and event like 'ops.%' order by event_id`,
      [orderNo],
    );
    expect(audit.map(({ event }) => event)).toEqual([
      'ops.order.approve',
      'ops.order.sendBackPayment',
      'ops.order.acceptPayment',
      'ops.order.activate',
    ]);
    expect(await newsAbout(orderNo)).toEqual(['订单已通过审核，请付款', '付款凭证被退回', '款项已核对', '产品已开通']);
  });

  it('R4.8 an order with nothing to pay skips the payment', async () => {
    const orderNo = await first.buy(loanPurchase);
    await fixture.takeStep('approve', orderNo);
    expect(await fixture.statusOf(orderNo)).toBe('pendingActivation');
  });

  it('R4.12 a command that is repeated, or run ten times in parallel, takes its step once', async () => {
    const orderNo = await first.buy();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => fixture.takeStep('approve', orderNo)));
    expect(outcomes.every(Boolean)).toBe(true);
    const steps = await fixture.app.rows(`select 1 from order_step where order_no = $1 and action = 'approve'`, [
      orderNo,
    ]);
    expect(steps).toHaveLength(1);
    expect(await newsAbout(orderNo)).toHaveLength(1);
  });

  it.each([
    ['reject', []],
    ['sendBackPayment', ['approve']],
    ['refund', ['approve', 'acceptPayment', 'activate']],
    ['terminate', ['approve', 'acceptPayment', 'activate']],
  ] as const)(
    'R4.12 %s that is repeated with another reason is refused, with the same one it changes nothing',
    async (verb, before) => {
      const orderNo = await first.buy();
      for (const step of before) {
        if (step === 'acceptPayment') await fixture.sendVoucher(first, orderNo);
        await fixture.takeStep(step, orderNo);
      }
      if (verb === 'sendBackPayment') await fixture.sendVoucher(first, orderNo);
      expect(await fixture.review(verb, orderNo, '金额不符')).toMatchObject({ ok: true, changed: true });
      expect(await fixture.review(verb, orderNo, ' 金额不符 ')).toMatchObject({ ok: true, changed: false });
      expect(await fixture.review(verb, orderNo, '商户申请')).toMatchObject({ ok: false, reason: 'changed' });
      const steps = 'select reason from order_step where order_no = $1 and action = $2';
      expect(await fixture.app.rows(steps, [orderNo, verb])).toEqual([{ reason: '金额不符' }]);
    },
  );

  it('R10.11 sends no mail to members who did not choose it', async () => {
    await fixture.app.rows(`update tenant set contact_email = 'pay@merchant.example' where tenant_id = $1`, [
      first.tenantId,
    ]);
    const orderNo = await first.buy();
    await fixture.takeStep('approve', orderNo);
    expect(await newsAbout(orderNo)).toHaveLength(1);
    expect((await fixture.app.sent('mail')).filter((mail) => mail['to'] === 'pay@merchant.example')).toEqual([]);
  });

  it('R4.8 a reason that is too long for the history is refused with a message', async () => {
    const orderNo = await first.buy();
    const outcome = await fixture.review('reject', orderNo, '长'.repeat(501));
    expect(outcome).toMatchObject({ ok: false, reason: 'reasonTooLong' });
    expect(await fixture.takeStep('reject', orderNo, '长'.repeat(500))).toBe(true);
  });

  it.each(['reject', 'refund'] as const)('R4.8 %s needs a reason', async (verb) => {
    const orderNo = verb === 'refund' ? await fixture.running(first) : await first.buy();
    expect(await fixture.takeStep(verb, orderNo)).toBe(false);
    expect(await fixture.takeStep(verb, orderNo, '  ')).toBe(false);
    expect(await fixture.takeStep(verb, orderNo, '商户申请')).toBe(true);
  });

  it('R4.8 refuses an unknown number', async () => {
    expect(await fixture.takeStep('approve', 'DD20260101-00000000')).toBe(false);
  });

  it('R10.6 does not open an order whose consent was withdrawn', async () => {
    const orderNo = await first.buy(loanPurchase);
    const { agreements } = await detail(orderNo);
    const { recordId } = agreements.find(({ id }: { id: string }) => id === 'data-sharing');
    await first.call('authorization.revoke', { recordId, idempotencyKey: newKey() });
    expect(await fixture.takeStep('approve', orderNo)).toBe(false);
    expect(await fixture.takeStep('reject', orderNo, '授权已撤回')).toBe(true);
  });

  it('R10.6 a consent whose term is over is none at that moment: the order says so and does not go on, before any job ran', async () => {
    const [waiting, paying] = [await first.buy(loanPurchase), await first.buy()];
    await fixture.takeStep('approve', paying);
    const isOver = 'update consent set valid_to = app_now() where order_no = any($1)';
    await fixture.app.rows(isOver, [[waiting, paying]]);
    for (const orderNo of [waiting, paying]) {
      const { agreements } = (await first.call('order.detail', { orderNo })).body.data;
      expect(new Set(agreements.map(({ status }: { status: string }) => status)), orderNo).toEqual(
        new Set(['expired']),
      );
    }
    expect(await fixture.takeStep('approve', waiting)).toBe(false);
    expect(await fixture.sendVoucher(first, paying)).toMatchObject({ status: 409, body: { errCode: 'RHAZ001' } });
  });

  it('R10.6 the end of a product’s last order ends its consents, an open order keeps them', async () => {
    const [one, two] = [await first.buy(loanPurchase), await first.buy(loanPurchase)];
    const live = async () =>
      (await fixture.app.rows(`select 1 from consent where order_no = any($1) and ended_at is null`, [[one, two]]))
        .length;
    await fixture.takeStep('reject', one, '重复');
    expect(await live()).toBe(6);
    await fixture.takeStep('reject', two, '重复');
    expect(await live()).toBe(0);
  });

  it('R10.6 a consent that ends early keeps the date until which it was granted', async () => {
    const orderNo = await first.buy(loanPurchase);
    const consents = () =>
      fixture.app.rows(
        `select agreement_id, valid_to, end_reason, ended_at is null as is_live from consent where order_no = $1 order by agreement_id`,
        [orderNo],
      );
    const before = await consents();
    expect(before.filter((row) => row['valid_to'] !== null)).toMatchObject([
      { agreement_id: 'data-sharing', is_live: true },
    ]);
    await fixture.takeStep('reject', orderNo, '重复');
    expect(await consents()).toEqual(before.map((row) => ({ ...row, end_reason: 'productEnded', is_live: false })));
    for (const pool of ['tenant', 'service'] as const) {
      const moved = fixture.app.database.transact(pool === 'tenant' ? { tenantId: first.tenantId } : 'service', (tx) =>
        tx.updateTable('consent').set({ ended_at: null, end_reason: null }).where('order_no', '=', orderNo).execute(),
      );
      await expect(moved).rejects.toThrow(/ends once/);
      await fixture.app.database.transact(pool === 'tenant' ? { tenantId: first.tenantId } : 'service', (tx) =>
        tx.updateTable('consent').set({ valid_to: null }).where('order_no', '=', orderNo).execute(),
      );
    }
    expect((await consents()).map((row) => row['valid_to'])).toEqual(before.map((row) => row['valid_to']));
  });

  it('R4.12 two last orders of a product that end in parallel end its consents', async () => {
    for (let round = 0; round < 10; round += 1) {
      const pair = [await first.buy(loanPurchase), await first.buy(loanPurchase)];
      await Promise.all([
        fixture.takeStep('reject', pair[0] ?? '', '重复'),
        first.call('order.cancel', { orderNo: pair[1], idempotencyKey: newKey() }),
      ]);
      const live = await fixture.app.rows(`select 1 from consent where order_no = any($1) and ended_at is null`, [
        pair,
      ]);
      expect(live, `round ${round}`).toHaveLength(0);
    }
  });
});

describe('R4.8 ending an order without a term', () => {
  it('R4.8 the desk ends an active order with a reason, and its consents end too', async () => {
    const orderNo = await fixture.running(first, loanPurchase);
    await fixture.app.rows('update "order" set term_months = null, expires_at = null where order_no = $1', [orderNo]);
    expect(await fixture.takeStep('terminate', orderNo)).toBe(false);
    expect(await fixture.takeStep('terminate', orderNo, '双方协商终止')).toBe(true);
    const { body } = await first.call('order.detail', { orderNo });
    expect(body.data).toMatchObject({ status: 'expired', expiresAt: expect.any(String) });
    expect(body.data.steps.at(-1)).toMatchObject({ action: 'terminate', reason: '双方协商终止' });
    expect((await newsAbout(orderNo)).at(-1)).toBe('产品已终止');
    const live = await fixture.app.rows('select 1 from consent where order_no = $1 and ended_at is null', [orderNo]);
    expect(live).toHaveLength(0);
    expect(await fixture.takeStep('terminate', await first.buy(), '双方协商终止')).toBe(false);
  });
});

describe('R10.12 a refund', () => {
  it('R10.12 calls its listener once, in its transaction, and does not compile without one', async () => {
    const { database, ports } = fixture.app;
    const orderNo = await first.buy();
    const refunds: string[] = [];
    const onRefund = async (_tx: unknown, _ports: unknown, refunded: string) => void refunds.push(refunded);
    const take = (asked: AskedReview) =>
      database.transact('service', (tx) => takeReviewStep(tx, ports, authorOf({ kind: 'staff', staffId: 's' }), asked));
    await fixture.takeStep('approve', orderNo);
    await fixture.sendVoucher(first, orderNo);
    await fixture.takeStep('acceptPayment', orderNo);
    const refund = { orderNo, action: 'refund', reason: '重复付款' } as const;
    // @ts-expect-error a refund names what is called after it
    expect(() => take(refund)).toBeTypeOf('function');
    expect(await take({ ...refund, onRefund })).toMatchObject({ ok: true, status: 'refunded', changed: true });
    expect(await take({ ...refund, onRefund })).toMatchObject({ ok: true, status: 'refunded', changed: false });
    expect(refunds).toEqual([orderNo]);
  });
});

describe('R11.7 who took a step', () => {
  it('R11.7 a member of staff, an operator and time take the same step, each under their own name', async () => {
    const { database, ports } = fixture.app;
    const orderNo = await first.buy();
    const staff = authorOf({ kind: 'staff', staffId: 'staff-1' });
    const approve = () =>
      database.transact('service', (tx) => takeReviewStep(tx, ports, staff, { orderNo, action: 'approve' }));
    expect(await approve()).toMatchObject({ ok: true, status: 'pendingPayment', changed: true });
    expect(await approve()).toMatchObject({ ok: true, status: 'pendingPayment', changed: false });
    await fixture.sendVoucher(first, orderNo);
    await fixture.takeStep('sendBackPayment', orderNo, '未到账');
    await fixture.app.rows(`update "order" set pay_by = app_now() - interval '1 day' where order_no = $1`, [orderNo]);
    await run('order.lapse');
    const trail = await fixture.app.rows(
      `select event, actor_kind, actor_id is not null as named, before, after from audit_event
       where object = $1 and event like any('{ops.%,job.%}') order by event_id`,
      [orderNo],
    );
    const pay = 'pendingPayment';
    expect(trail).toMatchObject([
      { event: 'ops.order.approve', actor_kind: 'staff', named: true, before: { status: 'pendingReview' } },
      {
        event: 'ops.order.sendBackPayment',
        actor_kind: 'operator',
        named: true,
        after: { status: pay, reason: '未到账' },
      },
      { event: 'job.order.lapse', actor_kind: 'system', named: false, after: { status: 'cancelled' } },
    ]);
  });
});

describe('R4.8 steps of time', () => {
  it('R4.8 an order that is not paid in time lapses at the next run of the jobs', async () => {
    const late = await first.buy();
    await fixture.takeStep('approve', late);
    await run('order.lapse');
    expect(await fixture.statusOf(late)).toBe('pendingPayment');
    await fixture.app.rows(`update "order" set pay_by = app_now() - interval '1 day' where order_no = $1`, [late]);
    await run('order.lapse');
    expect(await fixture.statusOf(late)).toBe('cancelled');
  });

  it('R4.8 an order that cannot take its step does not block the others', async () => {
    const [lame, fine] = [await first.buy(), await first.buy()];
    for (const orderNo of [lame, fine]) await fixture.takeStep('approve', orderNo);
    await fixture.app.rows(`update "order" set pay_by = app_now() - interval '2 days' where order_no = $1`, [lame]);
    await fixture.app.rows(`update "order" set pay_by = app_now() - interval '1 day' where order_no = $1`, [fine]);
    // A step with that version exists already, so the next one violates the primary key.
    await fixture.app.rows(
      `insert into order_step (tenant_id, order_no, version, action, to_status, actor, by_name)
       select tenant_id, order_no, version + 1, 'lapse', 'cancelled', 'job', '' from "order" where order_no = $1`,
      [lame],
    );
    await run('order.lapse');
    expect([await fixture.statusOf(lame), await fixture.statusOf(fine)]).toEqual(['pendingPayment', 'cancelled']);
  });

  it('R4.8 an order that is not paid in seven days is cancelled, one with a waiting voucher is not', async () => {
    const [late, sent] = [await first.buy(), await first.buy()];
    for (const orderNo of [late, sent]) await fixture.takeStep('approve', orderNo);
    await fixture.sendVoucher(first, sent);
    await fixture.app.clock.advance({ days: 6, hours: 23 });
    await run('order.lapse');
    expect(await fixture.statusOf(late)).toBe('pendingPayment');
    await fixture.app.clock.advance({ hours: 2 });
    await run('order.lapse');
    expect([await fixture.statusOf(late), await fixture.statusOf(sent)]).toEqual(['cancelled', 'pendingPayment']);
    expect((await detail(late)).steps.at(-1)).toMatchObject({ action: 'lapse', by: '系统' });
    await fixture.takeStep('sendBackPayment', sent, '未到账');
    await run('order.lapse');
    expect(await fixture.statusOf(sent)).toBe('pendingPayment');
    await fixture.app.clock.advance({ days: 3, hours: 1 });
    await run('order.lapse');
    expect(await fixture.statusOf(sent)).toBe('cancelled');
  });

  it('R4.8 reminders go out 30 and 7 days before the end, once each; then the order expires', async () => {
    const browser = await fixture.app.open();
    await browser.call('portal.login', { mobile: '13800000001', pwd: 'Demo-Merchant-1' });
    const bought = await browser.call('portal.purchase', { ...purchase, idempotencyKey: newKey() });
    const { orderNo } = bought.body.data;
    for (const step of ['approve', 'acceptPayment', 'activate'] as const) await fixture.takeStep(step, orderNo);
    const reminders = async () => {
      await run('order.remind');
      await run('order.remind');
      return (await newsAbout(orderNo))
        .filter((title) => title.startsWith('产品将在'))
        .map((title) => title.slice(0, 9));
    };
    expect(await reminders()).toEqual([]);
    await fixture.app.clock.advance({ days: 336 });
    expect(await reminders()).toEqual(['产品将在 30 日']);
    await fixture.app.clock.advance({ days: 22 });
    expect(await reminders()).toEqual(['产品将在 30 日', '产品将在 7 日内']);
    await run('order.expire');
    expect(await fixture.statusOf(orderNo)).toBe('active');
    await fixture.app.clock.advance({ days: 8 });
    await run('order.expire');
    expect(await fixture.statusOf(orderNo)).toBe('expired');
    expect((await reminders()).length).toBe(2);
    expect((await newsAbout(orderNo)).at(-1)).toBe('产品已到期');
  });

  it('R4.8 an unpaid renewal stops no reminder; an active one does, and the notice of the end names it', async () => {
    const browser = await fixture.app.open();
    await browser.call('portal.login', { mobile: '13800000001', pwd: 'Demo-Merchant-1' });
    const call = async (id: string, payload: object) =>
      (await browser.call(id, { ...payload, idempotencyKey: newKey() })).body.data.orderNo;
    const place = (payload: object) => call('portal.purchase', { ...payload, termMonths: 1, expectedAmount: 13_000 });
    const [paid, unpaid] = [await place(purchase), await place(purchase)];
    for (const orderNo of [paid, unpaid]) {
      for (const step of ['approve', 'acceptPayment', 'activate'] as const) await fixture.takeStep(step, orderNo);
    }
    const renewals = [paid, unpaid].map((orderNo) => call('order.renew', { orderNo, termMonths: 1 }));
    const [next = '', waiting = ''] = await Promise.all(renewals);
    await fixture.takeStep('approve', waiting);
    for (const step of ['approve', 'acceptPayment', 'activate'] as const)
      expect(await fixture.takeStep(step, next)).toBe(true);
    await fixture.app.clock.advance({ days: 24 });
    await run('order.remind');
    expect((await newsAbout(paid)).at(-1)).toBe('产品已开通');
    expect((await newsAbout(unpaid)).at(-1)).toBe('产品将在 7 日内到期');
    const [text] = await fixture.app.rows(`select text from notice where place_id = $1 and title like '产品将在%'`, [
      unpaid,
    ]);
    expect(text?.['text']).toContain(`续费订单 ${waiting} 还没有办完`);
    await fixture.app.clock.advance({ days: 8 });
    await run('order.expire');
    expect((await newsAbout(paid)).at(-1)).toBe('产品已由续费订单接续');
    expect((await newsAbout(unpaid)).at(-1)).toBe('产品已到期');
  });
});
