import { dayLater, dayOf, endOfDay } from '@ronghui/domain/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addBill } from './bill.fixture.ts';
import { decide, outcomesOf, runBillJobs } from './confirmation/confirmation.fixture.ts';
import { addMember, setSecondApprover } from './member.fixture.ts';

let app: TestApp;
let owner: Merchant;
let viewer: Merchant;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  owner = await makeMerchant(app, '林经理');
  viewer = await addMember(app, owner, { name: '王看看', role: 'viewer' });
});
afterAll(() => app.close());

const endIn = (days: number): Date => endOfDay(dayLater(dayOf(app.clock.now()), days));
const issuedAt = () => new Date(app.clock.now().getTime() - 10 * 86_400_000);
const announced = async () =>
  app.rows(
    "select title, text, user_id, place, place_id from notice where tenant_id = $1 and title like '%期限%' order by created_at",
    [owner.tenantId],
  );

describe('R4.9 the end of the time to confirm is announced', () => {
  it('R4.9 three days and one day before, each once, to those who confirm; with a confirm-by set anew, again', async () => {
    const bill = await addBill(app, owner, { issuedAt: issuedAt(), confirmBy: endIn(4) });
    await runBillJobs(app);
    expect(await announced()).toEqual([]);
    const near = async (days: number) =>
      app.rows('update bill set confirm_by = $2 where bill_no = $1', [
        bill.billNo,
        new Date(app.clock.now().getTime() + days * 86_400_000 - 60_000),
      ]);
    await near(3);
    await Promise.all([runBillJobs(app), runBillJobs(app), runBillJobs(app)]);
    expect(await announced()).toMatchObject([
      { title: '账单确认期限还有 3 天', user_id: owner.userId, place: 'bill', place_id: bill.billNo },
    ]);
    expect((await announced()).some(({ user_id }) => user_id === viewer.userId)).toBe(false);
    await near(1);
    await runBillJobs(app);
    await runBillJobs(app);
    expect((await announced()).map(({ title }) => title)).toEqual(['账单确认期限还有 3 天', '账单确认期限还有 1 天']);
    // An answer gives more time: as its step stores it.
    await app.rows(
      "update bill set confirm_by_set_at = app_now() - interval '2 days', reminded_days = null, confirm_by = app_now() + interval '23 hours' where bill_no = $1",
      [bill.billNo],
    );
    await runBillJobs(app);
    expect(await announced()).toHaveLength(3);
  });

  it('R4.9 not where the time is set when it is already that near', async () => {
    const bill = await addBill(app, owner, { confirmBy: new Date(app.clock.now().getTime() + 86_000_000) });
    await runBillJobs(app);
    expect(await announced()).toEqual([]);
    expect(bill.billNo).toMatch(/^ZD/);
  });

  it('R4.9 many bills are one notice that counts them, also those that wait for their approval', async () => {
    await setSecondApprover(app, owner, true);
    const confirmBy = new Date(app.clock.now().getTime() + 86_000_000);
    const bills = [];
    for (let at = 0; at < 3; at += 1) bills.push(await addBill(app, owner, { issuedAt: issuedAt(), confirmBy }));
    outcomesOf(await decide(owner, 'bill.batchConfirm', bills.slice(0, 1)));
    await runBillJobs(app);
    const notices = await announced();
    expect(notices).toMatchObject([{ title: '账单确认期限还有 1 天', place: 'bill', place_id: null }]);
    expect(notices[0]?.['text']).toContain('2 张待确认');
    expect(notices[0]?.['text']).toContain('1 张待复核');
    await runBillJobs(app);
    expect(await announced()).toHaveLength(1);
  });
});
