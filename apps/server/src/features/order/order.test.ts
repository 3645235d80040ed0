import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pdf } from '#features/file/file.fixture';
import { writesOfCall } from '#kernel/testing/test-database';
import { loanPurchase, type Merchant, newKey, type OrderFixture, openOrderFixture, purchase } from './order.fixture.ts';
import { listOrders } from './order.sql.ts';
import { findOrder } from './order-detail.sql.ts';

let fixture: OrderFixture;
let first: Merchant;
let second: Merchant;
beforeAll(async () => {
  fixture = await openOrderFixture();
  ({ first, second } = fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.app.rows(`update "order" set status = 'cancelled', created_at = created_at - interval '400 days'`);
  await fixture.certify(first);
});

const cancel = (merchant: Merchant, orderNo: string, reason?: string) =>
  merchant.call('order.cancel', { orderNo, ...(reason === undefined ? {} : { reason }), idempotencyKey: newKey() });
const day = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
const today = () => day(fixture.app.clock.now());

describe('R10.2 the list of orders', () => {
  it('R10.2 shows the tenant’s own orders, newest first, with the total on page 1 and on demand', async () => {
    const numbers = [await first.buy(), await first.buy(), await first.buy(loanPurchase)];
    const from = today();
    const page = await first.call('order.page', { from, pageSize: 10 });
    expect(page.body.data).toMatchObject({ total: 3, totalIsExact: true, page: 1, pageSize: 10, nextCursor: null });
    expect(page.body.data.items.map(({ orderNo }: { orderNo: string }) => orderNo)).toEqual(numbers.toReversed());
    const second2 = await first.call('order.page', { from, page: 2, pageSize: 10 });
    expect(second2.body.data).toEqual({ items: [], page: 2, pageSize: 10, nextCursor: null });
    const counted = await first.call('order.page', { from, page: 2, pageSize: 10, withTotal: true });
    expect(counted.body.data).toMatchObject({ items: [], total: 3 });
  });

  it('R10.2 filters by status, product, days of Shanghai and number, also in combination', async () => {
    const [benefit, loan] = [await first.buy(), await first.buy(loanPurchase)];
    await cancel(first, benefit);
    const numbersOf = async (filter: Readonly<Record<string, unknown>>) =>
      (await first.call('order.page', { from: today(), ...filter })).body.data.items.map(
        ({ orderNo }: { orderNo: string }) => orderNo,
      );
    expect(await numbersOf({ status: 'cancelled' })).toEqual([benefit]);
    expect(await numbersOf({ pid: 'loan' })).toEqual([loan]);
    expect(await numbersOf({ pid: 'loan', status: 'cancelled' })).toEqual([]);
    expect(await numbersOf({ orderNo: loan })).toEqual([loan]);
    expect(await numbersOf({ orderNo: loan.slice(0, 14) })).toEqual([loan]);
    expect(await numbersOf({ orderNo: 'DD1' })).toEqual([]);
    expect(await numbersOf({ to: today() })).toEqual([loan, benefit]);
    expect(await numbersOf({ to: day(new Date(fixture.app.clock.now().getTime() - 86_400_000)) })).toEqual([]);
  });

  it('contract 4 the cursor continues where a page ended, without a gap or a repeat, while orders are added', async () => {
    const numbers: string[] = [];
    for (let each = 0; each < 25; each += 1) {
      numbers.push(await first.buy());
      await fixture.app.rows(`update "order" set status = 'cancelled' where order_no = $1`, [numbers.at(-1)]);
    }
    // Many orders with the same time: the number decides.
    await fixture.app.rows(`update "order" set created_at = date_trunc('hour', created_at) where order_no = any($1)`, [
      numbers,
    ]);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const reply = await first.call('order.page', {
        from: today(),
        pageSize: 10,
        status: 'cancelled',
        ...(cursor === null ? {} : { cursor }),
      });
      seen.push(...reply.body.data.items.map(({ orderNo }: { orderNo: string }) => orderNo));
      cursor = reply.body.data.nextCursor;
      await first.buy();
      await fixture.app.rows(`update "order" set status = 'cancelled' where status = 'pendingReview'`);
    } while (cursor !== null);
    expect(seen).toEqual(numbers.toSorted().toReversed());
  });

  it.each([
    [{ page: 101, pageSize: 100 }, 'cursor'],
    [{ cursor: 'bm9uc2Vuc2U' }, 'cursor'],
    [{ pageSize: 101 }, 'pageSize'],
    [{ page: 0 }, 'page'],
    [{ from: '2026-02-30' }, 'from'],
    [{ to: 'yesterday' }, 'to'],
    [{ status: 'open' }, 'status'],
  ])('contract 4 %j is a 422 that names %s', async (payload, path) => {
    const reply = await first.call('order.page', payload);
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
  });

  it.each([
    ['cursor', Buffer.from('999999999999999~x').toString('base64url')],
    ['cursor', Buffer.from('0~x').toString('base64url')],
    ['from', '0000-01-01'],
    ['to', '9999-12-31'],
  ])('R5.5 a %s of %s is a 422 that names the field', async (path, value) => {
    expect(await first.call('order.page', { [path]: value })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path }] } },
    });
  });

  it('R10.2 is read in one flight, with or without its total', async () => {
    await first.buy();
    for (const payload of [{ pageSize: 10 }, { page: 2, pageSize: 10 }]) {
      const call = async () => expect((await first.call('order.page', payload)).status).toBe(200);
      // The tenant's setting, the page and its total leave in one flight.
      expect(await writesOfCall(call)).toBe(1);
    }
  });
});

describe('R6.3 another tenant’s orders', () => {
  it.each([
    ['order.detail', {}],
    ['order.cancel', { idempotencyKey: true }],
    ['order.renew', { termMonths: 12, idempotencyKey: true }],
    ['order.uploadVoucher', { fileIds: ['f'], paidAt: '2026-01-01T00:00:00Z', payerName: 'x', idempotencyKey: true }],
  ])('R6.3 %s answers for another tenant’s number exactly as for one that does not exist', async (id, more) => {
    const own = await first.buy();
    const ask = async (orderNo: string) => {
      const payload = { orderNo, ...more, ...('idempotencyKey' in more ? { idempotencyKey: newKey() } : {}) };
      const { status, body } = await second.call(id, payload);
      return { status, body: { ...body, traceId: '' } };
    };
    const before = await fixture.app.rows('select status, version from "order" where order_no = $1', [own]);
    expect(await ask(own)).toEqual(await ask('DD20260101-00000000'));
    expect(await ask(own)).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
    expect(await fixture.app.rows('select status, version from "order" where order_no = $1', [own])).toEqual(before);
  });

  it('R6.3 row security hides them without the filter, and with the other tenant’s id in it', async () => {
    const own = await first.buy();
    const asSecond = fixture.app.database.reading({ tenantId: second.tenantId });
    for (const table of ['order', 'order_step', 'order_voucher', 'consent'] as const) {
      const rows = await asSecond.selectFrom(table).select('tenant_id').execute();
      expect(rows.filter((row) => row.tenant_id !== second.tenantId)).toEqual([]);
    }
    const listing = { page: 1, pageSize: 10, offset: 0, after: null, wantsTotal: true };
    expect(await listOrders(asSecond, first.tenantId, { filter: {}, listing })).toEqual({ rows: [], total: 0 });
    expect(await findOrder(asSecond, first.tenantId, own)).toBeUndefined();
  });

  it('R6.3 a tenant’s role can neither write into another tenant nor set a price, a term or a deadline', async () => {
    const own = await first.buy();
    const asSecond = (change: string) =>
      fixture.app.database.transact({ tenantId: second.tenantId }, async (tx) => {
        await tx.updateTable('order').set({ status: change }).where('order_no', '=', own).execute();
        return tx.updateTable('order').set({ status: change }).executeTakeFirst();
      });
    await asSecond('cancelled');
    expect(await fixture.statusOf(own)).toBe('pendingReview');
    for (const column of ['total_fen = 0', 'expires_at = app_now()', 'pay_by = app_now()', 'tenant_id = tenant_id']) {
      await expect(fixture.app.database.pool('tenant').query(`update "order" set ${column}`)).rejects.toThrow(
        /permission denied/,
      );
    }
    for (const pool of ['tenant', 'service'] as const) {
      const rewritten = fixture.app.database.pool(pool).query(`update order_step set reason = 'x'`);
      await expect(rewritten).rejects.toThrow(/permission denied/);
    }
  });
});

describe('R4.8 the merchant’s steps of an order', () => {
  it('R4.8 cancels it until it is paid, and stores person, time and reason', async () => {
    const orderNo = await first.buy();
    const reply = await cancel(first, orderNo, '选错了规格');
    expect(reply.body.data).toEqual({ orderNo, status: 'cancelled', version: 2 });
    const { body } = await first.call('order.detail', { orderNo });
    expect(body.data.steps.at(-1)).toMatchObject({
      action: 'cancel',
      from: 'pendingReview',
      to: 'cancelled',
      by: '138****0001',
      reason: '选错了规格',
    });
    expect(await cancel(first, orderNo)).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
  });

  it('R4.12 of a parallel cancel and approval one succeeds, as the history shows', async () => {
    for (let round = 0; round < 10; round += 1) {
      const orderNo = await first.buy();
      const [cancelled, approved] = await Promise.all([
        cancel(first, orderNo),
        fixture.takeStep('reject', orderNo, '不符'),
      ]);
      expect([cancelled.status === 200, approved].filter(Boolean)).toHaveLength(1);
      expect(await fixture.statusOf(orderNo)).toBe(approved ? 'rejected' : 'cancelled');
    }
  });

  it('R4.12 a cancel that is repeated with the same key gets the first answer', async () => {
    const orderNo = await first.buy();
    const idempotencyKey = newKey();
    const ask = () => first.call('order.cancel', { orderNo, idempotencyKey });
    const replies = await Promise.all(Array.from({ length: 10 }, ask));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.data)))).toEqual(
      new Set([JSON.stringify({ orderNo, status: 'cancelled', version: 2 })]),
    );
  });

  it('R10.2 a voucher replaces a waiting one, and the order is not cancelled until the desk decides', async () => {
    const orderNo = await first.buy();
    expect(await fixture.sendVoucher(first, orderNo)).toMatchObject({ status: 409 });
    await fixture.takeStep('approve', orderNo);
    expect(await fixture.sendVoucher(first, orderNo)).toMatchObject({
      status: 200,
      body: { data: { status: 'pendingPayment' } },
    });
    expect((await fixture.sendVoucher(first, orderNo)).status).toBe(200);
    expect(await cancel(first, orderNo)).toMatchObject({ status: 409 });
    const { body } = await first.call('order.detail', { orderNo });
    expect(body.data.vouchers).toMatchObject([
      { status: 'waiting', files: [{ name: '银行回单.pdf' }] },
      { status: 'replaced', files: [{ name: '银行回单.pdf' }] },
    ]);
    expect(await fixture.takeStep('acceptPayment', orderNo)).toBe(true);
    expect(await fixture.sendVoucher(first, orderNo)).toMatchObject({ status: 409 });
  });

  it('R4.8 the payment’s deadline holds at its moment: the voucher is refused and the order reads as cancelled before the job ran', async () => {
    const [late, sent, own] = [await first.buy(), await first.buy(), await first.buy()];
    for (const orderNo of [late, sent]) await fixture.takeStep('approve', orderNo);
    expect((await fixture.sendVoucher(first, sent)).status).toBe(200);
    const due = async () => (await first.call('home.summary')).body.data;
    expect((await due()).todos.find(({ id }: { id: string }) => id === late)).toMatchObject({ amount: 140_400 });
    await fixture.app.rows('update "order" set pay_by = app_now() where order_no = any($1)', [[late, sent]]);
    expect(await fixture.sendVoucher(first, late)).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    expect(await cancel(first, late)).toMatchObject({ status: 409 });
    expect(await fixture.takeStep('acceptPayment', late)).toBe(false);
    // A voucher sent in time keeps its order; another one takes its place only until the deadline.
    expect(await fixture.sendVoucher(first, sent)).toMatchObject({ status: 409 });
    expect(await fixture.statusOf(late)).toBe('pendingPayment');
    const { body } = await first.call('order.detail', { orderNo: late });
    expect(body.data.status).toBe('cancelled');
    expect(body.data).not.toHaveProperty('payBy');
    const listed = async (status: string) =>
      (await first.call('order.page', { status, from: today() })).body.data.items.map(
        ({ orderNo, status: shown }: { orderNo: string; status: string }) => `${orderNo} ${shown}`,
      );
    expect(await listed('pendingPayment')).toEqual([`${sent} pendingPayment`]);
    expect(await listed('cancelled')).toEqual([`${late} cancelled`]);
    expect(await listed('pendingReview')).toEqual([`${own} pendingReview`]);
    const { orders, todos } = await due();
    expect(orders.byStatus).toMatchObject({ pendingPayment: 1 });
    expect(todos.map(({ id }: { id: string }) => id)).not.toContain(late);
  });

  it('R4.8 a term ends at its moment: the order reads as expired before the job ran', async () => {
    const orderNo = await fixture.running(first);
    await fixture.app.rows('update "order" set expires_at = app_now() where order_no = $1', [orderNo]);
    expect(await fixture.statusOf(orderNo)).toBe('active');
    expect((await first.call('order.detail', { orderNo })).body.data.status).toBe('expired');
    const numbers = async (status: string) =>
      (await first.call('order.page', { status })).body.data.items.map((listed: { orderNo: string }) => listed.orderNo);
    expect(await numbers('expired')).toEqual([orderNo]);
    expect(await numbers('active')).toEqual([]);
  });

  it('R10.2 the sum over the whole filter says what is to be paid and what is being checked', async () => {
    const numbers = [await first.buy(), await first.buy(), await first.buy()];
    for (const orderNo of numbers) await fixture.takeStep('approve', orderNo);
    await fixture.sendVoucher(first, numbers[0] ?? '');
    const sum = async (filter: Readonly<Record<string, unknown>> = {}) =>
      (await first.call('order.sum', filter)).body.data;
    const one = { count: 1, amount: 140_400 };
    const none = { count: 0, amount: 0 };
    expect(await sum()).toEqual({ toPay: { count: 2, amount: 280_800 }, inCheck: one });
    expect(await sum({ orderNo: numbers[1] })).toEqual({ toPay: one, inCheck: none });
    expect(await sum({ status: 'active' })).toEqual({ toPay: none, inCheck: none });
    expect(await sum({ to: '2026-01-01' })).toEqual({ toPay: none, inCheck: none });
    await fixture.app.rows('update "order" set pay_by = app_now() where order_no = $1', [numbers[1]]);
    expect(await sum()).toEqual({ toPay: one, inCheck: one });
    expect((await second.call('order.sum')).body.data).toEqual({ toPay: none, inCheck: none });
    for (const path of ['from', 'to']) {
      expect(await first.call('order.sum', { [path]: '0000-01-01' })).toMatchObject({ status: 422 });
    }
  });

  it('R10.2 the list and the detail say whether a voucher waits or was returned', async () => {
    const orderNo = await first.buy();
    await fixture.takeStep('approve', orderNo);
    const voucherStates = async () => {
      const { items } = (await first.call('order.page', { orderNo })).body.data;
      const { voucherStatus } = (await first.call('order.detail', { orderNo })).body.data;
      return [items[0].voucherStatus, voucherStatus];
    };
    expect(await voucherStates()).toEqual([undefined, undefined]);
    await fixture.sendVoucher(first, orderNo);
    expect(await voucherStates()).toEqual(['waiting', 'waiting']);
    await fixture.takeStep('sendBackPayment', orderNo, '金额不符');
    expect(await voucherStates()).toEqual(['returned', 'returned']);
    const { todos } = (await first.call('home.summary')).body.data;
    expect(todos.find(({ id }: { id: string }) => id === orderNo).title).toContain('凭证被退回');
    await fixture.sendVoucher(first, orderNo);
    expect(await voucherStates()).toEqual(['waiting', 'waiting']);
    await fixture.takeStep('acceptPayment', orderNo);
    expect(await voucherStates()).toEqual([undefined, undefined]);
  });

  it('R6.3 a voucher names only the tenant’s own files, pictures or documents', async () => {
    const orderNo = await first.buy();
    await fixture.takeStep('approve', orderNo);
    const send = (fileIds: readonly string[]) =>
      first.call('order.uploadVoucher', {
        orderNo,
        fileIds,
        paidAt: '2026-01-01T00:00:00Z',
        payerName: 'x',
        idempotencyKey: newKey(),
      });
    const [own, table, foreign] = await Promise.all([
      first.browser.upload('file.upload', '银行回单.pdf', pdf),
      first.browser.upload('file.upload', '流水.csv', Buffer.from('a,b\n')),
      second.browser.upload('file.upload', '银行回单.pdf', pdf),
    ]);
    const idOf = ({ body }: { body: { data?: { fileId: string } } }) => body.data?.fileId ?? '';
    const [theirs, nobodys] = [await send([idOf(own), idOf(foreign)]), await send([idOf(own), 'no-such-file'])];
    expect(theirs).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
    expect({ ...theirs.body, traceId: '' }).toEqual({ ...nobodys.body, traceId: '' });
    expect(await send([idOf(table)])).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'fileIds' }] } } });
    const check = (status: string) =>
      fixture.app.rows('update file set status = $1 where file_id = $2', [status, idOf(own)]);
    await check('scanning');
    expect(await send([idOf(own)])).toMatchObject({ status: 409, body: { errCode: 'RHFI002' } });
    await fixture.app.rows("update file set status = 'ready', is_restricted = true where file_id = $1", [idOf(own)]);
    expect(await send([idOf(own)])).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'fileIds' }] } } });
    await fixture.app.rows('update file set is_restricted = false where file_id = $1', [idOf(own)]);
    await check('ready');
    expect((await send([idOf(own)])).status).toBe(200);
  });

  it.each([
    '0000-01-01T00:00:00Z',
    '1900-01-01T00:00:00.000Z',
    '9999-12-31T00:00:00Z',
    '2026-02-31T00:00:00Z',
    '2025-02-29T23:59:59.999Z',
    '2026-04-31T08:00:00Z',
  ])('R5.5 a payment dated %s is refused', async (paidAt) => {
    const orderNo = await first.buy();
    await fixture.takeStep('approve', orderNo);
    const voucher = { orderNo, fileIds: ['no-such-file'], paidAt, payerName: '云栖商贸' };
    const reply = await first.call('order.uploadVoucher', { ...voucher, idempotencyKey: newKey() });
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'paidAt' }] } } });
  });

  it('R10.6 with a withdrawn consent no payment is accepted until it is given again', async () => {
    const orderNo = await first.buy();
    await fixture.takeStep('approve', orderNo);
    const { agreements } = (await first.call('order.detail', { orderNo })).body.data;
    await first.call('authorization.revoke', { recordId: agreements[0].recordId, idempotencyKey: newKey() });
    expect(await fixture.sendVoucher(first, orderNo)).toMatchObject({ status: 409, body: { errCode: 'RHAZ001' } });
    const { todos } = (await first.call('home.summary')).body.data;
    expect(todos.find(({ id }: { id: string }) => id === orderNo).title).toContain('授权已失效');
    const again = { orderNo, agreements: purchase.agreements, idempotencyKey: newKey() };
    expect((await first.call('authorization.grant', again)).status).toBe(200);
    expect((await fixture.sendVoucher(first, orderNo)).status).toBe(200);
  });

  it.each(['2099-01-01T00:00:00Z', '2026-02-30T00:00:00Z'])(
    'R10.2 a payment of %s, which is not over or no real day, is refused',
    async (paidAt) => {
      const orderNo = await first.buy();
      await fixture.takeStep('approve', orderNo);
      const voucher = { orderNo, fileIds: ['f'], paidAt, payerName: 'x', idempotencyKey: newKey() };
      const reply = await first.call('order.uploadVoucher', voucher);
      expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'paidAt' }] } } });
    },
  );
});

describe('R10.2 a renewal', () => {
  const renew = (orderNo: string, more: Readonly<Record<string, unknown>> = {}) =>
    first.call('order.renew', { orderNo, termMonths: 1, idempotencyKey: newKey(), ...more });

  it('R10.2 is a new order at the current price, and its term follows the former one', async () => {
    const former = await fixture.running(first);
    const reply = await renew(former, { expectedAmount: 13_000 });
    expect(reply).toMatchObject({ status: 200, body: { data: { status: 'pendingReview', totalAmount: 13_000 } } });
    const { orderNo } = reply.body.data;
    for (const step of ['approve', 'acceptPayment', 'activate'] as const)
      expect(await fixture.takeStep(step, orderNo)).toBe(true);
    const [before, after] = await Promise.all([
      first.call('order.detail', { orderNo: former }),
      first.call('order.detail', { orderNo }),
    ]);
    expect(after.body.data).toMatchObject({ renewsOrderNo: former, activeFrom: before.body.data.expiresAt });
    expect(before.body.data).toMatchObject({ renewedByOrderNo: orderNo });
    expect(after.body.data.agreements).toEqual(before.body.data.agreements);
  });

  it('R4.12 of ten parallel calls one places an order', async () => {
    const former = await fixture.running(first);
    const replies = await Promise.all(Array.from({ length: 10 }, () => renew(former)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.errCode === 'RHSY409')).toHaveLength(9);
  });

  it('R10.6 needs a new consent for one that was withdrawn meanwhile', async () => {
    const former = await fixture.running(first, loanPurchase);
    const { body } = await first.call('order.detail', { orderNo: former });
    const sharing = body.data.agreements.find(({ id }: { id: string }) => id === 'data-sharing');
    await first.call('authorization.revoke', { recordId: sharing.recordId, idempotencyKey: newKey() });
    expect(await renew(former, { termMonths: 12 })).toMatchObject({ status: 409, body: { errCode: 'RHAG001' } });
    const agreements = [{ id: 'data-sharing', version: '2026-11' }];
    expect(await renew(former, { termMonths: 12, agreements })).toMatchObject({ status: 200 });
  });

  it('R10.6 needs a new consent for one that ends before the new term', async () => {
    const former = await fixture.running(first, loanPurchase);
    expect(await renew(former, { termMonths: 12 })).toMatchObject({ status: 409, body: { errCode: 'RHAG001' } });
    const agreements = [{ id: 'data-sharing', version: '2026-11' }];
    expect(await renew(former, { termMonths: 12, agreements })).toMatchObject({ status: 200 });
  });

  it('R10.2 keeps the contact of the former order', async () => {
    const former = await fixture.running(first, { ...purchase, contact: { name: '王芳', mobile: '13700000009' } });
    const { body } = await renew(former);
    const { orderNo } = body.data;
    const renewed = (await first.call('order.detail', { orderNo })).body.data;
    expect(renewed.contact).toEqual({ name: '王芳', mobileMasked: '137****0009' });
  });

  it.each([
    [{ termMonths: 24 }, 422, 'RHSY422'],
    [{ expectedAmount: 1 }, 409, 'RHOR001'],
  ])('R10.2 %j is refused', async (more, status, errCode) => {
    expect(await renew(await fixture.running(first), more)).toMatchObject({ status, body: { errCode } });
  });

  it('RHOR003 a renewal counts towards the limit of orders under way', async () => {
    const former = await fixture.running(first);
    for (let place = 0; place < 10; place += 1) await first.buy();
    expect(await renew(former)).toMatchObject({ status: 409, body: { errCode: 'RHOR003' } });
  });

  it('RHOR004 a product without its org, or that is gone, is not renewed', async () => {
    const former = await fixture.running(first, loanPurchase);
    const agreements = [{ id: 'data-sharing', version: '2026-11' }];
    const [named] = await fixture.app.rows(`select annual_rate, org_name from product where pid = 'loan'`);
    await fixture.app.rows(`update product set annual_rate = null, org_name = null where pid = 'loan'`);
    expect(await renew(former, { termMonths: 12, agreements })).toMatchObject({
      status: 409,
      body: { errCode: 'RHOR004' },
    });
    await fixture.app.rows(`update product set annual_rate = $1, org_name = $2 where pid = 'loan'`, [
      named?.['annual_rate'],
      named?.['org_name'],
    ]);
    expect((await renew(former, { termMonths: 12, agreements })).status).toBe(200);
  });

  it('R10.2 an order that was never active is not renewed', async () => {
    expect(await renew(await first.buy(purchase))).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
  });

  it('R10.2 a specification that is no longer offered is not renewed', async () => {
    const former = await fixture.running(first);
    const rename = (from: string, to: string) =>
      fixture.app.rows(`update sku set sku_id = $2 where pid = 'benefit' and sku_id = $1`, [from, to]);
    await rename('standard', 'withdrawn');
    try {
      expect(await renew(former)).toMatchObject({ status: 409, body: { errCode: 'RHOR004' } });
    } finally {
      await rename('withdrawn', 'standard');
    }
    expect((await renew(former)).status).toBe(200);
  });

  it('R10.2 counts among the orders under way, and is placed once the limit allows it', async () => {
    const former = await fixture.running(first);
    const numbers = await Promise.all(Array.from({ length: 10 }, () => first.buy()));
    expect(await renew(former)).toMatchObject({ status: 409, body: { errCode: 'RHOR003' } });
    expect((await cancel(first, numbers[0] ?? '')).status).toBe(200);
    expect((await renew(former)).status).toBe(200);
  });
});
