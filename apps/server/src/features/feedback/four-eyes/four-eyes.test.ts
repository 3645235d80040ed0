import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { enterStaff, stepTicketOf } from '#features/staff/staff.fixture';
import { cameSecond } from '#kernel/testing/replies/came-second';
import { TableChanges } from '#kernel/testing/tables/changes';
import type { TestBrowser } from '#kernel/testing/test-client';
import { type FeedbackFixture, openFeedbackFixture } from '../feedback.fixture.ts';

let fixture: FeedbackFixture;
/** A second member of staff who may release. */
let second: TestBrowser;
beforeAll(async () => {
  fixture = await openFeedbackFixture({
    limits: { sessionIdleMinutes: 1e6, sessionHours: 1e5, opsSessionIdleMinutes: 1e6, opsSessionHours: 1e5 },
  });
  second = await enterStaff(fixture.app, 'feedback-second', { roles: ['finance'] });
});
afterAll(() => fixture.close());

const limit = async (by = fixture.finance) => (await by.call('ops.feedback.fourEyes', {})).body.data;
const set = async (aboveAmount: number, by = fixture.finance, more: object = {}) => {
  const { revision } = await limit(by);
  return fixture.write(by, 'ops.feedback.setFourEyes', { aboveAmount, revision, ...more });
};
const decide = async (decision: string, by = second, more: object = {}) => {
  const { revision } = await limit(by);
  return fixture.write(by, 'ops.feedback.decideFourEyes', { decision, revision, ...more });
};
/** Loosens the limit, by two people. */
const loosen = async (aboveAmount: number) => {
  await set(aboveAmount, fixture.finance, { stepTicket: await stepTicketOf(fixture.finance) });
  const reply = await decide('released', second, { stepTicket: await stepTicketOf(second) });
  if (reply.status !== 200) throw new Error(reply.text);
};
beforeEach(async () => {
  const { aboveAmount } = await limit();
  if (aboveAmount === 0 || aboveAmount > 10_000) await set(10_000);
  else if (aboveAmount < 10_000) await loosen(10_000);
});

const opsDetail = async (feedbackNo: string, by = second) => {
  const reply = await by.call('ops.feedback.detail', { feedbackNo });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
const release = async (feedbackNo: string, by = second, more: object = {}) => {
  const { version } = await opsDetail(feedbackNo);
  return fixture.write(by, 'ops.feedback.release', { feedbackNo, proposalNo: 1, version, ...more });
};
const sendBack = (feedbackNo: string, more: object = {}, by = second) =>
  fixture.write(by, 'ops.feedback.sendBack', { feedbackNo, proposalNo: 1, reason: '请附退费流水', ...more });
/** A claim of ¥1,000.00 on a bill of ¥1,200.00 whose acceptance is proposed. */
const proposed = async () => {
  const bill = await fixture.bill();
  const feedbackNo = await fixture.opened(bill.billNo);
  await fixture.write(fixture.support, 'ops.feedback.add', { feedbackNo, content: '正在核对' });
  const reply = await fixture.answer(feedbackNo, { action: 'accept', reason: '退费已核实' });
  expect(reply.body.data).toEqual({ status: 'inProgress' });
  return { ...bill, feedbackNo };
};
const refused = (errCode: string) => ({ status: 409, body: { errCode } });

describe('R11.6 an answer above the difference of the site', () => {
  it('R11.6 changes nothing of what the merchant reads: no message, no notice, no status, no timeline, the same version', async () => {
    const bill = await fixture.bill();
    const feedbackNo = await fixture.opened(bill.billNo);
    await fixture.write(fixture.support, 'ops.feedback.add', { feedbackNo, content: '正在核对' });
    const seen = async () => ({
      detail: await fixture.detail(feedbackNo),
      list: (await fixture.first.browser.call('feedback.page', {})).body.data,
      bill: (await fixture.first.browser.call('bill.detail', { billNo: bill.billNo })).body.data,
      notices: await fixture.noticesOf(feedbackNo),
    });
    const before = await seen();
    await fixture.answer(feedbackNo, { action: 'accept', reason: '退费已核实' });
    expect(await seen()).toEqual(before);
    await sendBack(feedbackNo);
    expect(await seen()).toEqual(before);
    expect(before.detail).toMatchObject({ status: 'inProgress', billStatus: 'disputed' });
  });

  it('R11.6 of a case that nobody has taken up yet takes it up, and nothing else', async () => {
    const { billNo } = await fixture.bill();
    const feedbackNo = await fixture.opened(billNo);
    const before = await fixture.detail(feedbackNo);
    await fixture.answer(feedbackNo, { action: 'accept' });
    expect(await fixture.detail(feedbackNo)).toEqual({ ...before, status: 'inProgress', version: 2 });
    expect(await fixture.faultOf(billNo)).toBeNull();
  });

  it('R11.6 is given by its release: the bill becomes what was proposed, and only now the merchant is notified', async () => {
    const { feedbackNo, billNo } = await proposed();
    const { notices: _, ...waiting } = {
      notices: await fixture.noticesOf(feedbackNo),
      ...(await opsDetail(feedbackNo)),
    };
    expect(waiting).toMatchObject({
      awaitsRelease: true,
      proposal: {
        proposalNo: 1,
        action: 'accept',
        fromAmount: 120_000,
        toAmount: 100_000,
        reason: '退费已核实',
        by: 'feedback-finance',
        isOwn: false,
      },
    });
    expect((await opsDetail(feedbackNo, fixture.finance)).proposal.isOwn).toBe(true);
    expect((await release(feedbackNo)).body.data).toEqual({ status: 'resolved' });
    expect(await fixture.detail(feedbackNo)).toMatchObject({
      status: 'resolved',
      billAmount: 100_000,
      billStatus: 'pending',
      answer: { action: 'accept', reason: '退费已核实', fromAmount: 120_000, toAmount: 100_000 },
    });
    expect((await fixture.noticesOf(feedbackNo)).at(-1)).toMatchObject({ title: '差异反馈已答复：同意' });
    expect((await fixture.trailOf(feedbackNo)).slice(-2)).toMatchObject([
      { operation: 'feedback.handle', after: { status: 'inProgress', proposedAmount: 100_000 } },
      { operation: 'ops.feedback.release', before: { amount: 120_000 }, after: { amount: 100_000, action: 'accept' } },
    ]);
    expect(await fixture.faultOf(billNo)).toBeNull();
    expect(await opsDetail(feedbackNo)).toMatchObject({
      awaitsRelease: false,
      proposal: null,
      formerProposals: [{ decision: 'released', decidedBy: 'feedback-second' }],
    });
    expect(await release(feedbackNo)).toMatchObject(cameSecond('feedback-second', '复核放行同事提出的答复'));
    // The merchant reads that it was answered, and neither who checked it nor that somebody did.
    await fixture.write(fixture.first.browser, 'feedback.rate', { feedbackNo, helpful: true });
    const late = () => fixture.write(fixture.first.browser, 'feedback.add', { feedbackNo, content: '还有一笔' });
    expect(await late()).toMatchObject(cameSecond('平台运营', '办理差异反馈', 'RHFE002'));
    // An answer of last week came before nobody's step.
    await fixture.pass({ days: 4 });
    expect((await late()).body).toEqual(
      expect.not.objectContaining({ data: expect.objectContaining({ last: expect.anything() }) }),
    );
  });

  it('R11.6 is released with the amounts of its lines', async () => {
    const bill = await fixture.bill({ fees: [70_000, 50_000, 30_000] });
    const [one, two] = bill.lineIds;
    const lineIds = [one, two];
    const feedbackNo = await fixture.opened(bill.billNo, { claimedAmount: 60_000, lineIds });
    const lineAmounts = [
      { lineId: one, amount: 30_000 },
      { lineId: two, amount: 50_000 },
    ];
    await fixture.answer(feedbackNo, { action: 'adjust', newAmount: 80_000, lineAmounts });
    expect((await opsDetail(feedbackNo)).proposal).toMatchObject({ newAmount: 80_000, lineAmounts });
    expect((await release(feedbackNo)).status).toBe(200);
    expect(await fixture.billRow(bill.billNo)).toMatchObject({ amount_fen: 110_000, adjusted_fen: -40_000 });
  });

  it('R11.6 its author neither releases it nor sends it back, whatever roles they have, and nothing is stored', async () => {
    const { feedbackNo } = await proposed();
    const aside = ['session', 'audit_event', 'idempotency', 'staff'];
    const changes = await TableChanges.open(fixture.app.url, { aside });
    onTestFinished(changes.close);
    expect(await release(feedbackNo, fixture.finance)).toMatchObject(refused('RHFE011'));
    expect(await sendBack(feedbackNo, {}, fixture.finance)).toMatchObject(refused('RHFE011'));
    // The trail names who tried (R11.7).
    const tries = await fixture.app.rows(
      "select event, actor_kind, object from audit_event where result = 'RHFE011' and object = $1 order by event_id",
      [feedbackNo],
    );
    const named = { actor_kind: 'staff', object: feedbackNo };
    expect(tries).toEqual([
      { event: 'ops.feedback.release', ...named },
      { event: 'ops.feedback.sendBack', ...named },
    ]);
    await fixture.app.rows("update staff set roles = '{admin}' where account = 'feedback-finance'");
    expect((await release(feedbackNo, fixture.finance)).status).not.toBe(200);
    await fixture.app.rows("update staff set roles = '{finance}' where account = 'feedback-finance'");
    expect(await changes.changed()).toEqual([]);
    expect(await release(feedbackNo, fixture.support)).toMatchObject({ status: 403 });
    expect(await sendBack(feedbackNo, {}, fixture.support)).toMatchObject({ status: 403 });
    // Behind the rule stands the table's own constraint.
    await expect(
      fixture.app.rows(
        `update feedback_proposal set decision = 'released', decided_by = proposed_by, decided_at = app_now() where feedback_no = $1`,
        [feedbackNo],
      ),
    ).rejects.toThrow(/feedback_proposal_four_eyes/);
  });

  it('R11.6 goes back with a reason, is proposed again, and no other answer is taken while one waits', async () => {
    const { feedbackNo } = await proposed();
    for (const [action, by] of [
      ['accept', second],
      ['reject', fixture.support],
    ] as const) {
      expect(await fixture.answer(feedbackNo, { action }, by)).toMatchObject(refused('RHFE010'));
    }
    expect(await sendBack(feedbackNo, { reason: ' ' })).toMatchObject({
      status: 422,
      body: { data: { fields: [{ path: 'reason' }] } },
    });
    expect((await sendBack(feedbackNo)).body.data).toEqual({ status: 'inProgress' });
    expect(await sendBack(feedbackNo)).toMatchObject(refused('RHSY409'));
    expect(await release(feedbackNo)).toMatchObject(refused('RHSY409'));
    expect((await fixture.trailOf(feedbackNo)).at(-1)).toMatchObject({
      operation: 'ops.feedback.sendBack',
      before: { proposalNo: 1, proposedAmount: 100_000 },
      after: { reason: '请附退费流水' },
    });
    expect((await fixture.answer(feedbackNo, { action: 'accept' }, second)).body.data).toEqual({
      status: 'inProgress',
    });
    expect(await release(feedbackNo, second, { proposalNo: 2 })).toMatchObject(refused('RHFE011'));
    expect((await release(feedbackNo, fixture.finance, { proposalNo: 2 })).body.data).toEqual({ status: 'resolved' });
  });

  it('R11.6 is needed where small answers to one bill together exceed it, though each is under it', async () => {
    const { billNo } = await fixture.bill();
    const feedbackNo = await fixture.opened(billNo, { claimedAmount: 100_000 });
    const first = await fixture.answer(feedbackNo, { action: 'adjust', newAmount: 111_000 });
    expect(first.body.data).toEqual({ status: 'resolved' });
    const again = { feedbackNo, content: '还是不对', reopen: true };
    expect((await fixture.write(fixture.first.browser, 'feedback.add', again)).status).toBe(200);
    const part = { action: 'adjust', newAmount: 109_000 };
    const preview = await second.call('ops.feedback.preview', { feedbackNo, ...part });
    expect(preview.body.data).toMatchObject({ differenceAmount: -2000, needsRelease: true });
    expect((await fixture.answer(feedbackNo, part)).body.data).toEqual({ status: 'inProgress' });
    expect(await opsDetail(feedbackNo)).toMatchObject({ awaitsRelease: true });
    expect(await fixture.billRow(billNo)).toMatchObject({ amount_fen: 111_000 });
  });

  it('R11.6 is needed where lines move by more than it, though they cancel each other', async () => {
    const bill = await fixture.bill({ fees: [70_000, 50_000] });
    const [one, two] = bill.lineIds;
    const feedbackNo = await fixture.opened(bill.billNo, { claimedAmount: 60_000, lineIds: [one, two] });
    const lineAmounts = [
      { lineId: one, amount: 119_999 },
      { lineId: two, amount: 0 },
    ];
    const reply = await fixture.answer(feedbackNo, { action: 'adjust', newAmount: 119_999, lineAmounts });
    expect(reply.body.data).toEqual({ status: 'inProgress' });
    expect(await fixture.billRow(bill.billNo)).toMatchObject({ amount_fen: 120_000 });
  });

  it('R11.6 is taken back by its author alone, and proposed anew', async () => {
    const { feedbackNo } = await proposed();
    const takeBack = (by = fixture.finance, no = feedbackNo, proposalNo = 1) =>
      fixture.write(by, 'ops.feedback.takeBack', { feedbackNo: no, proposalNo });
    expect(await takeBack(second)).toMatchObject({ status: 403 });
    expect(await takeBack(fixture.finance, 'FK0')).toMatchObject({ status: 404 });
    expect(await takeBack(fixture.finance, feedbackNo, 7)).toMatchObject(refused('RHSY409'));
    expect((await takeBack()).body.data).toEqual({ status: 'inProgress' });
    expect(await takeBack()).toMatchObject(refused('RHSY409'));
    expect(await release(feedbackNo)).toMatchObject(refused('RHSY409'));
    expect(await opsDetail(feedbackNo)).toMatchObject({
      awaitsRelease: false,
      proposal: null,
      formerProposals: [{ decision: 'takenBack', decidedBy: 'feedback-finance' }],
    });
    expect((await fixture.trailOf(feedbackNo)).at(-1)).toMatchObject({ operation: 'ops.feedback.takeBack' });
    expect((await fixture.answer(feedbackNo, { action: 'accept' })).body.data).toEqual({ status: 'inProgress' });
    await fixture.write(fixture.first.browser, 'feedback.withdraw', { feedbackNo });
    expect(await takeBack(fixture.finance, feedbackNo, 2)).toMatchObject(refused('RHFE002'));
  });

  it('R11.6 is not released by who made or reset the account of its author within seven days, nor the other way round', async () => {
    const { feedbackNo } = await proposed();
    const idOf = async (account: string) =>
      (await fixture.app.rows('select staff_id from staff where account = $1', [account]))[0]?.['staff_id'];
    const [author, other] = [await idOf('feedback-finance'), await idOf('feedback-second')];
    const note = (event: string, object: unknown, actor: unknown, days: number) =>
      fixture.app.rows(
        `insert into audit_event (event, result, actor_kind, actor_id, object, at)
          values ($1, 'ok', 'staff', $2, $3, app_now() - $4 * interval '1 day')`,
        [event, actor, object, days],
      );
    await note('ops.staff.create', other, author, 8);
    await note('ops.staff.update', other, author, 1);
    await set(20_000, fixture.finance, { stepTicket: await stepTicketOf(fixture.finance) });
    await note('ops.staff.resetPassword', other, author, 6);
    const before = await fixture.billRow((await fixture.detail(feedbackNo)).billNo);
    expect(await release(feedbackNo)).toMatchObject(refused('RHFE012'));
    const stepTicket = await stepTicketOf(second);
    expect(await decide('released', second, { stepTicket })).toMatchObject(refused('RHFE012'));
    await fixture.pass({ days: 2 });
    await note('ops.staff.resetTotp', author, other, 1);
    expect(await release(feedbackNo)).toMatchObject(refused('RHFE012'));
    expect(await fixture.billRow((await fixture.detail(feedbackNo)).billNo)).toEqual(before);
    await fixture.pass({ days: 7 });
    expect((await release(feedbackNo)).status).toBe(200);
    expect((await decide('sentBack', second)).status).toBe(200);
  });

  it('R4.12 is released as it was read: a message of the merchant meanwhile asks for another look', async () => {
    const { feedbackNo } = await proposed();
    const { version } = await opsDetail(feedbackNo);
    await fixture.write(fixture.first.browser, 'feedback.add', { feedbackNo, content: '补充' });
    expect(await release(feedbackNo, second, { version })).toMatchObject(refused('RHSY409'));
    expect((await release(feedbackNo)).status).toBe(200);
  });

  it('R11.6 ends with the merchant’s withdrawal, and the answer-by runs on meanwhile', async () => {
    const { feedbackNo, billNo } = await proposed();
    const { answerBy } = await fixture.detail(feedbackNo);
    await fixture.write(fixture.first.browser, 'feedback.withdraw', { feedbackNo });
    expect(await release(feedbackNo)).toMatchObject(refused('RHFE002'));
    expect(await sendBack(feedbackNo)).toMatchObject(refused('RHFE002'));
    expect(await opsDetail(feedbackNo)).toMatchObject({ awaitsRelease: false, proposal: null });
    expect(await fixture.billRow(billNo)).toMatchObject({ status: 'pending', amount_fen: 120_000 });
    const late = await proposed();
    await fixture.pass({ days: 10 });
    expect(await opsDetail(late.feedbackNo)).toMatchObject({ late: true });
    await release(late.feedbackNo);
    expect(await fixture.detail(late.feedbackNo)).toMatchObject({ late: true, status: 'resolved' });
    expect(answerBy).toBe((await fixture.detail(feedbackNo)).answerBy);
  });

  it('R11.6 that the bill can no longer have is not released', async () => {
    const { feedbackNo, billId } = await proposed();
    await fixture.app.rows('update bill set paid_fen = 110000 where bill_id = $1', [billId]);
    expect(await release(feedbackNo)).toMatchObject(refused('RHFE007'));
    expect(
      await fixture.write(second, 'ops.feedback.release', { feedbackNo: 'FK0', proposalNo: 1, version: 1 }),
    ).toMatchObject({
      status: 404,
    });
    expect(await sendBack('FK0')).toMatchObject({ status: 404 });
  });
});

describe('R11.6 the difference from which a second is needed', () => {
  it('R11.6 is set by who holds billing, once for what was read, and stands in the trail with its author', async () => {
    expect((await set(9000)).body.data).toMatchObject({ aboveAmount: 9000, setBy: 'feedback-finance' });
    const { revision } = (await fixture.support.call('ops.feedback.fourEyes', {})).body.data;
    expect(await set(0, fixture.support)).toMatchObject({ status: 403 });
    const both = await Promise.all(
      [1, 2].map((aboveAmount) => fixture.write(second, 'ops.feedback.setFourEyes', { aboveAmount, revision })),
    );
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const [event] = await fixture.app.rows(
      `select before, after from audit_event where operation = 'ops.feedback.setFourEyes' and result = 'ok' order by event_id desc limit 1`,
    );
    expect(event).toMatchObject({ before: { aboveAmount: 9000 } });
  });

  it('R11.6 is loosened by two people, each with a fresh proof, and holds as it was until then', async () => {
    const { stepTicket } = { stepTicket: await stepTicketOf(fixture.finance) };
    expect(await set(0)).toMatchObject({ body: { errCode: 'RHAC003' } });
    expect(await set(20_000, fixture.finance, { stepTicket: 'no-such-proof' })).toMatchObject({
      body: { errCode: 'RHAC003' },
    });
    const asked = await set(20_000, fixture.finance, { stepTicket });
    expect(asked.body.data).toMatchObject({
      aboveAmount: 10_000,
      proposed: { aboveAmount: 20_000, by: 'feedback-finance', isOwn: true },
    });
    // What its author wanted to give alone is still proposed.
    const { feedbackNo } = await proposed();
    expect(await opsDetail(feedbackNo)).toMatchObject({ awaitsRelease: true });
    const own = { stepTicket: await stepTicketOf(fixture.finance) };
    expect(await decide('released', fixture.finance, own)).toMatchObject(refused('RHFE011'));
    expect(await decide('sentBack', fixture.finance)).toMatchObject(refused('RHFE011'));
    expect(await decide('takenBack', second)).toMatchObject({ status: 403 });
    expect(await decide('released', second)).toMatchObject({ body: { errCode: 'RHAC003' } });
    expect(await decide('released', fixture.support)).toMatchObject({ status: 403 });
    const other = { stepTicket: await stepTicketOf(second) };
    expect(await decide('released', second, { ...other, revision: 0 })).toMatchObject(refused('RHSY409'));
    const released = await decide('released', second, other);
    expect(released.body.data).toMatchObject({ aboveAmount: 20_000, setBy: 'feedback-second' });
    expect(released.body.data).not.toHaveProperty('proposed');
    expect(await decide('released', second)).toMatchObject(refused('RHSY409'));
    const [event] = await fixture.app.rows(
      `select before, after from audit_event where operation = 'ops.feedback.decideFourEyes' and result = 'ok' order by event_id desc limit 1`,
    );
    expect(event).toMatchObject({
      before: { aboveAmount: 10_000, proposedAmount: 20_000 },
      after: { aboveAmount: 20_000, decision: 'released' },
    });
  });

  it('R11.6 a looser one that waits is sent back or taken back, and a tighter one drops it', async () => {
    for (const [decision, by] of [
      ['sentBack', second],
      ['takenBack', fixture.finance],
    ] as const) {
      await set(0, fixture.finance, { stepTicket: await stepTicketOf(fixture.finance) });
      expect((await decide(decision, by)).body.data).not.toHaveProperty('proposed');
    }
    await set(0, fixture.finance, { stepTicket: await stepTicketOf(fixture.finance) });
    await set(9999);
    const now = await limit();
    const [held] = await fixture.app.rows(
      "select count(*)::int as count from staff where status = 'active' and roles && '{admin,finance}'",
    );
    expect(now).toMatchObject({ aboveAmount: 9999, releasers: held?.['count'] });
    expect(now).not.toHaveProperty('proposed');
  });

  it('R11.6 of 0 asks for nobody; what waits already still waits', async () => {
    const { feedbackNo } = await proposed();
    await loosen(0);
    expect(await opsDetail(feedbackNo)).toMatchObject({ awaitsRelease: true });
    const other = await fixture.opened((await fixture.bill()).billNo);
    expect((await fixture.answer(other, { action: 'accept' })).body.data).toEqual({ status: 'resolved' });
    expect((await release(feedbackNo)).status).toBe(200);
  });

  it('R11.6 an answer says before it is given whether it will be proposed, and what it does to tax, dates and lines', async () => {
    const bill = await fixture.bill({ fees: [70_000, 50_000] });
    const lineIds = [...bill.lineIds];
    const feedbackNo = await fixture.opened(bill.billNo, { claimedAmount: 60_000, lineIds });
    const preview = async (payload: object) =>
      (await fixture.support.call('ops.feedback.preview', { feedbackNo, ...payload })).body.data;
    expect(await preview({ action: 'accept' })).toMatchObject({
      fromAmount: 120_000,
      toAmount: 60_000,
      fromTaxAmount: 6792,
      toTaxAmount: 3396,
      needsRelease: true,
      lines: [
        { fromAmount: 70_000, toAmount: 35_000 },
        { fromAmount: 50_000, toAmount: 25_000 },
      ],
    });
    const lineAmounts = lineIds.map((lineId, at) => ({ lineId, amount: at === 0 ? 65_000 : 50_000 }));
    const small = await preview({ action: 'adjust', newAmount: 115_000, lineAmounts });
    expect(small).toMatchObject({ needsRelease: false, lines: [{ fromAmount: 70_000, toAmount: 65_000 }] });
    expect(small).not.toHaveProperty('obstacle');
    expect(await preview({ action: 'adjust', newAmount: 115_001, lineAmounts })).toMatchObject({
      obstacle: '所选明细须各有一个金额，且合计等于调整后的金额',
    });
    expect(await preview({ action: 'adjust', newAmount: 120_000 })).toHaveProperty('obstacle');
  });
});
