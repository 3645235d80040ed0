import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loanPurchase, type OrderFixture, openOrderFixture, purchase } from '#features/order/order.fixture';
import { newKey } from '#kernel/testing/new-key';
import { untilLocked } from '#kernel/testing/while-locked';

let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await openOrderFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  // Every test starts without orders under way.
  await fixture.app.rows(`update "order" set status = 'cancelled'`);
});

const orders = () => fixture.app.rows('select order_no from "order"');
type Payload = Readonly<Record<string, unknown>>;
const buy = (more: Payload = {}, base: Payload = purchase) =>
  fixture.first.call('portal.purchase', { ...base, idempotencyKey: newKey(), ...more });

describe('R10.2 a purchase', () => {
  it('R10.2 is priced on the server and waits in review; its history begins with its buyer', async () => {
    const reply = await buy({ contact: { name: '林深', mobile: '+86 138 0000 1234' } });
    expect(reply).toMatchObject({ status: 200, body: { data: { status: 'pendingReview', totalAmount: 140_400 } } });
    const { orderNo } = reply.body.data;
    expect(orderNo).toMatch(/^DD\d{8}-\d{8}$/);
    const detail = await fixture.first.call('order.detail', { orderNo });
    expect(detail.body.data).toMatchObject({
      contact: { name: '林深', mobileMasked: '138****1234' },
      choice: [{ label: '福利卡形式', value: '实体卡' }],
      waitsForCertification: true,
      payee: { accountNo: '0000 1111 2222 3333' },
      steps: [{ action: 'submit', from: null, to: 'pendingReview', by: '138****0001', reason: null }],
      agreements: [{ id: 'purchase', version: '2026-11', status: 'active' }],
      version: 1,
    });
    const stored = await fixture.app.rows('select * from "order" where order_no = $1', [orderNo]);
    expect(JSON.stringify(stored)).not.toContain('13800001234');
  });

  it.each([
    [140_399, 'RHOR001'],
    [140_401, 'RHOR001'],
    [0, 'RHOR001'],
  ])(
    'R10.2 an amount of %i that is not today’s asks again (RHOR001), and nothing is stored',
    async (expectedAmount, errCode) => {
      const before = await orders();
      expect(await buy({ expectedAmount })).toMatchObject({
        status: 409,
        body: { errCode, data: { totalAmount: 140_400 } },
      });
      expect(await orders()).toEqual(before);
      expect(await fixture.app.rows(`select 1 from outbox where dead_at is null and kind = 'sms'`)).toEqual([]);
    },
  );

  it.each([
    ['missing', []],
    ['in a former version', [{ id: 'data-sharing', version: '2026-06' }, ...loanPurchase.agreements.slice(0, 2)]],
    ['not the box of the org', loanPurchase.agreements.slice(0, 2)],
  ])('RHAG001 an agreement that is %s must be accepted again, and nothing is stored', async (_what, agreements) => {
    const before = [await orders(), await fixture.app.rows('select 1 from consent')];
    const reply = await buy({ agreements }, loanPurchase);
    expect(reply).toMatchObject({ status: 409, body: { errCode: 'RHAG001' } });
    expect([await orders(), await fixture.app.rows('select 1 from consent')]).toEqual(before);
  });

  it('R10.6 a product that shares data with an org without naming it is not sold', async () => {
    const before = await orders();
    const [named] = await fixture.app.rows(`select annual_rate, org_name from product where pid = 'loan'`);
    await fixture.app.rows(`update product set annual_rate = null, org_name = null where pid = 'loan'`);
    expect(await buy({}, loanPurchase)).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
    expect(await orders()).toEqual(before);
    await fixture.app.rows(`update product set annual_rate = $1, org_name = $2 where pid = 'loan'`, [
      named?.['annual_rate'],
      named?.['org_name'],
    ]);
    expect((await buy({}, loanPurchase)).status).toBe(200);
  });

  it('R10.6 stores consent records with version, digest, person, address and product, in the same transaction', async () => {
    const { orderNo } = (await buy({}, loanPurchase)).body.data;
    const records = await fixture.app.rows('select * from consent where order_no = $1 order by agreement_id', [
      orderNo,
    ]);
    expect(records).toHaveLength(3);
    const [sharing, , bought] = records;
    expect(sharing).toMatchObject({
      agreement_id: 'data-sharing',
      agreement_version: '2026-11',
      sha256: Buffer.from('data-sharing@2026-11').toString('hex').padEnd(64, '0').slice(0, 64),
      tenant_id: fixture.first.tenantId,
      granted_by: '138****0001',
      address: '127.0.0.1',
      pid: 'loan',
      org_name: '岚汀小额贷款（示例）',
    });
    expect(bought).toMatchObject({ agreement_id: 'purchase', valid_to: null, org_name: null });
    const heldMs = new Date(String(sharing?.['valid_to'])).getTime() - fixture.app.clock.now().getTime();
    expect(Math.round(heldMs / 86_400_000)).toBeGreaterThanOrEqual(364);
  });

  it('R10.13 stores the yearly rate and the org of a loan product', async () => {
    const { orderNo } = (await buy({}, loanPurchase)).body.data;
    const { body } = await fixture.first.call('order.detail', { orderNo });
    expect(body.data).toMatchObject({ annualRate: '7.2%–15.4%', orgName: '岚汀小额贷款（示例）' });
  });

  it.each([
    ['an unknown product', { pid: 'nothing' }, 404, 'RHSY404'],
    ['an unknown sku', { skuId: 'nothing' }, 404, 'RHSY404'],
    ['a negotiated price', { skuId: 'dedicated', options: {} }, 409, 'RHOR002'],
    ['a negotiated price that is paid for later', { skuId: 'bespoke', options: {}, expectedAmount: 0 }, 409, 'RHOR002'],
    ['too few', { quantity: 9 }, 422, 'RHSY422'],
    ['a term that is not on offer', { termMonths: 24 }, 422, 'RHSY422'],
    ['an option that is not on offer', { options: { card: 'gold' } }, 422, 'RHSY422'],
  ])('R5.5 %s is refused', async (_what, more, status, errCode) => {
    expect(await buy(more)).toMatchObject({ status, body: { errCode } });
  });

  it('R5.5 a malformed mobile of the contact is a 422 that names the field', async () => {
    const reply = await buy({ contact: { name: '林深', mobile: '12345' } });
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'contact.mobile' }] } } });
  });

  it('R6.3 needs order.write: a viewer gets a 403, a visitor a 401', async () => {
    const visitor = await fixture.app.open();
    expect(await visitor.call('portal.purchase', { ...purchase, idempotencyKey: newKey() })).toMatchObject({
      status: 401,
    });
    await fixture.app.rows(`update session set role = 'viewer' where tenant_id = $1`, [fixture.second.tenantId]);
    const viewed = await fixture.second.call('portal.purchase', { ...purchase, idempotencyKey: newKey() });
    expect(viewed).toMatchObject({ status: 403, body: { errCode: 'RHSY403' } });
    await fixture.app.rows(`update session set role = 'owner' where tenant_id = $1`, [fixture.second.tenantId]);
  });
});

describe('R4.12 parallel purchases', () => {
  it('R4.12 fifty with one key place one order, and all return its number', async () => {
    const before = (await orders()).length;
    const idempotencyKey = newKey();
    const replies = await Promise.all(Array.from({ length: 50 }, () => buy({ idempotencyKey })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body.data.orderNo)).size).toBe(1);
    expect((await orders()).length).toBe(before + 1);
    const orderNo = replies[0]?.body.data.orderNo;
    const counts = await fixture.app.rows(
      `select (select count(*) from consent where order_no = $1) as consents,
        (select count(*) from order_step where order_no = $1) as steps,
        (select count(*) from audit_event where object = $1 and result = 'ok') as events`,
      [orderNo],
    );
    expect(counts).toEqual([{ consents: 1, steps: 1, events: 1 }]);
  });

  it('R4.12 fifty with different keys place exactly the ten that may be under way', async () => {
    const before = (await orders()).length;
    const replies = await Promise.all(Array.from({ length: 50 }, () => buy()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body }) => body.errCode))).toEqual(new Set(['RHOR003']));
    expect((await orders()).length).toBe(before + 10);
  });

  it('R4.8 orders whose time to pay is over are in nobody’s way, before the job has come round', async () => {
    await Promise.all(Array.from({ length: 12 }, () => buy()));
    expect((await buy()).body.errCode).toBe('RHOR003');
    await fixture.app.rows(
      `update "order" set status = 'pendingPayment', pay_by = app_now() - interval '1 minute' where tenant_id = $1 and status = 'pendingReview'`,
      [fixture.first.tenantId],
    );
    expect((await buy()).status).toBe(200);
  });

  it.each([
    ['a purchase', 'cancelled', (): Promise<unknown> => buy()],
    [
      'a renewal that is refused',
      'pendingPayment',
      () => fixture.first.call('order.renew', { orderNo: 'nothing', termMonths: 12, idempotencyKey: newKey() }),
    ],
  ])(
    'R4.12 %s lapses orders in the order of their numbers, as a consent that is given again locks them',
    async (_what, status, act) => {
      const numbers = (await Promise.all([buy(), buy()])).map(({ body }) => String(body.data.orderNo)).toSorted();
      // The deadline of the higher number is the earlier one.
      await fixture.app.rows(
        `update "order" set status = 'pendingPayment',
        pay_by = app_now() - case order_no when $1 then interval '1 minute' else interval '2 minutes' end
       where order_no = any($2)`,
        [numbers[0], numbers],
      );
      const client = await fixture.app.database.pool('service').connect();
      const lock = (orderNo: string | undefined) =>
        client.query('select from "order" where order_no = $1 for no key update', [orderNo]);
      await client.query('begin');
      await lock(numbers[0]);
      const acting = act();
      await untilLocked(fixture.app);
      await client.query(`set local lock_timeout = '500ms'`);
      const second = await lock(numbers[1]).then(
        () => 'locked',
        (error: Error) => error.message,
      );
      await client.query('rollback');
      client.release();
      await acting;
      expect(second).toBe('locked');
      expect(await Promise.all(numbers.map(fixture.statusOf.bind(fixture)))).toEqual([status, status]);
    },
  );

  it('R4.12 another tenant has its own limit', async () => {
    await Promise.all(Array.from({ length: 12 }, () => buy()));
    await expect(fixture.second.buy()).resolves.toMatch(/^DD/);
  });

  it('contract 2 the same key with another payload is a 409', async () => {
    const idempotencyKey = newKey();
    expect((await buy({ idempotencyKey })).status).toBe(200);
    const other = await buy({ idempotencyKey, quantity: 11, expectedAmount: 154_440 });
    expect(other).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
  });
});
