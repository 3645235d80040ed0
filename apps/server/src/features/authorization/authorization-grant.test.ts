import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loanPurchase, type Merchant, type OrderFixture, openOrderFixture } from '#features/order/order.fixture';
import { newKey } from '#kernel/testing/new-key';
import { authorizationJobs } from './authorization.jobs.ts';

let fixture: OrderFixture;
let first: Merchant;
let second: Merchant;

beforeAll(async () => {
  fixture = await openOrderFixture();
  ({ first, second } = fixture);
  await Promise.all([first, second].map((each) => fixture.certify(each)));
});
afterAll(() => fixture.close());

const text = { id: 'data-sharing', version: '2026-11' };
const grant = (orderNo: string, { by = first, agreements = [text] } = {}) =>
  by.call('authorization.grant', { orderNo, agreements, idempotencyKey: newKey() });
/** The consent to share data that an order relies on. */
const recordOf = async (orderNo: string): Promise<string> => {
  const { body } = await first.call('order.detail', { orderNo });
  return body.data.agreements.find(({ id }: { id: string }) => id === text.id).recordId;
};
const detail = async (recordId: string) => (await first.call('authorization.detail', { recordId })).body.data;

describe('R10.6 a consent is given again', () => {
  it('R10.6 for a running order: the new record replaces the former one, which keeps its end date', async () => {
    const orderNo = await fixture.running(first, loanPurchase);
    const formerId = await recordOf(orderNo);
    const former = await detail(formerId);
    expect(former.regrant).toEqual({ orderNo, agreement: expect.objectContaining({ ...text, scene: 'dataSharing' }) });
    await fixture.app.clock.advance({ minutes: 5 });
    const reply = await grant(orderNo);
    expect(reply.status).toBe(200);
    const [item] = reply.body.data.items;
    expect(item).toMatchObject({ agreementId: text.id, orgName: '岚汀小额贷款（示例）', status: 'active' });
    expect(new Date(item.validTo).getTime()).toBeGreaterThan(new Date(former.validTo).getTime());
    expect(await recordOf(orderNo)).toBe(item.recordId);
    const after = await detail(formerId);
    expect(after).toMatchObject({ status: 'expired', ending: 'replaced', validTo: former.validTo });
    expect(after.regrant).toBeUndefined();
  });

  it('R10.6 after it was withdrawn, so that the order can go on', async () => {
    const orderNo = await first.buy(loanPurchase);
    const recordId = await recordOf(orderNo);
    await first.call('authorization.revoke', { recordId, idempotencyKey: newKey() });
    expect(await fixture.takeStep('approve', orderNo)).toBe(false);
    expect((await grant(orderNo)).status).toBe(200);
    expect((await detail(recordId)).status).toBe('withdrawn');
    expect(await fixture.takeStep('approve', orderNo)).toBe(true);
  });

  it('R10.6 takes only the current version, and only agreements that the order asks for', async () => {
    const orderNo = await first.buy(loanPurchase);
    for (const agreements of [[{ ...text, version: '2026-06' }], [{ id: 'trial', version: '2026-11' }]]) {
      expect(await grant(orderNo, { agreements })).toMatchObject({ status: 409, body: { errCode: 'RHAG001' } });
    }
  });

  it('R10.6 a finished order takes none', async () => {
    const orderNo = await first.buy(loanPurchase);
    const recordId = await recordOf(orderNo);
    await first.call('order.cancel', { orderNo, idempotencyKey: newKey() });
    expect(await grant(orderNo)).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    expect((await detail(recordId)).regrant).toBeUndefined();
  });

  it('R6.3 another tenant’s order answers exactly as one that does not exist', async () => {
    const orderNo = await first.buy(loanPurchase);
    const before = await recordOf(orderNo);
    const strip = ({ status, body }: Awaited<ReturnType<typeof grant>>) => ({ status, body: { ...body, traceId: '' } });
    expect(strip(await grant(orderNo, { by: second }))).toEqual(strip(await grant('nothing', { by: second })));
    expect(await recordOf(orderNo)).toBe(before);
  });

  it('R4.12 ten parallel calls leave the order with one record in force', async () => {
    const orderNo = await fixture.running(first, loanPurchase);
    const replies = await Promise.all(Array.from({ length: 10 }, () => grant(orderNo)));
    expect(replies.map(({ status }) => status).filter((status) => status !== 409)).toContain(200);
    const live = await fixture.app.rows(
      `select consent_id from consent where order_no = $1 and agreement_id = $2 and withdrawn_at is null and ended_at is null`,
      [orderNo, text.id],
    );
    expect(live).toEqual([{ consent_id: await recordOf(orderNo) }]);
  });

  it('R4.12 parallel grants, renewals and ends of the same product leave no order with a record that has ended', async () => {
    const orders = await Promise.all([fixture.running(first, loanPurchase), fixture.running(first, loanPurchase)]);
    const fresh = await Promise.all(Array.from({ length: 4 }, () => first.buy(loanPurchase)));
    const cancel = (orderNo: string) => first.call('order.cancel', { orderNo, idempotencyKey: newKey() });
    const renew = (orderNo: string) => {
      const agreements = loanPurchase.agreements;
      return first.call('order.renew', { orderNo, termMonths: 12, agreements, idempotencyKey: newKey() });
    };
    const replies = await Promise.all([
      ...orders.flatMap((orderNo) => [grant(orderNo), renew(orderNo)]),
      ...fresh.flatMap((orderNo) => [grant(orderNo), cancel(orderNo)]),
    ]);
    expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const lame = await fixture.app.rows(
      `select o.order_no from "order" o join consent c on c.tenant_id = o.tenant_id and c.consent_id = any(o.consent_ids)
       where o.order_no = any($1) and o.status in ('pendingReview', 'pendingPayment', 'pendingActivation', 'active')
         and c.withdrawn_at is null and c.ended_at is not null`,
      [[...orders, ...fresh]],
    );
    expect(lame).toEqual([]);
  });

  it('R10.6 the end of a renewed consent is not announced', async () => {
    await fixture.app.rows(`update "order" set status = 'cancelled'`);
    await fixture.app.rows('update consent set warned_at = app_now()');
    const orderNo = await fixture.running(first, loanPurchase);
    const recordId = await recordOf(orderNo);
    await grant(orderNo);
    const { database, ports, clock } = fixture.app;
    await clock.advance({ days: 340 });
    for (const job of authorizationJobs) await job.run({ database, ports, log: ports.log });
    const notices = await fixture.app.rows(`select place_id from notice where kind = 'authorization'`);
    expect(notices.length).toBeGreaterThan(0);
    expect(notices.map((notice) => notice['place_id'])).not.toContain(recordId);
  });
});
