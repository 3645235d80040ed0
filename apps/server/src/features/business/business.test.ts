import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBill } from '#features/bill/bill.fixture';
import { type OrderFixture, openOrderFixture } from '#features/order/order.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import type { TestBrowser } from '#kernel/testing/test-client';

let fixture: OrderFixture;
let admin: TestBrowser;
beforeAll(async () => {
  fixture = await openOrderFixture();
  admin = await enterStaff(fixture.app, 'reader', { roles: ['admin'] });
  await fixture.certify(fixture.first);
});
afterAll(() => fixture.close());

const days = { from: '2026-03-31', to: '2026-04-02', by: 'day' };
const ask = async (verb: string, more: object = {}) =>
  (await admin.call(`ops.business.${verb}`, { ...days, ...more })).body.data;
const rows = (statement: string, values: readonly unknown[] = []) => fixture.app.rows(statement, [...values]);
/** A moment in Shanghai. */
const at = (text: string) => new Date(`${text}:00+08:00`);

describe('R11.2 figures of the business', () => {
  it('R11.2 orders by the day of submission and of payment, with the lists that they lead to', async () => {
    const made = [await fixture.first.buy(), await fixture.first.buy(), await fixture.first.buy()];
    const sums = await Promise.all(
      made.map(async (no) =>
        Number((await rows('select total_fen from "order" where order_no = $1', [no]))[0]?.['total_fen']),
      ),
    );
    // The last minute of March, the first of April, and one outside of the range.
    const moments = ['2026-03-31T23:59', '2026-04-01T00:00', '2026-04-03T00:00'];
    for (const [place, no] of made.entries())
      await rows('update "order" set created_at = $2 where order_no = $1', [no, at(moments[place] ?? '')]);
    await rows(
      `insert into order_step (tenant_id, order_no, version, action, from_status, to_status, actor, by_name, at)
        select tenant_id, order_no, 90, 'acceptPayment', 'pendingPayment', 'pendingActivation', 'ops', '运营', $2 from "order" where order_no = any($1)`,
      [[made[0], made[2]], at('2026-04-02T12:00')],
    );
    const none = { count: 0, amount: 0 };
    expect((await ask('orders')).periods).toEqual([
      { from: '2026-03-31', to: '2026-03-31', submitted: { count: 1, amount: sums[0] }, paid: none },
      { from: '2026-04-01', to: '2026-04-01', submitted: { count: 1, amount: sums[1] }, paid: none },
      {
        from: '2026-04-02',
        to: '2026-04-02',
        submitted: none,
        paid: { count: 2, amount: (sums[0] ?? 0) + (sums[2] ?? 0) },
      },
    ]);
    expect((await ask('orders', { by: 'month' })).periods).toMatchObject([
      { from: '2026-03-31', to: '2026-03-31', submitted: { count: 1 } },
      { from: '2026-04-01', to: '2026-04-02', submitted: { count: 1 }, paid: { count: 2 } },
    ]);
    const listed = async (filter: Record<string, string>) =>
      (await admin.call('ops.order.page', filter)).body.data.items.map(({ orderNo }: { orderNo: string }) => orderNo);
    expect(await listed({ from: '2026-03-31', to: '2026-03-31' })).toEqual([made[0]]);
    expect(await listed({ from: '2026-04-01', to: '2026-04-02' })).toEqual([made[1]]);
    const paidOn = await listed({ paidFrom: '2026-04-02', paidTo: '2026-04-02' });
    expect(new Set(paidOn)).toEqual(new Set([made[0], made[2]]));
    expect(await admin.call('ops.order.page', { paidTo: '2026-02-30' })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'paidTo' }] } },
    });
  });

  it('R11.2 bills by the day of issue and direction, what they are by now, and how old what is unpaid is', async () => {
    const { app, first } = fixture;
    const added: Record<string, { billNo: string; billId: string }> = {};
    const add = async (name: string, fee: number, direction: 'payable' | 'receivable' = 'payable') => {
      added[name] = await addBill(app, first, { fees: [fee], direction, issuedAt: at('2026-04-01T10:00') });
    };
    await add('pending', 100);
    await add('notDue', 200);
    await add('late', 400);
    await add('old', 800, 'receivable');
    await add('settled', 1600);
    await rows(`update bill set confirm_by = app_now() + interval '9 days' where bill_no = $1`, [
      added['pending']?.billNo,
    ]);
    const today = String((await admin.call('ops.business.unpaid', {})).body.data.today);
    const confirm = (name: string, daysAgo: number) =>
      rows(
        `update bill set status = 'confirmed', confirmed_at = ($2::date - $3::int - pay_days + 0)::timestamp at time zone 'Asia/Shanghai'
          + interval '1 hour', confirmed_by = (select user_id from user_account limit 1) where bill_no = $1`,
        [added[name]?.billNo, today, daysAgo],
      );
    await confirm('notDue', 0);
    await confirm('late', 31);
    await confirm('old', 91);
    await rows(
      `update bill set status = 'settled', confirmed_at = issued_at, confirmed_by = (select user_id from user_account limit 1), paid_fen = amount_fen, settled_at = app_now() where bill_no = $1`,
      [added['settled']?.billNo],
    );
    const due = Object.fromEntries(
      (await rows(`select bill_no, $1::date - due_on as late from bill where status = 'confirmed'`, [today])).map(
        ({ bill_no: no, late }) => [String(no), Number(late)],
      ),
    );
    expect(['notDue', 'late', 'old'].map((name) => due[String(added[name]?.billNo)])).toEqual([0, 31, 91]);
    const bills = await ask('bills');
    expect(bills.periods[1]).toEqual({
      from: '2026-04-01',
      to: '2026-04-01',
      payable: { count: 4, amount: 2300 },
      receivable: { count: 1, amount: 800 },
    });
    const none = { count: 0, amount: 0 };
    expect(bills.states).toEqual({
      payable: {
        pending: { count: 1, amount: 100 },
        disputed: none,
        confirmed: { count: 1, amount: 200 },
        overdue: { count: 1, amount: 400 },
        settled: { count: 1, amount: 1600 },
      },
      receivable: { pending: none, disputed: none, confirmed: none, overdue: { count: 1, amount: 800 }, settled: none },
    });
    const unpaid = (await admin.call('ops.business.unpaid', {})).body.data;
    const nothing = { count: 0, remainingAmount: 0 };
    expect(unpaid.ages).toEqual([
      { age: 'notDue', payable: { count: 1, remainingAmount: 200 }, receivable: nothing },
      { age: 'days30', payable: nothing, receivable: nothing },
      { age: 'days60', payable: { count: 1, remainingAmount: 400 }, receivable: nothing },
      { age: 'days90', payable: nothing, receivable: nothing },
      { age: 'older', payable: nothing, receivable: { count: 1, remainingAmount: 800 } },
    ]);
  });

  it('R11.2 certifications with their results and the median of the time to the answer', async () => {
    const { tenantId } = fixture.first;
    const tenants = (await rows('select tenant_id from tenant')).map((row) => String(row['tenant_id']));
    const add = (tenant: string | undefined, status: string, minutes: number | null) =>
      rows(
        `insert into certification (tenant_id, status, form, masks, reasons, submission_no, submitted_at, reviewed_at, certified_no, certified_uscc)
          values ($1, $2, '{}', '{}', $3, $4, $5, $5::timestamptz + $6::float8 * interval '1 minute',
            case when $2 = 'passed' then $4 end, case when $2 = 'passed' then '91350100M000100Y43' end)
          on conflict (tenant_id) do update set status = excluded.status, reasons = excluded.reasons, submission_no = excluded.submission_no,
            submitted_at = excluded.submitted_at, reviewed_at = excluded.reviewed_at`,
        [
          tenant,
          status,
          status === 'rejected' ? '[{"field":"uscc","reason":"不符"}]' : '[]',
          `RZ-${randomBytes(6).toString('hex')}`,
          at('2026-04-01T09:00'),
          minutes,
        ],
      );
    const others = tenants.filter((each) => each !== tenantId);
    await add(tenantId, 'passed', 30);
    await add(others[0], 'rejected', 90);
    const answer = await ask('certifications');
    expect(answer.medianMinutes).toBe(60);
    expect(
      answer.periods.map(({ submitted, passed, rejected }: Record<string, number>) => [submitted, passed, rejected]),
    ).toEqual([
      [0, 0, 0],
      [2, 1, 1],
      [0, 0, 0],
    ]);
    expect((await ask('certifications', { from: '2026-04-02' })).medianMinutes).toBeNull();
  });

  it('R11.2 leads and what became of them', async () => {
    const add = (status: string, moment: string) =>
      rows(
        `insert into lead (ticket_no, kind, status, topic, name, mobile_digest, mobile_sealed, mobile_masked, consents, address, request_id, created_at)
          values ($1, 'contact', $2, 'consult', '王', $3, 'x', '139****0001', '[]', '', '', $4)`,
        [`XS-${randomBytes(6).toString('hex')}`, status, randomBytes(32), at(moment)],
      );
    await add('new', '2026-04-01T00:00');
    await add('won', '2026-04-01T23:59');
    await add('won', '2026-04-02T00:00');
    await add('lost', '2026-04-03T00:00');
    const { periods } = await ask('leads');
    expect(periods.map(({ added, won, lost }: Record<string, number>) => [added, won, lost])).toEqual([
      [0, 0, 0],
      [2, 1, 0],
      [1, 1, 0],
    ]);
    const { body } = await admin.call('ops.lead.page', { from: '2026-04-01', to: '2026-04-01', status: 'won' });
    expect(body.data.items).toHaveLength(1);
  });

  it('R11.2 feedback, what was answered, and what the answers changed, raised and lowered apart', async () => {
    const { app, first } = fixture;
    const [user] = await rows('select user_id from member where tenant_id = $1', [first.tenantId]);
    const add = async (answer: readonly [from: number, to: number] | null, moment: string) => {
      const bill = await addBill(app, first, { fees: [100] });
      const no = `CY-${randomBytes(6).toString('hex')}`;
      await rows(
        `insert into feedback (tenant_id, feedback_no, bill_id, bill_no, user_id, claimed_fen, standing_fen, reason, status, answer_by, answered_at, created_at)
          values ($1, $2, $3, $4, $5, 1, 100, '少算', $6, $7, $8, $7)`,
        [
          first.tenantId,
          no,
          bill.billId,
          bill.billNo,
          user?.['user_id'],
          answer === null ? 'open' : 'resolved',
          at(moment),
          answer === null ? null : at(moment),
        ],
      );
      if (answer !== null)
        await rows(
          `insert into feedback_message (tenant_id, feedback_no, message_no, kind, sender, by_id, by_name, content, action, from_fen, to_fen, at)
            values ($1, $2, 2, 'answer', 'ops', 'x', '运营', '调整', 'adjust', $3, $4, $5)`,
          [first.tenantId, no, ...answer, at(moment)],
        );
      return no;
    };
    await add(null, '2026-04-01T10:00');
    const kept = await add([100, 100], '2026-04-01T10:00');
    const lowered = await add([100, 70], '2026-04-02T10:00');
    const raised = await add([100, 105], '2026-04-02T10:00');
    await add([100, 0], '2026-04-03T10:00');
    const answer = await ask('feedback');
    expect(answer.adjusted).toEqual({ count: 2, raisedAmount: 5, loweredAmount: 30 });
    expect(answer.periods.map(({ opened, answered }: Record<string, number>) => [opened, answered])).toEqual([
      [0, 0],
      [2, 1],
      [2, 2],
    ]);
    const listed = async (filter: object) =>
      (await admin.call('ops.feedback.page', { from: '2026-04-01', to: '2026-04-02', ...filter })).body.data.items
        .map(({ feedbackNo }: { feedbackNo: string }) => feedbackNo)
        .toSorted();
    expect(await listed({ outcome: 'answered' })).toEqual([kept, lowered, raised].toSorted());
    expect(await listed({ outcome: 'adjusted' })).toEqual([lowered, raised].toSorted());
  });

  it.each(['orders', 'bills', 'certifications', 'leads', 'feedback'])(
    'R5.5 R11.2 ops.business.%s names the day that is wrong, and a range that is too long',
    async (verb) => {
      const wrong = async (more: object) => {
        const { status, body } = await admin.call(`ops.business.${verb}`, { ...days, ...more });
        return [status, body.data.fields[0].path];
      };
      expect(await wrong({ from: '2026-02-30' })).toEqual([422, 'from']);
      expect(await wrong({ to: '2026-02-30' })).toEqual([422, 'to']);
      expect(await wrong({ to: '2026-03-30' })).toEqual([422, 'to']);
      expect(await wrong({ to: '2027-04-01' })).toEqual([422, 'to']);
      expect((await admin.call(`ops.business.${verb}`, { ...days, to: '2027-03-31' })).status).toBe(200);
    },
  );
  it.each([
    ['ops.certification.page', 'from'],
    ['ops.feedback.page', 'to'],
    ['ops.order.page', 'from'],
  ])('R5.5 %s names the day that does not exist', async (operation, field) => {
    expect(await admin.call(operation, { [field]: '2026-02-30' })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: field }] } },
    });
  });
});
