import { afterAll, beforeAll, expect, it } from 'vitest';
import { addBill } from '#features/bill/bill.fixture';
import { type OrderFixture, openOrderFixture } from '#features/order/order.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { dataOf, enterDesk, openServed, say } from '../chat.fixture.ts';

let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await openOrderFixture();
});
afterAll(() => fixture.close());

it('service 5.1 shows whom one speaks with: what is not finished of the merchant, bills by their due day, and the last receptions', async () => {
  const { app, first } = fixture;
  const desk = await enterDesk(app);
  await fixture.certify(first);
  const orderNo = await first.buy();
  const now = app.clock.now();
  const [late, early] = [
    await addBill(app, first, { issuedAt: now }),
    await addBill(app, first, { issuedAt: new Date(now.getTime() - 3 * 86_400_000) }),
  ];
  const { conversationId, receptionId } = await openServed(first.browser, desk);
  await dataOf(desk.call('ops.chat.end', { receptionId, category: '账单', summary: '说明了金额' }));
  await say(first.browser, '还有一个问题');
  const card = await dataOf(desk.call('ops.chat.customer', { conversationId }));
  expect(card).toMatchObject({
    tenant: { tenantId: first.tenantId, certificationStatus: 'passed' },
    user: { mobileMasked: '138****0001' },
    orders: [{ orderNo }],
    feedback: { open: 0, recent: [] },
    receptions: [
      { state: 'waiting' },
      { receptionId, state: 'ended', category: '账单', summary: '说明了金额', agent: expect.any(String) },
    ],
  });
  expect(card.bills.map(({ billNo }: { billNo: string }) => billNo)).toEqual([early.billNo, late.billNo]);
  expect(JSON.stringify(card)).not.toContain('13800000001');
});

it('service 5.1 of a visitor there is the conversation alone, and of another merchant nothing', async () => {
  const { app } = fixture;
  const desk = await enterDesk(app);
  const { conversationId } = await openServed(await app.open(), desk);
  const card = await dataOf(desk.call('ops.chat.customer', { conversationId }));
  expect(Object.keys(card).sort()).toEqual(['receptions', 'since', 'tenant']);
  expect(card.tenant).toBeNull();
  const { browser } = await makeMerchant(app);
  const own = await openServed(browser, desk);
  const empty = await dataOf(desk.call('ops.chat.customer', { conversationId: own.conversationId }));
  expect(empty).toMatchObject({ orders: [], bills: [], feedback: { open: 0 } });
});

it('service 5.1 R6.3 who reads no conversations reads no customer', async () => {
  const { app, first } = fixture;
  const { conversationId } = await say(first.browser, '您好');
  const finance = await enterStaff(app, 'of-finance', { roles: ['finance'] });
  expect((await finance.call('ops.chat.customer', { conversationId })).status).toBe(403);
});
