import { type BillHistoryRow, historyFault } from '@ronghui/domain/bill';
import { dayOf } from '@ronghui/domain/calendar';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { untilLocked } from '#kernel/testing/while-locked';
import { type AddedBill, addBill } from '../bill.fixture.ts';
import { type BillingStaff, enterBilling } from './billing.fixture.ts';

let app: TestApp;
let desk: BillingStaff;
beforeAll(async () => {
  app = await testApp();
  desk = await enterBilling(app);
});
afterAll(() => app.close());

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000);

/** A bill that the clock has confirmed, which nobody has stored. */
const addConfirmed = async (fees: readonly number[] = [120_000]) => {
  const owner = await makeMerchant(app);
  const bill = await addBill(app, owner, { fees, issuedAt: daysAgo(20), confirmBy: daysAgo(2) });
  return { ...bill, tenantId: owner.tenantId };
};
type Payment = Readonly<Record<string, unknown>>;
const paymentOf = ({ billNo, amount }: AddedBill, changed: Payment = {}): Payment => ({
  billNo,
  amount,
  on: dayOf(app.clock.now()),
  serial: 'S-1',
  ...changed,
});
const settle = (...payments: Payment[]) => desk.write('ops.bill.settle', { payments });
const resultsOf = async (...payments: Payment[]) => (await settle(...payments)).body.data.results;
const outcomesOf = async (...payments: Payment[]): Promise<string[]> =>
  (await resultsOf(...payments)).map(({ outcome }: { outcome: string }) => outcome);
const rowOf = async ({ billId }: AddedBill) => (await app.rows('select * from bill where bill_id = $1', [billId]))[0];
const stepsOf = ({ billId }: AddedBill) =>
  app.rows('select * from bill_step where bill_id = $1 order by step_no', [billId]);
const kindsOf = async (bill: AddedBill) => (await stepsOf(bill)).map(({ kind }) => kind);
const expectLegal = async (bill: AddedBill) => {
  const rows = (await stepsOf(bill)).map(
    (row) =>
      ({
        kind: row['kind'],
        at: row['at'],
        by: row['by_id'],
        amount: row['amount_fen'],
        confirmBy: row['confirm_by'],
        payment: row['payment_fen'] ?? undefined,
      }) as BillHistoryRow,
  );
  expect(historyFault(rows)).toBeNull();
};
const noticesOf = (tenantId: string) =>
  app.rows(
    "select title, text, place_id from notice where tenant_id = $1 and title in ('账单部分结算', '账单已结清') order by created_at, notice_id",
    [tenantId],
  );

describe('R4.9 settlement', () => {
  it('R4.9 the clock’s confirmation is stored first, parts are kept, and the sum settles: one notice and one audit a step', async () => {
    const bill = await addConfirmed([100_000, 20_000]);
    expect(await resultsOf(paymentOf(bill, { amount: 50_000, serial: ' S-1 ' }))).toEqual([
      { billNo: bill.billNo, outcome: 'paid', remainingAmount: 70_000 },
    ]);
    expect(await rowOf(bill)).toMatchObject({
      status: 'confirmed',
      auto_confirmed: true,
      paid_fen: 50_000,
      settled_at: null,
    });
    const part = {
      title: '账单部分结算',
      text: expect.stringMatching(/¥500\.00，尚余 ¥700\.00/),
      place_id: bill.billNo,
    };
    expect(await noticesOf(bill.tenantId)).toEqual([part]);
    // The step of the clock is announced in the transaction that stores it.
    expect(
      await app.rows("select 1 from audit_event where object = $1 and event = 'job.bill.autoConfirmed'", [bill.billNo]),
    ).toHaveLength(1);
    expect(await resultsOf(paymentOf(bill, { amount: 70_000, serial: 'S-2' }))).toEqual([
      { billNo: bill.billNo, outcome: 'settled', remainingAmount: 0 },
    ]);
    expect(await rowOf(bill)).toMatchObject({ status: 'settled', paid_fen: 120_000, settled_at: expect.any(Date) });
    expect(await kindsOf(bill)).toEqual(['issued', 'autoConfirmed', 'paid', 'settled']);
    expect((await stepsOf(bill)).at(-1)).toMatchObject({
      payment_fen: 70_000,
      payment_serial: 'S-2',
      actor: 'ops',
      by_name: '平台运营',
    });
    expect(await noticesOf(bill.tenantId)).toEqual([
      part,
      { title: '账单已结清', text: expect.stringContaining('¥1,200.00'), place_id: bill.billNo },
    ]);
    const events = await app.rows("select from audit_event where event = 'ops.bill.settle' and object = $1", [
      bill.billNo,
    ]);
    expect(events).toHaveLength(2);
    await expectLegal(bill);
  });

  it('R4.12 a settlement that waited for its bill is written down with the time after the wait, behind every step taken meanwhile', async () => {
    const bill = await addConfirmed();
    const { paying, freedAt } = await app.database.transact('service', async (tx) => {
      await sql`select from bill where bill_id = ${bill.billId} for update`.execute(tx);
      const started = settle(paymentOf(bill));
      await untilLocked(app);
      return { paying: { reply: started }, freedAt: app.clock.now() };
    });
    expect((await paying.reply).body.data.results).toMatchObject([{ outcome: 'settled' }]);
    const last = (await stepsOf(bill)).at(-1)?.['at'];
    expect(last instanceof Date && last >= freedAt).toBe(true);
  });

  it('R4.9 several parts of one bill and several bills in one call have their outcomes in the order sent', async () => {
    const [one, other] = [await addConfirmed(), await addConfirmed([5])];
    const outcomes = await outcomesOf(
      paymentOf(one, { amount: 20_000, serial: 'A' }),
      paymentOf(other, { serial: 'A' }),
      paymentOf(one, { amount: 20_000, serial: 'A' }),
      paymentOf(one, { amount: 30_000, serial: 'A' }),
      paymentOf(one, { amount: 100_001, serial: 'B' }),
      { ...paymentOf(one), billNo: 'ZD-none' },
      paymentOf(one, { amount: 100_000, serial: 'C' }),
      paymentOf(other, { serial: 'B' }),
    );
    expect(outcomes).toEqual([
      'paid',
      'settled',
      'known',
      'serialTaken',
      'overpaid',
      'notFound',
      'settled',
      'notConfirmed',
    ]);
    expect(await rowOf(one)).toMatchObject({ status: 'settled', paid_fen: 120_000 });
    const trail = await app.rows(
      "select before, after from audit_event where event = 'ops.bill.settle' and object = $1 order by event_id",
      [one.billNo],
    );
    expect(trail).toMatchObject([
      { before: { status: 'confirmed', paid: 0 }, after: { status: 'confirmed', paid: 20_000 } },
      { before: { status: 'confirmed', paid: 20_000 }, after: { status: 'settled', paid: 120_000 } },
    ]);
    for (const bill of [one, other]) await expectLegal(bill);
    // A later call with the same serial: the same payment once more, or another one by mistake.
    const later = [
      { amount: 20_000, serial: ' ａ' },
      { amount: 20_000 },
      { amount: 1 },
      { amount: 20_000, on: '2026-01-05' },
    ];
    expect(await outcomesOf(...later.map((given) => paymentOf(one, { serial: 'A', ...given })))).toEqual([
      'known',
      'known',
      'serialTaken',
      'serialTaken',
    ]);
  });

  it('R11.7 a bank’s serial stands whole in the trail, however many digits it has', async () => {
    const bill = await addConfirmed();
    for (const serial of ['2026112800001929', '20261128000001929', '6222021234567890123', '13800138000'])
      await outcomesOf(paymentOf(bill, { amount: 1, serial }));
    const trail = await app.rows(
      "select after -> 'payment' ->> 'serial' as serial from audit_event where event = 'ops.bill.settle' and object = $1 order by event_id",
      [bill.billNo],
    );
    expect(trail.map(({ serial }) => serial)).toEqual([
      '2026112800001929',
      '20261128000001929',
      '6222021234567890123',
      '13800138000',
    ]);
  });

  it('R4.9 a bill with nothing to pay is settled by the clock that confirms it, and takes no payment', async () => {
    const bill = await addConfirmed([0]);
    expect(await outcomesOf(paymentOf(bill))).toEqual(['notConfirmed']);
    expect(await rowOf(bill)).toMatchObject({ status: 'settled', auto_confirmed: true, settled_at: expect.any(Date) });
    expect(await kindsOf(bill)).toEqual(['issued', 'autoConfirmed']);
    await expectLegal(bill);
  });

  it('R4.9 a pending bill, and one that waits for its approval, take no payment', async () => {
    const pending = await addBill(app, await makeMerchant(app));
    expect(await outcomesOf(paymentOf(pending))).toEqual(['notConfirmed']);
    const owner = await makeMerchant(app);
    const waiting = await addBill(app, owner);
    await app.rows(
      "update bill set status = 'confirmed', approval = 'waiting', confirmed_at = app_now() where bill_id = $1",
      [waiting.billId],
    );
    expect(await outcomesOf(paymentOf(waiting))).toEqual(['waitingApproval']);
    expect(await kindsOf(pending)).toEqual(['issued']);
    expect(await rowOf(waiting)).toMatchObject({ paid_fen: 0, version: 1 });
  });

  it.each([
    [{ on: '2026-02-30' }, 'wrongDay'],
    [{ on: '2099-01-01' }, 'inFuture'],
    [{ serial: ' ' }, 'serialMissing'],
    [{ amount: 0 }, 'notPositive'],
    [{ amount: 120_001 }, 'overpaid'],
  ])('R4.9 %j is %s, and no payment is stored', async (wrong, outcome) => {
    const bill = await addConfirmed();
    expect(await outcomesOf(paymentOf(bill, wrong))).toEqual([outcome]);
    expect(await rowOf(bill)).toMatchObject({ paid_fen: 0, status: 'confirmed' });
    expect(await kindsOf(bill)).toEqual(['issued', 'autoConfirmed']);
  });

  it.each([
    [{ amount: -1 }, 'payments.0.amount'],
    [{ amount: Number.MAX_SAFE_INTEGER + 1 }, 'payments.0.amount'],
    [{ serial: 'x'.repeat(65) }, 'payments.0.serial'],
    [{ on: 'today' }, 'payments.0.on'],
  ])('R5.5 %j is a 422 that names %s', async (wrong, path) => {
    const bill = await addConfirmed();
    expect(await settle(paymentOf(bill, wrong))).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
    expect(await kindsOf(bill)).toEqual(['issued']);
  });
});

describe('R4.12 races of settlement', () => {
  it('R4.12 the same payment in many calls at once is one effect, and known to the others', async () => {
    const bill = await addConfirmed();
    const all = await Promise.all(Array.from({ length: 10 }, () => outcomesOf(paymentOf(bill))));
    expect(all.flat().toSorted()).toEqual([...Array.from({ length: 9 }, () => 'known'), 'settled']);
    expect(await kindsOf(bill)).toEqual(['issued', 'autoConfirmed', 'settled']);
    expect(await noticesOf(bill.tenantId)).not.toEqual([]);
    await expectLegal(bill);
  });

  it('R4.12 R11.6 of two members of staff who register one payment at once one has done so, and the other’s is known', async () => {
    const colleague = await enterBilling(app, 'billing-colleague');
    const bill = await addConfirmed();
    const asked = { payments: [paymentOf(bill)] };
    const replies = await Promise.all([desk, colleague].map((one) => one.write('ops.bill.settle', asked)));
    const outcomes: string[] = replies.map(({ body }) => body.data.results[0].outcome);
    expect(outcomes.toSorted()).toEqual(['known', 'settled']);
    const winner = outcomes[0] === 'settled' ? 'billing-finance' : 'billing-colleague';
    const staffId = (await app.rows('select staff_id from staff where account = $1', [winner]))[0]?.['staff_id'];
    expect((await stepsOf(bill)).at(-1)).toMatchObject({ kind: 'settled', payment_serial: 'S-1', by_id: staffId });
    expect(await kindsOf(bill)).toEqual(['issued', 'autoConfirmed', 'settled']);
    const trail = await app.rows("select actor_id from audit_event where event = 'ops.bill.settle' and object = $1", [
      bill.billNo,
    ]);
    expect(trail).toEqual([{ actor_id: staffId }]);
    // Under the same serial another sum is another payment: it is refused, and not taken for this one.
    const other = { payments: [paymentOf(bill, { amount: 1 })] };
    expect((await colleague.write('ops.bill.settle', other)).body.data.results).toEqual([
      { billNo: bill.billNo, outcome: 'serialTaken' },
    ]);
  });

  it('R4.12 different payments in batches of opposite order never exceed the amount', async () => {
    const bills = [await addConfirmed(), await addConfirmed(), await addConfirmed()];
    const batch = (serial: string, order: readonly AddedBill[]) =>
      outcomesOf(...order.map((bill) => paymentOf(bill, { serial, amount: 70_000 })));
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, at) => batch(`S-${at}`, at % 2 === 0 ? bills : bills.toReversed())),
    );
    expect(all.flat().filter((outcome) => outcome === 'paid')).toHaveLength(3);
    expect(all.flat().filter((outcome) => outcome === 'overpaid')).toHaveLength(21);
    for (const bill of bills) {
      expect(await rowOf(bill)).toMatchObject({ paid_fen: 70_000, status: 'confirmed' });
      await expectLegal(bill);
    }
  });
});

describe('R11.6 the list of the desk', () => {
  it('R11.6 has every bill of every tenant as it is now, by each filter, and continues by its cursor', async () => {
    const [due, pending] = [
      await addConfirmed(),
      await addBill(app, await makeMerchant(app), { direction: 'receivable', productId: 'got' }),
    ];
    const numbers = async (filter: Payment) =>
      (await desk.bills(filter)).map(({ billNo }: { billNo: string }) => billNo);
    const [row] = await desk.bills({ billNo: due.billNo });
    expect(row).toMatchObject({
      billId: due.billId,
      tenantId: due.tenantId,
      status: 'confirmed',
      approval: 'none',
      amount: due.amount,
      paidAmount: 0,
      dueOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const filters = ({ stageId, orgId, projectId }: AddedBill): Payment[] => [{ stageId }, { orgId }, { projectId }];
    for (const bill of [due, pending]) {
      for (const filter of filters(bill)) expect(await numbers(filter)).toEqual([bill.billNo]);
    }
    expect(await numbers({ tenantId: due.tenantId })).toEqual([due.billNo]);
    expect(await numbers({ productId: 'got', direction: 'receivable', status: 'pending' })).toEqual([pending.billNo]);
    expect(await numbers({ productId: 'got', direction: 'payable' })).toEqual([]);
    expect(await numbers({ tenantId: due.tenantId, status: 'pending' })).toEqual([]);
    expect(await numbers({ tenantId: due.tenantId, dueFrom: row.dueOn, dueTo: row.dueOn })).toEqual([due.billNo]);
    expect(await numbers({ tenantId: due.tenantId, dueTo: '2020-01-01' })).toEqual([]);
    expect(await numbers({ tenantId: due.tenantId, to: '2020-01-01' })).toEqual([]);
    expect(await numbers({ tenantId: due.tenantId, approval: 'waiting' })).toEqual([]);
    const all = await numbers({});
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await desk.browser.call('ops.bill.page', {
        pageSize: 10,
        ...(cursor !== undefined && { cursor }),
      });
      seen.push(...body.data.items.map(({ billNo }: { billNo: string }) => billNo));
      cursor = body.data.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it.each(['from', 'to', 'dueFrom', 'dueTo'])('R5.5 a day of %s that does not exist is a 422', async (path) => {
    expect(await desk.browser.call('ops.bill.page', { [path]: '2026-02-30' })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path }] } },
    });
  });
});
