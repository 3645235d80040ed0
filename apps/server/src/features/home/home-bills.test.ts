import {
  type BillDirection,
  type BillState,
  type BillStatus,
  billDirections,
  billStatuses,
  dueOf,
  isOverdue,
  presentBill,
} from '@ronghui/domain/bill';
import { dayLater, dayOf } from '@ronghui/domain/calendar';
import { fen } from '@ronghui/domain/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AddedBill, addBill } from '#features/bill/bill.fixture';
import { certifyTenant } from '#features/certification/certification.fixture';
import { newKey } from '#features/order/order.fixture';
import { join, logIn, type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * dayMs);
const summary = async ({ browser }: Pick<Merchant, 'browser'>) => (await browser.call('home.summary')).body.data;
const change = ({ billId }: AddedBill, changes: string, values: readonly unknown[] = []) =>
  app.rows(`update bill set ${changes} where bill_id = $1`, [billId, ...values]);
const confirmed = "status = 'confirmed', confirmed_at = $2";
const none = { count: 0, amount: 0 };

/** A member of a merchant's tenant, in it. */
const colleague = async (owner: Merchant, role: 'finance' | 'viewer') => {
  const guest = await makeMerchant(app);
  await join(app, owner, { guest, role });
  const browser = await logIn(app, guest.mobile);
  browser.take((await browser.call('tenant.switch', { tenantId: owner.tenantId })).body.data);
  return { ...guest, browser };
};

describe('R10.1 bills on the first page', () => {
  it('R4.13 a tenant that is not certified has neither figures nor to-dos of bills', async () => {
    const merchant = await makeMerchant(app);
    const bill = await addBill(app, merchant);
    expect((await summary(merchant)).bills.toConfirm.payable).toMatchObject({ count: 1, amount: bill.amount });
    await app.rows(
      'update certification set certified_no = null, certified_uscc = null, status = $$rejected$$, reasons = $2 where tenant_id = $1',
      [merchant.tenantId, '[{"field":"uscc","reason":"不清楚"}]'],
    );
    const { bills, todos } = await summary(merchant);
    expect(bills).toBeUndefined();
    expect(todos.filter(({ kind }: { kind: string }) => kind.endsWith('Bill'))).toEqual([]);
  });

  it('R10.1 a certified tenant without bills sees twelve empty months and nothing due', async () => {
    const merchant = await makeMerchant(app);
    await certifyTenant(app, merchant);
    const { bills } = await summary(merchant);
    expect(bills.months).toHaveLength(12);
    expect(bills.months.at(-1)).toMatchObject({
      month: dayOf(app.clock.now()).slice(0, 7),
      to: dayOf(app.clock.now()),
      payable: none,
      receivable: none,
    });
    expect(bills.due.payable).toEqual({ ...none, overdue: none });
    expect(bills.toConfirm.receivable).toEqual(none);
    expect(bills.feedback).toEqual({ open: 0, late: 0 });
  });

  it('R4.9 R10.1 what the clock has confirmed is due and no longer to confirm, whether the job has run or not; directions are never netted', async () => {
    const merchant = await makeMerchant(app);
    await addBill(app, merchant, { fees: [70_000], confirmBy: inDays(-1) });
    await addBill(app, merchant, { fees: [30_000], direction: 'receivable', confirmBy: inDays(-1) });
    const open = await addBill(app, merchant, { fees: [900], direction: 'receivable' });
    const { bills, todos } = await summary(merchant);
    expect(bills.due.payable).toMatchObject({ count: 1, amount: 70_000, overdue: none });
    expect(bills.due.receivable).toMatchObject({ count: 1, amount: 30_000 });
    expect(bills.toConfirm.payable).toEqual(none);
    expect(bills.toConfirm.receivable).toMatchObject({ count: 1, amount: 900 });
    expect(bills.byStatus.payable.confirmed).toEqual({ count: 1, amount: 70_000 });
    // What is received is not paid by the merchant.
    expect(todos.map(({ kind, id }: { kind: string; id: string }) => [kind, id === open.billNo])).toEqual([
      ['confirmBill', true],
      ['payBill', false],
    ]);
  });

  it('R10.1 due is what is not paid yet; what is past its due day is overdue and aged by days', async () => {
    const merchant = await makeMerchant(app);
    const now = app.clock.now();
    const [fresh, late, older] = [
      await addBill(app, merchant, { fees: [50_000] }),
      await addBill(app, merchant, { fees: [20_000] }),
      await addBill(app, merchant, { fees: [4000] }),
    ];
    await change(fresh, `${confirmed}, paid_fen = 12000`, [now]);
    await change(late, confirmed, [inDays(-11)]);
    await change(older, confirmed, [inDays(-100)]);
    const { bills, todos } = await summary(merchant);
    const today = dayOf(now);
    expect(bills.due.payable).toEqual({
      count: 3,
      amount: 62_000,
      firstDueOn: dayLater(today, -90),
      overdue: { count: 2, amount: 24_000 },
    });
    expect(bills.ageing.map(({ receivable: _, ...rest }: Record<string, unknown>) => rest)).toEqual([
      { age: 'notYet', dueFrom: today, payable: { count: 1, amount: 38_000 } },
      {
        age: 'upTo30',
        dueFrom: dayLater(today, -30),
        dueTo: dayLater(today, -1),
        payable: { count: 1, amount: 20_000 },
      },
      { age: 'upTo60', dueFrom: dayLater(today, -60), dueTo: dayLater(today, -31), payable: none },
      { age: 'over60', dueTo: dayLater(today, -61), payable: { count: 1, amount: 4000 } },
    ]);
    expect(todos.map(({ kind, id, amount }: Record<string, unknown>) => [kind, id, amount])).toEqual([
      ['payBill', older.billNo, 4000],
      ['payBill', late.billNo, 20_000],
      ['payBill', fresh.billNo, 38_000],
    ]);
  });

  it('R10.1 R10.3 a bill whose voucher is being checked is due and no to-do any more, until a payment leaves a rest of it', async () => {
    const merchant = await makeMerchant(app);
    const given = { fees: [3000] };
    const bills = [await addBill(app, merchant, given), await addBill(app, merchant, given)];
    for (const bill of bills) await change(bill, confirmed, [app.clock.now()]);
    const [checked, open] = bills.map(({ billNo }) => billNo);
    const seen = async () => {
      const { bills: figures, todos } = await summary(merchant);
      return [
        figures.due.payable.count,
        figures.due.payable.inCheck,
        todos.map(({ id, title, amount }: Record<string, unknown>) => [id ?? title, amount]),
      ];
    };
    expect(await seen()).toEqual([2, undefined, expect.arrayContaining([[checked, 3000]])]);
    await app.rows(
      `with voucher as (insert into bill_voucher (tenant_id, voucher_id, paid_at, file_ids, user_id)
          values ($1, $2, app_now(), array['none'], $3) returning tenant_id, voucher_id)
        insert into bill_voucher_item (tenant_id, bill_id, voucher_id) select tenant_id, $4, voucher_id from voucher`,
      [merchant.tenantId, `voucher-${checked}`, merchant.userId, bills[0]?.billId],
    );
    expect(await seen()).toEqual([2, { count: 1, amount: 3000 }, [[open, 3000]]]);
    for (let more = 0; more < 3; more += 1) {
      await change(await addBill(app, merchant, given), confirmed, [app.clock.now()]);
    }
    const several = [['4 张应付账单待付款，另有 1 张凭证审核中', 12_000]];
    expect(await seen()).toEqual([5, { count: 1, amount: 3000 }, several]);
    // The list to which the to-do leads has its bills, and no others.
    const led = { status: 'confirmed', approval: 'none', payment: 'open', direction: 'payable' };
    expect((await merchant.browser.call('bill.sum', led)).body.data).toMatchObject({ count: 4, totalAmount: 12_000 });
    await app.rows(
      `insert into bill_step (tenant_id, bill_id, step_no, kind, at, actor, by_name, amount_fen, confirm_by, payment_fen, payment_on, payment_serial)
        select tenant_id, bill_id, 2, 'paid', app_now() + interval '1 second', 'ops', '平台运营', amount_fen, confirm_by, 1000, current_date, 'S1' from bill where bill_no = $1`,
      [checked],
    );
    await app.rows('update bill set paid_fen = 1000, step_no = 2 where bill_no = $1', [checked]);
    expect(await seen()).toEqual([5, undefined, [['5 张应付账单待付款', 14_000]]]);
    // Another voucher for the rest of it, and one that covers two bills.
    for (const [id, billIds] of [
      ['second', [bills[0]?.billId]],
      ['third', bills.map(({ billId }) => billId)],
    ] as const) {
      await app.rows(
        `with voucher as (insert into bill_voucher (tenant_id, voucher_id, paid_at, file_ids, user_id)
            values ($1, $2, app_now() + interval '2 seconds', array['none'], $3) returning tenant_id, voucher_id)
          insert into bill_voucher_item (tenant_id, bill_id, voucher_id) select tenant_id, unnest($4::text[]), voucher_id from voucher`,
        [merchant.tenantId, `${id}-${checked}`, merchant.userId, billIds],
      );
    }
    expect(await seen()).toEqual([5, { count: 2, amount: 5000 }, expect.anything()]);
  });

  it('R10.1 R10.3 a bill that waits for its approval is a to-do of another person than the one who confirmed it', async () => {
    const owner = await makeMerchant(app);
    const finance = await colleague(owner, 'finance');
    const viewer = await colleague(owner, 'viewer');
    const bill = await addBill(app, owner, { fees: [8000] });
    await change(bill, `${confirmed}, approval = 'waiting', confirmed_by = $3`, [app.clock.now(), finance.userId]);
    const seen = async (who: Pick<Merchant, 'browser'>) => {
      const { bills, todos } = await summary(who);
      return [bills.waiting, todos.filter(({ kind }: { kind: string }) => kind.endsWith('Bill'))];
    };
    const todo = expect.objectContaining({ kind: 'approveBill', id: bill.billNo, amount: 8000 });
    expect(await seen(owner)).toEqual([1, [todo]]);
    expect(await seen(finance)).toEqual([1, []]);
    expect(await seen(viewer)).toEqual([1, []]);
  });

  it('R10.1 many bills of one task and direction are one to-do, with the sum and the first day', async () => {
    const merchant = await makeMerchant(app);
    const given = { fees: [1000], confirmBy: inDays(4) };
    for (let count = 0; count < 3; count += 1) await addBill(app, merchant, given);
    const single = await addBill(app, merchant, { ...given, direction: 'receivable', fees: [5] });
    const todos = async () => (await summary(merchant)).todos;
    expect(await todos()).toHaveLength(4);
    const first = inDays(2);
    await addBill(app, merchant, { ...given, confirmBy: first });
    expect(await todos()).toEqual([
      {
        kind: 'confirmBill',
        id: null,
        direction: 'payable',
        title: '4 张应付账单待确认',
        amount: 4000,
        dueAt: first.toISOString(),
      },
      expect.objectContaining({
        kind: 'confirmBill',
        id: single.billNo,
        title: expect.stringMatching(/^确认 .* 应收账单 · 产品$/),
      }),
    ]);
  });

  it('R4.10 says how many disputes are open, and how many answers are late', async () => {
    const merchant = await makeMerchant(app);
    for (const days of [3, -1]) {
      const { billNo } = await addBill(app, merchant, { fees: [600] });
      const claim = { billNo, claimedAmount: 500, reason: '少计了一笔退费', idempotencyKey: newKey() };
      const { feedbackNo } = (await merchant.browser.call('bill.varianceFeedback', claim)).body.data;
      await app.rows('update feedback set answer_by = $2 where feedback_no = $1', [feedbackNo, inDays(days)]);
    }
    const { bills } = await summary(merchant);
    expect(bills.disputed).toEqual({ payable: { count: 2, amount: 1200 }, receivable: none });
    expect(bills.feedback).toMatchObject({ open: 2, late: 1 });
    expect(Date.parse(bills.feedback.firstAnswerBy)).toBeLessThan(app.clock.now().getTime());
  });

  it('R6.3 another tenant’s bills and drafts are in no figure', async () => {
    const [merchant, other] = [await makeMerchant(app), await makeMerchant(app)];
    const draft = await addBill(app, merchant);
    await addBill(app, other, { fees: [77] });
    await change(draft, "status = 'draft', bill_no = null, issued_at = null, confirm_by = null, lines_sha256 = null");
    const { bills, todos } = await summary(merchant);
    expect(bills.byStatus.payable.pending).toEqual(none);
    expect(todos).toEqual([]);
  });
});

/** A bill as it is stored, chosen at random. */
interface Stored {
  readonly direction: BillDirection;
  readonly status: BillStatus;
  readonly amount: number;
  readonly paid: number;
  readonly issued: number;
  readonly confirmBy: number;
  readonly confirmedAt: number;
  readonly payDays: number;
  readonly waits: boolean;
  readonly byClock: boolean;
}
const stored: fc.Arbitrary<Stored> = fc.record({
  direction: fc.constantFrom(...billDirections),
  status: fc.constantFrom(...billStatuses),
  amount: fc.nat(10_000_000),
  paid: fc.nat(100),
  issued: fc.integer({ min: -500, max: 0 }),
  confirmBy: fc.integer({ min: -90, max: 20 }),
  confirmedAt: fc.integer({ min: -120, max: 0 }),
  payDays: fc.nat(60),
  waits: fc.boolean(),
  byClock: fc.boolean(),
});

const endOfShanghaiDay = (days: number) => new Date(Date.parse(`${dayLater(dayOf(app.clock.now()), days)}T16:00:00Z`));

/** A bill's columns: those that its status demands. */
const columnsOf = (bill: Stored, place: number) => {
  const isConfirmed = bill.status === 'confirmed' || bill.status === 'settled';
  const confirmBy = endOfShanghaiDay(bill.confirmBy);
  return {
    place,
    direction: bill.direction,
    status: bill.status,
    amount: bill.amount,
    paid:
      bill.status === 'settled'
        ? bill.amount
        : bill.status === 'confirmed'
          ? Math.floor((bill.amount * bill.paid) / 101)
          : 0,
    issued_at: inDays(bill.issued),
    confirm_by: confirmBy,
    pay_days: bill.payDays,
    confirmed_at: isConfirmed ? (bill.byClock ? confirmBy : inDays(bill.confirmedAt)) : null,
    auto_confirmed: isConfirmed && bill.byClock,
    approval: bill.status === 'confirmed' && bill.waits && !bill.byClock ? 'waiting' : 'none',
    settled_at: bill.status === 'settled' ? app.clock.now() : null,
  };
};

describe('R10.1 the figures of bills', () => {
  it('R10.1 R4.9 are the sums over the stored bills as the domain presents them now, by direction, status, month and age', async () => {
    const merchant = await makeMerchant(app);
    const { billId } = await addBill(app, merchant, { fees: [0] });
    const run = async (bills: readonly Stored[]) => {
      await app.rows('delete from bill where tenant_id = $1 and bill_id <> $2', [merchant.tenantId, billId]);
      await app.rows(
        `insert into bill (tenant_id, bill_id, bill_no, stage_id, project_id, product_id, org_id, direction, tax_millionths, stage_name,
            project_name, product_name, org_name, line_count, basis, lines_sha256, lines_fen, amount_fen, tax_fen, paid_fen, status, approval, issued_at,
            confirm_by, pay_days, confirmed_at, auto_confirmed, settled_at)
          select b.tenant_id, 'p' || n.place, 'P' || n.place, b.stage_id, b.project_id, b.product_id, b.org_id, n.direction, n.place, 'a', 'b', 'c',
            'd', 1, 1, b.lines_sha256, n.amount, n.amount, 0, n.paid, n.status, n.approval, n.issued_at, n.confirm_by, n.pay_days, n.confirmed_at,
            n.auto_confirmed, n.settled_at
          from bill b, jsonb_to_recordset($2::jsonb) n (place int, direction text, amount bigint, paid bigint, status text, approval text,
            issued_at timestamptz, confirm_by timestamptz, pay_days int, confirmed_at timestamptz, auto_confirmed boolean, settled_at timestamptz)
          where b.bill_id = $1`,
        [billId, JSON.stringify(bills.map(columnsOf))],
      );
      const now = app.clock.now();
      const rows = await app.rows('select * from bill where tenant_id = $1', [merchant.tenantId]);
      const present = rows.map((row) => {
        const time = (name: string) => (row[name] instanceof Date ? row[name] : null);
        const state: BillState = {
          status: row['status'] as BillStatus,
          approval: row['approval'] as BillState['approval'],
          amount: fen(Number(row['amount_fen'])),
          paid: fen(Number(row['paid_fen'])),
          confirmBy: time('confirm_by') ?? now,
          confirmedAt: time('confirmed_at'),
          confirmedBy: null,
          autoConfirmed: row['auto_confirmed'] === true,
          approvedAt: null,
          approvedBy: null,
          autoApproved: false,
        };
        const bill = presentBill(state, { now, secondApprover: false });
        const payDays = Number(row['pay_days']);
        return {
          ...bill,
          direction: String(row['direction']),
          month: dayOf(time('issued_at') ?? now).slice(0, 7),
          dueOn: dueOf(bill, payDays).on,
          isLate: isOverdue(bill, payDays, now),
          remaining: bill.amount - bill.paid,
        };
      });
      type Present = (typeof present)[number];
      const sum = (some: readonly Present[], amountOf = ({ amount }: Present): number => amount) => ({
        count: some.length,
        amount: some.reduce((total, bill) => total + amountOf(bill), 0),
      });
      const remaining = (some: readonly Present[]) => sum(some, (bill) => bill.remaining);
      const figures = (await summary(merchant)).bills;
      expect(figures.waiting).toBe(present.filter(({ approval }) => approval === 'waiting').length);
      for (const direction of billDirections) {
        const own = present.filter((bill) => bill.direction === direction);
        const due = own.filter(({ status }) => status === 'confirmed');
        expect(figures.due[direction]).toMatchObject({
          ...remaining(due),
          overdue: remaining(due.filter(({ isLate }) => isLate)),
        });
        expect(figures.due[direction].firstDueOn).toBe(due.map(({ dueOn }) => dueOn).toSorted()[0]);
        for (const status of billStatuses) {
          expect(figures.byStatus[direction][status]).toEqual(sum(own.filter((bill) => bill.status === status)));
        }
        expect(figures.toConfirm[direction]).toMatchObject(figures.byStatus[direction].pending);
        expect(figures.disputed[direction]).toEqual(figures.byStatus[direction].disputed);
        for (const { month, ...sides } of figures.months) {
          expect(sides[direction]).toEqual(sum(own.filter((bill) => bill.month === month)));
        }
        for (const { dueFrom = '', dueTo = '9', ...sides } of figures.ageing) {
          expect(sides[direction]).toEqual(remaining(due.filter(({ dueOn }) => dueOn >= dueFrom && dueOn <= dueTo)));
        }
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(stored, { maxLength: 60 }), run), { numRuns: 12 });
  });
});
