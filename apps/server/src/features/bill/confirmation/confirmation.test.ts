import { answerWorkingDays, dayLater, dayOf, deadlineIn, endOfDay, publishedCalendar } from '@ronghui/domain/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addBill } from '../bill.fixture.ts';
import { addMember, setSecondApprover } from '../member.fixture.ts';
import { faultsOf, kindsOf, stepsOf } from './bill-history.fixture.ts';
import { decide, outcomesOf, runBillJobs, seen } from './confirmation.fixture.ts';

let app: TestApp;
let owner: Merchant;
let finance: Merchant;
let viewer: Merchant;
beforeAll(async () => {
  app = await testApp({ limits: { batchMax: 5 } });
  owner = await makeMerchant(app, '林经理');
  finance = await addMember(app, owner, { name: '陈会计', role: 'finance' });
  viewer = await addMember(app, owner, { name: '王看看', role: 'viewer' });
});
beforeEach(() => setSecondApprover(app, owner, false));
afterAll(() => app.close());

/** A bill whose time to confirm ended yesterday. */
const late = () => {
  const yesterday = endOfDay(dayLater(dayOf(app.clock.now()), -1));
  return addBill(app, owner, { issuedAt: new Date(yesterday.getTime() - 8 * 86_400_000), confirmBy: yesterday });
};
const detailOf = async (billNo: string, by = owner) => (await by.browser.call('bill.detail', { billNo })).body.data;
const noticesOf = (billNo: string) =>
  app.rows(
    'select n.title, n.text, n.user_id, n.place from notice n where n.place_id = $1 order by n.created_at, n.user_id',
    [billNo],
  );

describe('R4.9, R10.3 confirming', () => {
  it('R10.3 answers each bill in the order sent: confirmed, changed, not confirmable, not found', async () => {
    const [fresh, changed, done] = [await addBill(app, owner), await addBill(app, owner), await addBill(app, owner)];
    const foreign = await addBill(app, await makeMerchant(app));
    outcomesOf(await decide(owner, 'bill.batchConfirm', [done]));
    const reply = await decide(finance, 'bill.batchConfirm', [
      foreign,
      { ...changed, amount: changed.amount + 1 },
      done,
      fresh,
      { billNo: 'ZD-nobody', amount: 1 },
    ]);
    expect(reply.body.data.results).toEqual([
      { billNo: foreign.billNo, outcome: 'notFound' },
      { billNo: changed.billNo, outcome: 'changed', amount: changed.amount },
      { billNo: done.billNo, outcome: 'notConfirmable' },
      { billNo: fresh.billNo, outcome: 'confirmed' },
      { billNo: 'ZD-nobody', outcome: 'notFound' },
    ]);
    expect(await kindsOf(app, changed)).toEqual(['issued']);
    expect(await kindsOf(app, foreign)).toEqual(['issued']);
    for (const bill of [fresh, changed, done, foreign]) expect(await faultsOf(app, bill)).toEqual([]);
  });

  it('R10.3 keeps who confirmed, when, from where and which amount', async () => {
    const bill = await addBill(app, owner, { fees: [1234, 5678] });
    const before = app.clock.now();
    outcomesOf(await decide(finance, 'bill.batchConfirm', [bill]));
    const [, step] = await stepsOf(app, bill);
    expect(step).toMatchObject({ actor: 'merchant', by_id: finance.userId, by_name: '陈会计', amount_fen: 6912 });
    expect(step?.['address']).toEqual(expect.stringMatching(/\d/));
    expect(Number(step?.['at'])).toBeGreaterThanOrEqual(before.getTime());
    const [event] = await app.rows("select * from audit_event where object = $1 and event = 'bill.batchConfirm'", [
      bill.billNo,
    ]);
    expect(event).toMatchObject({
      operation: 'bill.batchConfirm',
      actor_id: finance.userId,
      tenant_id: owner.tenantId,
      before: { status: 'pending' },
      after: { status: 'confirmed', amount: 6912 },
    });
    const { confirmedBy, confirmedAt, status, approval } = await detailOf(bill.billNo);
    expect({ confirmedBy, status, approval }).toEqual({ confirmedBy: '陈会计', status: 'confirmed', approval: 'none' });
    expect(confirmedAt).toBe(new Date(Number(step?.['at'])).toISOString());
  });

  it('R4.12 a bill named twice in one batch is one effect, and its second entry answers by its amount', async () => {
    const bill = await addBill(app, owner);
    const wrong = { ...bill, amount: bill.amount - 1 };
    const reply = await decide(owner, 'bill.batchConfirm', [bill, bill, wrong]);
    expect(outcomesOf(reply)).toEqual(['confirmed', 'confirmed', 'changed']);
    expect(await kindsOf(app, bill)).toEqual(['issued', 'confirmed']);
    expect(await faultsOf(app, bill)).toEqual([]);
  });

  it('R4.12 the same key gives the first answer again, and confirms nothing more', async () => {
    const bill = await addBill(app, owner);
    const payload = { bills: [seen(bill)], idempotencyKey: newKey() };
    for (const _ of [1, 2]) {
      expect(outcomesOf(await owner.browser.call('bill.batchConfirm', payload))).toEqual(['confirmed']);
    }
    expect(await faultsOf(app, bill)).toEqual([]);
  });

  it('R5.5 more bills than batchMax are a 422 that names them, and nothing is stored', async () => {
    const bill = await addBill(app, owner);
    for (const operation of ['bill.batchConfirm', 'bill.approve', 'bill.rejectApproval'] as const) {
      const reply = await decide(
        owner,
        operation,
        Array.from({ length: 6 }, () => bill),
      );
      expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'bills' }] } } });
    }
    expect(await kindsOf(app, bill)).toEqual(['issued']);
  });

  it.each([
    [{ amount: -1 }, 'bills.1.amount'],
    [{ amount: 0.5 }, 'bills.1.amount'],
    [{ amount: Number.MAX_SAFE_INTEGER + 1 }, 'bills.1.amount'],
    [{ billNo: '' }, 'bills.1.billNo'],
  ])('R5.5 a bill of %j in a batch is a 422 that names %s, and none of the batch is decided', async (wrong, path) => {
    const [good, other] = [await addBill(app, owner), await addBill(app, owner)];
    for (const operation of ['bill.batchConfirm', 'bill.approve', 'bill.rejectApproval'] as const) {
      const reply = await decide(owner, operation, [good, { ...other, ...wrong }]);
      expect(reply).toMatchObject({
        status: 422,
        body: { data: { fields: [{ path, message: expect.stringMatching(/\p{Script=Han}{2}/u) }] } },
      });
    }
    for (const bill of [good, other]) expect(await kindsOf(app, bill)).toEqual(['issued']);
  });

  it('R4.10 the role of a merchant changes no amount of its bill, whatever a statement asks for', async () => {
    const { billNo, amount } = await addBill(app, owner);
    for (const change of [{ amount_fen: 1 }, { adjusted_fen: -1 }, { tax_fen: 0 }] as const) {
      const changed = app.database.transact({ tenantId: owner.tenantId }, (tx) =>
        tx
          .updateTable('bill')
          .set(change as Record<string, number>)
          .where('bill_no', '=', billNo)
          .execute(),
      );
      await expect(changed).rejects.toThrow(/by the provider alone/);
    }
    expect(await app.rows('select amount_fen, adjusted_fen from bill where bill_no = $1', [billNo])).toEqual([
      { amount_fen: amount, adjusted_fen: 0 },
    ]);
  });

  it('R6.3 a viewer decides nothing', async () => {
    const bill = await addBill(app, owner);
    for (const operation of ['bill.batchConfirm', 'bill.approve', 'bill.rejectApproval'] as const) {
      expect((await decide(viewer, operation, [bill])).status, operation).toBe(403);
    }
    expect(await kindsOf(app, bill)).toEqual(['issued']);
  });
});

describe('R4.9 the clock', () => {
  it('R4.9 past confirm-by a bill is confirmed, before the job has run as well as after, and says so', async () => {
    const bill = await late();
    const before = await detailOf(bill.billNo);
    expect(before).toMatchObject({ status: 'confirmed', autoConfirmed: true, autoApproved: false });
    expect(before.confirmedAt).toBe(before.confirmBy);
    expect(before.confirmedBy).toBeUndefined();
    expect(before.timeline.at(-1)).toMatchObject({ kind: 'autoConfirmed', by: '系统', at: before.confirmBy });
    await runBillJobs(app);
    const { version: _, ...after } = await detailOf(bill.billNo);
    const { version: __, ...was } = before;
    expect(after).toEqual(was);
    await runBillJobs(app);
    expect(await kindsOf(app, bill)).toEqual(['issued', 'autoConfirmed']);
    expect(await faultsOf(app, bill)).toEqual([]);
    expect(new Set((await noticesOf(bill.billNo)).map(({ user_id }) => user_id))).toEqual(
      new Set([owner.userId, finance.userId]),
    );
  });

  it('R4.9 a write that finds the clock’s step stores it, and decides on what is then', async () => {
    const bill = await late();
    expect(outcomesOf(await decide(owner, 'bill.batchConfirm', [bill]))).toEqual(['notConfirmable']);
    expect(await kindsOf(app, bill)).toEqual(['issued', 'autoConfirmed']);
    await runBillJobs(app);
    expect(await faultsOf(app, bill)).toEqual([]);
  });

  it('R4.9 with a second approver an automatic confirmation counts as approved, and says so', async () => {
    await setSecondApprover(app, owner, true);
    const bill = await late();
    const expected = { status: 'confirmed', approval: 'none', autoConfirmed: true, autoApproved: true };
    expect(await detailOf(bill.billNo)).toMatchObject(expected);
    await runBillJobs(app);
    expect(await detailOf(bill.billNo)).toMatchObject(expected);
    expect(await faultsOf(app, bill)).toEqual([]);
  });

  it('R4.9 past confirm-by a waiting approval counts as given, and the bill says so', async () => {
    await setSecondApprover(app, owner, true);
    const bill = await addBill(app, owner);
    outcomesOf(await decide(owner, 'bill.batchConfirm', [bill]));
    // Its time ends: moved into the past, with the steps that name it.
    const end = endOfDay(dayLater(dayOf(app.clock.now()), -1));
    const start = new Date(end.getTime() - 3_600_000);
    await app.rows('update bill set confirm_by = $2, confirmed_at = $3 where bill_no = $1', [bill.billNo, end, start]);
    await movedSteps(bill.billId, end, start);
    const before = await detailOf(bill.billNo, finance);
    expect(before).toMatchObject({ status: 'confirmed', approval: 'none', autoApproved: true, canApprove: false });
    expect(before.timeline.at(-1)).toMatchObject({ kind: 'autoApproved', at: before.confirmBy });
    expect(outcomesOf(await decide(finance, 'bill.approve', [bill]))).toEqual(['notConfirmable']);
    expect(await kindsOf(app, bill)).toEqual(['issued', 'confirmed', 'autoApproved']);
    await runBillJobs(app);
    const { version: _, ...after } = await detailOf(bill.billNo, finance);
    const { version: __, ...was } = before;
    expect(after).toEqual(was);
    expect(await faultsOf(app, bill)).toEqual([]);
  });
});

/** The owner of the tables may write what nobody else may: the time of steps that are over. */
const movedSteps = async (billId: string, confirmBy: Date, at: Date): Promise<void> => {
  const pg = await import('pg');
  const client = new pg.default.Client({ connectionString: app.url });
  await client.connect();
  await client.query('update bill_step set confirm_by = $2, at = $3 where bill_id = $1', [billId, confirmBy, at]);
  await client.end();
};

describe('R10.3 the second approver', () => {
  beforeEach(() => setSecondApprover(app, owner, true));

  it('R10.3 a confirmation waits for another person, who gets a notice and approves', async () => {
    const bill = await addBill(app, owner);
    expect(outcomesOf(await decide(owner, 'bill.batchConfirm', [bill]))).toEqual(['waitingApproval']);
    const notices = await noticesOf(bill.billNo);
    expect(notices).toMatchObject([{ title: '账单待复核', user_id: finance.userId, place: 'bill' }]);
    expect(notices[0]?.['text']).toContain('¥1,200.00');
    expect(await detailOf(bill.billNo)).toMatchObject({ approval: 'waiting', canApprove: false });
    expect(await detailOf(bill.billNo, viewer)).toMatchObject({ canApprove: false });
    expect(await detailOf(bill.billNo, finance)).toMatchObject({ canApprove: true });
    expect(outcomesOf(await decide(owner, 'bill.approve', [bill]))).toEqual(['samePerson']);
    const other = { ...bill, amount: bill.amount + 1 };
    expect(outcomesOf(await decide(finance, 'bill.approve', [other]))).toEqual(['changed']);
    expect(outcomesOf(await decide(finance, 'bill.approve', [bill, bill]))).toEqual(['confirmed', 'confirmed']);
    expect(await detailOf(bill.billNo)).toMatchObject({
      status: 'confirmed',
      approval: 'none',
      confirmedBy: '林经理',
      approvedBy: '陈会计',
      autoApproved: false,
    });
    expect(await kindsOf(app, bill)).toEqual(['issued', 'confirmed', 'approved']);
    expect(await faultsOf(app, bill)).toEqual([]);
  });

  it('R10.3 sent back with its reason it is pending again, with at least three working days, and its people get a notice', async () => {
    const bill = await addBill(app, owner, { confirmBy: endOfDay(dayOf(app.clock.now())) });
    outcomesOf(await decide(finance, 'bill.batchConfirm', [bill]));
    expect(outcomesOf(await decide(finance, 'bill.rejectApproval', [bill]))).toEqual(['samePerson']);
    expect(outcomesOf(await decide(owner, 'bill.rejectApproval', [bill]))).toEqual(['sentBack']);
    const deadline = deadlineIn(publishedCalendar, app.clock.now(), answerWorkingDays).at.toISOString();
    const detail = await detailOf(bill.billNo);
    expect(detail).toMatchObject({ status: 'pending', approval: 'none', confirmBy: deadline, dueIsExpected: true });
    expect(detail.confirmedBy).toBeUndefined();
    expect(detail.timeline.at(-1)).toMatchObject({ kind: 'sentBack', by: '林经理', reason: '金额对不上' });
    expect((await noticesOf(bill.billNo)).at(-1)).toMatchObject({ title: '账单被退回', user_id: finance.userId });
    expect(outcomesOf(await decide(owner, 'bill.batchConfirm', [bill]))).toEqual(['waitingApproval']);
    expect(await faultsOf(app, bill)).toEqual([]);
  });

  it('R5.5 sent back without words is a 422 that names the reason', async () => {
    const bill = await addBill(app, owner);
    outcomesOf(await decide(finance, 'bill.batchConfirm', [bill]));
    const payload = { bills: [seen(bill)], reason: '  ', idempotencyKey: newKey() };
    const reply = await owner.browser.call('bill.rejectApproval', payload);
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'reason' }] } } });
    expect(await kindsOf(app, bill)).toEqual(['issued', 'confirmed']);
  });

  it('R10.3 the person who confirmed never approves, also not in another role', async () => {
    const bill = await addBill(app, owner);
    outcomesOf(await decide(finance, 'bill.batchConfirm', [bill]));
    const roles = (of: Merchant, role: string) =>
      app.rows('update member set role = $3 where tenant_id = $1 and user_id = $2', [owner.tenantId, of.userId, role]);
    await roles(owner, 'finance');
    await roles(finance, 'owner');
    await app.rows("update session set role = 'owner' where user_id = $1", [finance.userId]);
    expect(outcomesOf(await decide(finance, 'bill.approve', [bill]))).toEqual(['samePerson']);
    expect(await detailOf(bill.billNo, finance)).toMatchObject({ canApprove: false });
    await roles(finance, 'finance');
    await roles(owner, 'owner');
    await app.rows("update session set role = 'finance' where user_id = $1", [finance.userId]);
    expect(outcomesOf(await decide(owner, 'bill.approve', [bill]))).toEqual(['confirmed']);
  });

  it('R10.3 switching the setting off releases nothing that waits', async () => {
    const bill = await addBill(app, owner);
    outcomesOf(await decide(owner, 'bill.batchConfirm', [bill]));
    await setSecondApprover(app, owner, false);
    expect(await detailOf(bill.billNo)).toMatchObject({ status: 'confirmed', approval: 'waiting' });
    expect(outcomesOf(await decide(owner, 'bill.approve', [bill]))).toEqual(['samePerson']);
    expect(outcomesOf(await decide(finance, 'bill.approve', [bill]))).toEqual(['confirmed']);
  });
});
