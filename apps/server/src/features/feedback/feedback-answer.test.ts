import { deadlineIn, publishedHolidayYears, workingCalendar } from '@ronghui/domain/calendar';
import { replacePart } from '@ronghui/domain/feedback';
import { fen, largestAmount, rateOf, taxIn } from '@ronghui/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterBilling } from '#features/bill/billing/billing.fixture';
import { addLine, addOrg, addProject, addStage } from '#features/bill/line.fixture';
import { noneWrong, wrongTotals } from '#features/bill/line-totals.fixture';
import { verifyBills } from '#features/bill/verification/verification';
import { cameSecond } from '#kernel/testing/replies/came-second';
import { TableChanges } from '#kernel/testing/tables/changes';
import { type FeedbackFixture, openFeedbackFixture } from './feedback.fixture.ts';

let fixture: FeedbackFixture;
let changes: TableChanges;
beforeAll(async () => {
  fixture = await openFeedbackFixture({
    limits: { sessionIdleMinutes: 1e6, sessionHours: 1e5, opsSessionIdleMinutes: 1e6, opsSessionHours: 1e5 },
  });
  changes = await TableChanges.open(fixture.app.url, { aside: ['session', 'audit_event', 'idempotency'] });
});
afterAll(async () => {
  await changes.close();
  await fixture.close();
});

const calendar = workingCalendar(publishedHolidayYears);
const refused = async (ask: () => Promise<{ status: number; body: unknown }>, expected: object) => {
  await changes.begin();
  expect(await ask()).toMatchObject(expected);
  expect(await changes.changed()).toEqual([]);
};
/** A 422 that names one field with a Chinese sentence. */
const wrong = (field: string) => ({
  status: 422,
  body: { data: { fields: [{ path: field, message: expect.stringMatching(/\p{Script=Han}{2}/u) }] } },
});
const coded = (errCode: string) => ({ status: 409, body: { errCode } });

const opened = async (given: Parameters<FeedbackFixture['bill']>[0] = {}, claim: object = {}) => {
  const bill = await fixture.bill(given);
  return { ...bill, feedbackNo: await fixture.opened(bill.billNo, { ...claim }) };
};
const add = (feedbackNo: string, more: object = {}) =>
  fixture.write(fixture.first.browser, 'feedback.add', { feedbackNo, content: '仍有异议', reopen: true, ...more });
const adjustmentsOf = (billId: string) =>
  fixture.app.rows(
    'select line_id, from_fen, to_fen from bill_line_adjustment where bill_id = $1 order by step_no, line_id',
    [billId],
  );

describe('R4.9 an answer', () => {
  it('R4.9 accepts: the bill becomes what was claimed, pending with three working days, and the merchant is notified', async () => {
    const { billNo, feedbackNo } = await opened();
    const before = await fixture.billRow(billNo);
    const reply = await fixture.answer(feedbackNo, { action: 'accept', reason: ' 退费已核实 ' });
    expect(reply.body.data).toEqual({ status: 'resolved' });
    const after = await fixture.billRow(billNo);
    const soon = deadlineIn(calendar, fixture.app.clock.now(), 3).at;
    const former = before['confirm_by'] as Date;
    expect(after).toMatchObject({
      status: 'pending',
      amount_fen: 100_000,
      adjusted_fen: -20_000,
      tax_fen: taxIn(fen(100_000), rateOf(6, 'percent')),
      confirm_by: former > soon ? former : soon,
    });
    expect(await fixture.detail(feedbackNo)).toMatchObject({
      status: 'resolved',
      canReopen: true,
      billAmount: 100_000,
      billStatus: 'pending',
      standingAmount: 120_000,
      answer: { action: 'accept', fromAmount: 120_000, toAmount: 100_000, reason: '退费已核实' },
    });
    const notices = await fixture.noticesOf(feedbackNo);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatchObject({
      kind: 'bill',
      title: '差异反馈已答复：同意',
      tenant_id: fixture.first.tenantId,
    });
    expect(notices[0]?.['text']).toContain('金额由 ¥1,200.00 调整为 ¥1,000.00');
    expect(notices[0]?.['text']).toMatch(/请在 \d{4}-\d\d-\d\d 24:00 前核对并确认，逾期自动确认。说明：退费已核实/);
    expect(await fixture.trailOf(feedbackNo)).toMatchObject([
      { operation: 'bill.varianceFeedback' },
      {
        operation: 'feedback.handle',
        actor_kind: 'staff',
        tenant_id: fixture.first.tenantId,
        before: { amount: 120_000 },
        after: { amount: 100_000, action: 'accept' },
      },
    ]);
    expect(await fixture.faultOf(billNo)).toBeNull();
  });

  it('R4.9 adjusts chosen lines one by one, and the next claim stands on what was adjusted', async () => {
    const { billNo, billId, feedbackNo, lineIds } = await (async () => {
      const bill = await fixture.bill({ fees: [70_000, 50_000, 30_000] });
      const chosen = bill.lineIds.slice(0, 2);
      return { ...bill, feedbackNo: await fixture.opened(bill.billNo, { claimedAmount: 90_000, lineIds: chosen }) };
    })();
    const [one, two] = lineIds;
    const lineAmounts = [
      { lineId: one, amount: 60_000 },
      { lineId: two, amount: 50_000 },
    ];
    const preview = await fixture.finance.call('ops.feedback.preview', {
      feedbackNo,
      action: 'adjust',
      newAmount: 110_000,
    });
    expect(preview.body.data).toMatchObject({ fromAmount: 150_000, toAmount: 140_000, differenceAmount: -10_000 });
    const reply = await fixture.answer(feedbackNo, { action: 'adjust', newAmount: 110_000, lineAmounts });
    expect(reply.body.data).toEqual({ status: 'resolved' });
    expect(await fixture.billRow(billNo)).toMatchObject({ amount_fen: 140_000, adjusted_fen: -10_000 });
    expect(await adjustmentsOf(billId)).toEqual([{ line_id: one, from_fen: 70_000, to_fen: 60_000 }]);
    await refused(() => fixture.claim(billNo, { claimedAmount: 60_000, lineIds: [one] }), wrong('claimedAmount'));
    const again = await fixture.opened(billNo, { claimedAmount: 70_000, lineIds: [one] });
    expect(await fixture.detail(again)).toMatchObject({ standingAmount: 60_000 });
    expect((await fixture.answer(again, { action: 'accept' })).status).toBe(200);
    expect(await fixture.billRow(billNo)).toMatchObject({ amount_fen: 150_000, adjusted_fen: 0 });
    expect(await fixture.faultOf(billNo)).toBeNull();
  });

  it('R4.9 adjusts one chosen line to the new amount, which needs no amount beside it', async () => {
    const bill = await fixture.bill({ fees: [70_000, 50_000] });
    const [one] = bill.lineIds;
    const feedbackNo = await fixture.opened(bill.billNo, { claimedAmount: 60_000, lineIds: [one] });
    const adjust = { action: 'adjust', newAmount: 65_000 };
    const preview = await fixture.finance.call('ops.feedback.preview', { feedbackNo, ...adjust });
    expect(preview.body.data).toMatchObject({
      toAmount: 115_000,
      lines: [{ lineId: one, fromAmount: 70_000, toAmount: 65_000 }],
    });
    expect((await fixture.answer(feedbackNo, adjust)).body.data).toEqual({ status: 'resolved' });
    expect(await fixture.billRow(bill.billNo)).toMatchObject({ amount_fen: 115_000 });
    expect(await adjustmentsOf(bill.billId)).toEqual([{ line_id: one, from_fen: 70_000, to_fen: 65_000 }]);
    expect(await fixture.faultOf(bill.billNo)).toBeNull();
  });

  it('R4.9 accepted for several lines, is prorated among them to the fen', async () => {
    const bill = await fixture.bill({ fees: [70_000, 30_000] });
    const feedbackNo = await fixture.opened(bill.billNo, { claimedAmount: 101, lineIds: bill.lineIds });
    await fixture.answer(feedbackNo, { action: 'accept' });
    const changes = await adjustmentsOf(bill.billId);
    const changed = changes.reduce((sum, row) => sum + Number(row['to_fen']) - Number(row['from_fen']), 0);
    expect([changed, new Set(changes.map((row) => row['to_fen']))]).toEqual([101 - 100_000, new Set([30, 71])]);
    expect(await fixture.billRow(bill.billNo)).toMatchObject({ amount_fen: 101 });
  });

  it('R4.9 an answer on chosen lines of a capped bill reckons the cap again, and the bill is verified', async () => {
    const { app, finance, first } = fixture;
    const desk = await enterBilling(app);
    await desk.rule({ productId: 'capped', terms: { billCapAmount: 10_000 } });
    const of = { stage_id: await addStage(app), org_id: await addOrg(app), project_id: await addProject(app, first) };
    const lineIds: string[] = [];
    for (const loan_fen of [1_000_000, 2_000_000]) {
      lineIds.push(await addLine(app, first, { ...of, product_id: 'capped', loan_fen }));
    }
    await desk.generate(of.stage_id);
    await desk.issue(of.stage_id);
    const [{ billNo, billId }] = await desk.bills({ stageId: of.stage_id });
    const claim = { lineIds };
    const capped = await fixture.opened(billNo, { ...claim, claimedAmount: 25_000 });
    const preview = await finance.call('ops.feedback.preview', { feedbackNo: capped, action: 'accept' });
    expect(preview.body.data).toMatchObject({ fromAmount: 10_000, toAmount: 10_000, obstacle: expect.anything() });
    expect(await fixture.answer(capped, { action: 'accept' })).toMatchObject({ status: 409 });
    await fixture.answer(capped, { action: 'reject' });

    const below = await fixture.opened(billNo, { ...claim, claimedAmount: 7500 });
    await fixture.answer(below, { action: 'accept' });
    expect(await fixture.billRow(billNo)).toMatchObject({ amount_fen: 7500, adjusted_fen: -2500 });
    expect(await adjustmentsOf(billId)).toHaveLength(2);
    const verified = verifyBills(app.database.reading('service'), [billNo]);
    for await (const { differences } of verified) expect(differences).toEqual([]);
  });

  it('R10.4 the statement of a bounded bill has what its form reckons with, to the fen of the desk’s preview', async () => {
    const { app, finance, first } = fixture;
    const desk = await enterBilling(app, 'bounded-finance');
    await desk.rule({ productId: 'bounded', terms: { billMinimumAmount: 20_000, billCapAmount: 30_000 } });
    const bounded = async () => {
      const stageId = await addStage(app);
      const of = { stage_id: stageId, org_id: await addOrg(app), project_id: await addProject(app, first) };
      const lineIds: string[] = [];
      for (const loan_fen of [1_000_000, 2_000_000]) {
        lineIds.push(await addLine(app, first, { ...of, product_id: 'bounded', loan_fen }));
      }
      await desk.generate(stageId);
      await desk.issue(stageId);
      const [{ billNo }] = await desk.bills({ stageId });
      return { billNo: String(billNo), lineIds };
    };
    // 1.20 % of both lines is above the cap; an answer moves them, and the next claim begins there.
    for (const claims of [[35_000], [25_000, 1000]]) {
      const { billNo, lineIds } = await bounded();
      let stands = 36_000;
      for (const claimedAmount of claims) {
        const { amount, limits } = (await first.browser.call('bill.detail', { billNo })).body.data;
        expect(limits).toEqual({ billMinimumAmount: 20_000, billCapAmount: 30_000, linesAmount: stands });
        const billLines = {
          sum: limits.linesAmount,
          billMinimum: limits.billMinimumAmount,
          billCap: limits.billCapAmount,
        };
        const expected = replacePart({ bill: { amount }, standing: fen(stands), billLines }, fen(claimedAmount));
        const feedbackNo = await fixture.opened(billNo, { lineIds, claimedAmount });
        const preview = await finance.call('ops.feedback.preview', { feedbackNo, action: 'accept' });
        expect(preview.body.data).toMatchObject({ fromAmount: amount, toAmount: expected });
        await fixture.answer(feedbackNo, { action: expected === amount ? 'reject' : 'accept' });
        expect((await fixture.billRow(billNo))['amount_fen']).toBe(expected);
        stands = claimedAmount;
      }
    }
    const unbounded = await fixture.bill();
    expect((await first.browser.call('bill.detail', { billNo: unbounded.billNo })).body.data).not.toHaveProperty(
      'limits',
    );
  });

  it('R4.9 accepts a claim of 0: the merchant’s confirmation leaves nothing to pay and settles the bill', async () => {
    const { billNo, feedbackNo } = await opened({}, { claimedAmount: 0 });
    await fixture.answer(feedbackNo, { action: 'accept', reason: '全额减免' });
    expect(await fixture.billRow(billNo)).toMatchObject({ status: 'pending', amount_fen: 0 });
    const reply = await fixture.write(fixture.first.browser, 'bill.batchConfirm', { bills: [{ billNo, amount: 0 }] });
    expect(reply.body.data.results).toEqual([{ billNo, outcome: 'confirmed' }]);
    expect(await fixture.billRow(billNo)).toMatchObject({ status: 'settled', settled_at: expect.any(Date) });
    const { items } = (await fixture.first.browser.call('bill.page', { billNo, status: 'settled' })).body.data;
    expect(items).toMatchObject([{ billNo, status: 'settled' }]);
    expect(await fixture.faultOf(billNo)).toBeNull();
  });

  it('R4.9 rejects: the amount stays, with time to confirm', async () => {
    const { billNo, feedbackNo } = await opened();
    expect((await fixture.answer(feedbackNo, { action: 'reject' }, fixture.support)).body.data).toEqual({
      status: 'rejected',
    });
    expect(await fixture.billRow(billNo)).toMatchObject({ status: 'pending', amount_fen: 120_000, adjusted_fen: 0 });
    const notices = await fixture.noticesOf(feedbackNo);
    expect(notices[0]?.['text']).toContain('金额不变，为 ¥1,200.00');
    expect((await fixture.historyOf(billNo)).at(-1)).toMatchObject({ kind: 'kept', feedbackNo });
  });

  it('R6.3 an amount is given by who holds billing, a rejection by who answers merchants', async () => {
    const { feedbackNo } = await opened();
    const forbidden = { status: 403, body: { errCode: 'RHSY403' } };
    await refused(() => fixture.answer(feedbackNo, { action: 'accept' }, fixture.support), forbidden);
    const adjust = { action: 'adjust', newAmount: 1 };
    await refused(() => fixture.answer(feedbackNo, adjust, fixture.support), forbidden);
    const asMerchant = await fixture.answer(feedbackNo, { action: 'accept' }, fixture.first.browser);
    expect(asMerchant.status).toBeGreaterThanOrEqual(401);
    expect(await fixture.detail(feedbackNo)).toMatchObject({ status: 'open' });
  });

  it('R4.9 with a wrong field names it, and stores nothing', async () => {
    const { feedbackNo, billNo } = await opened({ fees: [70_000, 50_000] });
    const ofLines = await (async () => {
      const bill = await fixture.bill({ fees: [70_000, 50_000] });
      return { ...bill, feedbackNo: await fixture.opened(bill.billNo, { claimedAmount: 1, lineIds: bill.lineIds }) };
    })();
    const [one, two] = ofLines.lineIds;
    const amounts = (first: number, second: number) => [
      { lineId: one, amount: first },
      { lineId: two, amount: second },
    ];
    const max = Number.MAX_SAFE_INTEGER;
    for (const [of, payload, field] of [
      [feedbackNo, { action: 'adjust' }, 'newAmount'],
      [feedbackNo, { action: 'accept', newAmount: 5 }, 'newAmount'],
      [feedbackNo, { action: 'reject', newAmount: 5 }, 'newAmount'],
      [feedbackNo, { action: 'adjust', newAmount: -1 }, 'newAmount'],
      [feedbackNo, { action: 'adjust', newAmount: 0.5 }, 'newAmount'],
      [feedbackNo, { action: 'adjust', newAmount: max + 1 }, 'newAmount'],
      [feedbackNo, { action: 'adjust', newAmount: 120_000 }, 'newAmount'],
      [feedbackNo, { action: 'adjust', newAmount: 5, lineAmounts: amounts(5, 0) }, 'lineAmounts'],
      [feedbackNo, { action: 'adjust', newAmount: 5, reason: ' ' }, 'reason'],
      [feedbackNo, { action: 'adjust', newAmount: 5, reason: '字'.repeat(501) }, 'reason'],
      [feedbackNo, { action: 'settle' }, 'action'],
      [ofLines.feedbackNo, { action: 'adjust', newAmount: 5 }, 'lineAmounts'],
      [ofLines.feedbackNo, { action: 'adjust', newAmount: 5, lineAmounts: amounts(5, 1) }, 'lineAmounts'],
      [ofLines.feedbackNo, { action: 'adjust', newAmount: 5, lineAmounts: amounts(5, 0).slice(0, 1) }, 'lineAmounts'],
      [
        ofLines.feedbackNo,
        { action: 'adjust', newAmount: 5, lineAmounts: [...amounts(5, 0), { lineId: one, amount: 5 }] },
        'lineAmounts',
      ],
      [
        ofLines.feedbackNo,
        { action: 'adjust', newAmount: largestAmount, lineAmounts: amounts(largestAmount, largestAmount) },
        'lineAmounts',
      ],
      [
        ofLines.feedbackNo,
        { action: 'adjust', newAmount: 5, lineAmounts: amounts(5, max + 1) },
        'lineAmounts.1.amount',
      ],
    ] as const) {
      await refused(() => fixture.answer(of, payload), wrong(field));
    }
    expect(await fixture.answer('FK20261123-no-such', { action: 'reject' })).toMatchObject({ status: 404 });
    const preview = (payload: object) => fixture.finance.call('ops.feedback.preview', { feedbackNo, ...payload });
    expect(await preview({ action: 'adjust' })).toMatchObject(wrong('newAmount'));
    expect((await preview({ action: 'accept' })).body.data).toMatchObject({ toAmount: 100_000 });
    expect((await preview({ action: 'reject' })).body.data).toMatchObject({ differenceAmount: 0 });
    expect(await fixture.billRow(billNo)).toMatchObject({ status: 'disputed' });
  });

  it('R4.9 beyond what a bill may come to is refused, of a part of a bill', async () => {
    const bill = await fixture.bill({ fees: [70_000, 50_000] });
    const max = largestAmount;
    const feedbackNo = await fixture.opened(bill.billNo, { claimedAmount: max, lineIds: bill.lineIds.slice(0, 1) });
    await refused(() => fixture.answer(feedbackNo, { action: 'accept' }), coded('RHFE007'));
    const adjust = { action: 'adjust', newAmount: max };
    expect(await fixture.finance.call('ops.feedback.preview', { feedbackNo, ...adjust })).toMatchObject({
      status: 200,
      body: { data: { obstacle: '调整后账单金额不能超过 ¥10,000,000,000.00' } },
    });
    const lineAmounts = [{ lineId: bill.lineIds[0], amount: max }];
    await refused(() => fixture.answer(feedbackNo, { ...adjust, lineAmounts }), wrong('newAmount'));
    // The sum of these is small.
    const both = await fixture.bill({ fees: [70_000, 50_000] });
    const other = await fixture.opened(both.billNo, { lineIds: both.lineIds });
    const opposite = [
      { lineId: both.lineIds[0], amount: max + 1 },
      { lineId: both.lineIds[1], amount: 0 - max },
    ];
    const answer = { action: 'adjust', newAmount: 0, lineAmounts: opposite };
    await refused(() => fixture.answer(other, answer), wrong('lineAmounts.0.amount'));
  });

  it('R4.12 is given to what was read: a message meanwhile asks for another look', async () => {
    const { feedbackNo } = await opened();
    const { version } = await fixture.detail(feedbackNo);
    await fixture.write(fixture.first.browser, 'feedback.add', { feedbackNo, content: '补充' });
    const late = cameSecond('商户', '补充差异反馈');
    await refused(() => fixture.answer(feedbackNo, { action: 'reject', version }), late);
    expect((await fixture.answer(feedbackNo, { action: 'reject', version: version + 1 })).status).toBe(200);
    const answered = cameSecond('feedback-finance', '办理差异反馈', 'RHFE002');
    await refused(() => fixture.answer(feedbackNo, { action: 'reject' }), answered);
  });
});

describe('R4.10 reopening', () => {
  it('R4.10 happens once: the bill is disputed again, with a new time to answer, and the second answer is the last word', async () => {
    const { billNo, feedbackNo } = await opened();
    await refused(() => add(feedbackNo), coded('RHFE003'));
    await fixture.answer(feedbackNo, { action: 'adjust', newAmount: 110_000 });
    await fixture.write(fixture.first.browser, 'feedback.rate', { feedbackNo, helpful: false, comment: '差一半' });
    expect((await add(feedbackNo)).body.data).toEqual({ status: 'open' });
    const detail = await fixture.detail(feedbackNo);
    expect(detail).toMatchObject({ reopened: true, canReopen: false, billStatus: 'disputed', standingAmount: 120_000 });
    expect(detail).not.toHaveProperty('answer');
    expect(detail).not.toHaveProperty('rated');
    expect((await fixture.answer(feedbackNo, { action: 'accept' })).body.data).toEqual({ status: 'resolved' });
    expect(await fixture.billRow(billNo)).toMatchObject({ amount_fen: 100_000, adjusted_fen: -20_000 });
    await refused(() => add(feedbackNo), coded('RHFE004'));
    await refused(() => fixture.claim(billNo, { claimedAmount: 90_000 }), coded('RHFE004'));
    const { messages } = await fixture.detail(feedbackNo);
    expect(messages.map(({ kind }: { kind: string }) => kind)).toEqual(['claim', 'answer', 'reopen', 'answer']);
    expect((await fixture.historyOf(billNo)).map(({ kind }) => kind)).toEqual([
      'issued',
      'disputed',
      'adjusted',
      'reopened',
      'adjusted',
    ]);
    expect(await fixture.faultOf(billNo)).toBeNull();
  });

  it('R4.9 puts a bill that the clock has confirmed back, and its confirmation stands in the history', async () => {
    const { billNo, feedbackNo } = await opened();
    await fixture.answer(feedbackNo, { action: 'reject' });
    await fixture.pass({ days: 20 });
    expect((await add(feedbackNo)).body.data).toEqual({ status: 'open' });
    expect((await fixture.historyOf(billNo)).map(({ kind }) => kind)).toEqual([
      'issued',
      'disputed',
      'kept',
      'autoConfirmed',
      'reopened',
    ]);
    expect(await fixture.billRow(billNo)).toMatchObject({
      status: 'disputed',
      confirmed_at: null,
      auto_confirmed: false,
    });
    expect(await fixture.faultOf(billNo)).toBeNull();
  });

  it('R4.10 is refused on a settled bill, while another feedback is open, and after a withdrawal', async () => {
    const { billNo, billId, feedbackNo } = await opened();
    await fixture.answer(feedbackNo, { action: 'reject' });
    const other = await fixture.opened(billNo, { claimedAmount: 7 });
    await refused(() => add(feedbackNo), coded('RHFE006'));
    await fixture.write(fixture.first.browser, 'feedback.withdraw', { feedbackNo: other });
    await refused(() => add(other), coded('RHFE003'));
    await fixture.app.rows(
      `update bill set status = 'settled', confirmed_at = app_now(), settled_at = app_now(), paid_fen = amount_fen where bill_id = $1`,
      [billId],
    );
    await refused(() => add(feedbackNo), coded('RHFE005'));
    expect(await fixture.detail(feedbackNo)).toMatchObject({ canReopen: false, billStatus: 'settled' });
  });

  it('R4.9 an accepted claim that changes nothing, or goes below what is paid, asks for another answer', async () => {
    const { billNo, billId, feedbackNo } = await opened();
    await fixture.answer(feedbackNo, { action: 'accept' });
    await add(feedbackNo);
    await refused(() => fixture.answer(feedbackNo, { action: 'accept' }), coded('RHFE007'));
    await fixture.app.rows('update bill set paid_fen = 90000 where bill_id = $1', [billId]);
    const low = { action: 'adjust', newAmount: 80_000 };
    await refused(() => fixture.answer(feedbackNo, low), wrong('newAmount'));
    expect((await fixture.answer(feedbackNo, { action: 'adjust', newAmount: 90_000 })).status).toBe(200);
    expect(await fixture.billRow(billNo)).toMatchObject({ amount_fen: 90_000 });
  });
});

describe('R4.10 withdrawing, lateness and rating', () => {
  it('R4.10 a withdrawal makes the bill pending again, and is not made after an answer', async () => {
    const { billNo, feedbackNo } = await opened();
    const withdraw = () => fixture.write(fixture.first.browser, 'feedback.withdraw', { feedbackNo });
    expect((await withdraw()).body.data).toEqual({ status: 'resolved' });
    expect(await fixture.billRow(billNo)).toMatchObject({ status: 'pending', amount_fen: 120_000 });
    expect(await fixture.detail(feedbackNo)).toMatchObject({
      withdrawn: true,
      canReopen: false,
      billStatus: 'pending',
    });
    await refused(withdraw, coded('RHFE002'));
    expect(await fixture.faultOf(billNo)).toBeNull();
    expect(await fixture.claim(billNo)).toMatchObject({ status: 200 });
  });

  it('R4.9 a withdrawal after the time to confirm leaves the rest of the day', async () => {
    const { billNo, feedbackNo } = await opened();
    await fixture.pass({ days: 30 });
    await fixture.write(fixture.first.browser, 'feedback.withdraw', { feedbackNo });
    const { confirm_by: confirmBy } = await fixture.billRow(billNo);
    const now = fixture.app.clock.now();
    expect((confirmBy as Date).getTime()).toBeGreaterThan(now.getTime());
    expect((confirmBy as Date).getTime() - now.getTime()).toBeLessThanOrEqual(86_400_000);
    expect(await fixture.faultOf(billNo)).toBeNull();
  });

  it('R4.10 an answer that is due for more than three working days is late on both sides, also once it came', async () => {
    const { feedbackNo } = await opened();
    const { answerBy } = await fixture.detail(feedbackNo);
    expect(answerBy).toBe(deadlineIn(calendar, fixture.app.clock.now(), 3).at.toISOString());
    const desk = async (payload: object) =>
      (await fixture.support.call('ops.feedback.page', { pageSize: 100, ...payload })).body.data.items;
    const mine = (items: { feedbackNo: string }[]) => items.filter((item) => item.feedbackNo === feedbackNo);
    expect(mine(await desk({ late: true }))).toEqual([]);
    expect(mine(await desk({ status: 'open' }))).toMatchObject([{ late: false, tenantId: fixture.first.tenantId }]);
    await fixture.pass({ ms: Date.parse(answerBy) - fixture.app.clock.now().getTime() + 1 });
    expect(await fixture.detail(feedbackNo)).toMatchObject({ late: true });
    expect(mine(await desk({ late: true }))).toMatchObject([{ late: true }]);
    const seen = await fixture.support.call('ops.feedback.detail', { feedbackNo });
    expect(seen.body.data).toMatchObject({ late: true, tenantId: fixture.first.tenantId, reason: '少计了一笔退费' });
    await fixture.answer(feedbackNo, { action: 'reject' });
    expect(await fixture.detail(feedbackNo)).toMatchObject({ late: true, status: 'rejected' });
  });

  it('R10.4 an answer is rated, again if the merchant likes, and not before', async () => {
    const { feedbackNo } = await opened();
    const rate = (helpful: boolean, comment?: string) =>
      fixture.write(fixture.first.browser, 'feedback.rate', {
        feedbackNo,
        helpful,
        ...(comment === undefined ? {} : { comment }),
      });
    await refused(() => rate(true), coded('RHFE003'));
    await fixture.answer(feedbackNo, { action: 'reject' });
    expect((await rate(false, '没有解释清楚')).body.data).toEqual({ status: 'rejected' });
    expect(await fixture.detail(feedbackNo)).toMatchObject({ rated: { helpful: false, comment: '没有解释清楚' } });
    await rate(true);
    const { rated } = await fixture.detail(feedbackNo);
    expect(rated).toEqual({ helpful: true, at: expect.any(String) });
    expect((await fixture.trailOf(feedbackNo)).filter(({ operation }) => operation === 'feedback.rate')).toHaveLength(
      2,
    );
  });

  it('R6.3 the desk’s reads of what does not exist are 404', async () => {
    const feedbackNo = 'FK20261123-00000000';
    for (const [operation, payload] of [
      ['ops.feedback.detail', {}],
      ['ops.feedback.preview', { action: 'accept' }],
      ['ops.feedback.download', { fileId: 'file' }],
    ] as const) {
      expect(await fixture.support.call(operation, { feedbackNo, ...payload })).toMatchObject({ status: 404 });
    }
    const message = { feedbackNo, content: '有人吗' };
    expect(await fixture.write(fixture.support, 'ops.feedback.add', message)).toMatchObject({ status: 404 });
  });
});

it('R10.5 after all these answers the kept totals are what stands of the fees', async () => {
  expect(await wrongTotals(fixture.app)).toEqual(noneWrong);
});
