import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBill } from '#features/bill/bill.fixture';
import { type OrderFixture, openOrderFixture } from '#features/order/order.fixture';
import { addStaff, enterStaff } from '#features/staff/staff.fixture';
import { newKey } from '#kernel/testing/new-key';
import { cameSecond } from '#kernel/testing/replies/came-second';
import type { TestBrowser } from '#kernel/testing/test-client';
import { deleteFinished } from './desk.sql.ts';

let fixture: OrderFixture;
let reviewer: TestBrowser;
let colleague: TestBrowser;
let content: TestBrowser;
let support: TestBrowser;
beforeAll(async () => {
  fixture = await openOrderFixture();
  reviewer = await enterStaff(fixture.app, 'reviewer', { roles: ['review'] });
  colleague = await enterStaff(fixture.app, 'colleague', { roles: ['finance'] });
  content = await enterStaff(fixture.app, 'content', { roles: ['content'] });
  support = await enterStaff(fixture.app, 'support', { roles: ['support'] });
  await fixture.certify(fixture.first);
});
afterAll(() => fixture.close());

const idOf = async (by: TestBrowser): Promise<string> => (await by.call('ops.user.info', {})).body.data.user.staffId;
const act = (by: TestBrowser, verb: string, objectId: string, more: object = {}) =>
  by.call(`ops.desk.${verb}`, { kind: 'order', objectId, idempotencyKey: newKey(), ...more });
const queueOf = async (by: TestBrowser, name: string) =>
  (await by.call('ops.desk.queues', {})).body.data.items.find(({ queue }: { queue: string }) => queue === name);
const listed = async (by: TestBrowser, taken: string) =>
  (await by.call('ops.order.page', { queue: 'review', taken })).body.data.items.map(
    ({ orderNo }: { orderNo: string }) => orderNo,
  );

describe('R11.2 the desk', () => {
  it('R11.2 counts what waits, with the oldest, the deadline and who has taken it', async () => {
    const [first, second] = [await fixture.first.buy(), await fixture.first.buy()];
    await act(reviewer, 'take', first);
    await act(colleague, 'take', second);
    expect(await queueOf(reviewer, 'orderReview')).toMatchObject({
      count: 2,
      hasMore: false,
      overdue: 0,
      mine: 1,
      owners: [{ staffId: await idOf(colleague), name: 'colleague', count: 1 }],
    });
    const { oldestAt } = await queueOf(reviewer, 'orderReview');
    const [stored] = await fixture.app.rows('select created_at from "order" where order_no = $1', [first]);
    expect(new Date(oldestAt)).toEqual(stored?.['created_at']);
    expect(await queueOf(reviewer, 'orderVoucher')).toMatchObject({ count: 0, owners: [] });
    expect(await listed(reviewer, 'mine')).toEqual([first]);
    expect(await listed(reviewer, 'free')).toEqual([]);
    for (const orderNo of [first, second]) {
      const { version } = (await reviewer.call('ops.order.detail', { orderNo })).body.data;
      await reviewer.call('ops.order.reject', { orderNo, version, reason: '重复', idempotencyKey: newKey() });
    }
  });

  it('R11.2 reads the steps of the opening from what is there; one that is undone is open again', async () => {
    const isDone = async (step: string): Promise<boolean> =>
      (await content.call('ops.desk.opening', {})).body.data.steps.find((each: { step: string }) => each.step === step)
        .isDone;
    expect(await isDone('colleague')).toBe(true);
    expect(await isDone('feeRule')).toBe(false);
    expect(await isDone('certificationAgreement')).toBe(false);
    const add = (id: string, distance: string) =>
      fixture.app.rows(
        `insert into agreement (agreement_id, version, title, scene, required, markdown, html, sha256, effective_at)
         values ($1, '1', '-', 'certification', true, '-', '<p>-</p>', repeat('0', 64), app_now() + $2::interval)`,
        [id, distance],
      );
    // One that is not in force yet opens nothing.
    await add('later', '1 day');
    expect(await isDone('certificationAgreement')).toBe(false);
    await add('opening', '-1 day');
    expect(await isDone('certificationAgreement')).toBe(true);
    await fixture.app.rows("insert into site_setting (key, value) values ('retiredAgreements', $1)", ['["opening"]']);
    expect(await isDone('certificationAgreement')).toBe(false);
  });

  it('R11.2 shows the queues that one’s keys allow, and no other', async () => {
    const names = async (by: TestBrowser) =>
      (await by.call('ops.desk.queues', {})).body.data.items.map(({ queue }: { queue: string }) => queue);
    expect(await names(content)).toEqual([]);
    expect((await names(reviewer)).toSorted()).toEqual(
      [
        'certification',
        'certificationTransfer',
        'lead',
        'leadReminder',
        'orderOpening',
        'orderReview',
        'orderVoucher',
      ].toSorted(),
    );
    expect(await names(support)).toEqual(expect.arrayContaining(['feedback', 'invoice', 'billPastDue']));
  });

  it('R11.2 of two who take it at once the first has it, and the other reads who that is', async () => {
    const orderNo = await fixture.first.buy();
    const replies = await Promise.all([act(reviewer, 'take', orderNo), act(colleague, 'take', orderNo)]);
    const taken = replies.map(({ body }) => body.data);
    expect(taken.filter(({ isYours }) => isYours)).toHaveLength(1);
    expect(new Set(taken.map(({ owner }) => owner.staffId)).size).toBe(1);
    const [own] = await fixture.app.rows('select count(*)::int as n from desk_assignment where object_id = $1', [
      orderNo,
    ]);
    expect(own).toEqual({ n: 1 });
    const seen = await support.call('ops.desk.owner', { kind: 'order', objectId: orderNo });
    expect(seen.body.data.owner.name).toBe(taken[0].owner.name);
  });

  it('R11.2 is handed to a colleague who may work on it, given back, and both are in the trail', async () => {
    const orderNo = await fixture.first.buy();
    const [from, to] = [await idOf(reviewer), await idOf(colleague)];
    await act(reviewer, 'take', orderNo);
    const found = await reviewer.call('ops.desk.colleagues', { kind: 'order', keyword: 'coll' });
    expect(found.body.data.items).toEqual([{ staffId: to, account: 'colleague', name: '' }]);
    const all = (await reviewer.call('ops.desk.colleagues', { kind: 'order' })).body.data.items;
    expect(all.map(({ account }: { account: string }) => account)).not.toContain('support');
    expect((await act(reviewer, 'handOver', orderNo, { from, to })).body.data.owner.staffId).toBe(to);
    for (const late of [
      await act(reviewer, 'handOver', orderNo, { from, to }),
      await act(reviewer, 'release', orderNo),
    ])
      expect(late).toMatchObject(cameSecond('reviewer', '转交一项'));
    const unfit = await addStaff(fixture.app, 'left', { roles: ['finance'], status: 'locked' });
    expect((await act(colleague, 'handOver', orderNo, { from: to, to: unfit })).body.errCode).toBe('RHSY404');
    expect((await act(colleague, 'release', orderNo)).status).toBe(200);
    expect((await support.call('ops.desk.owner', { kind: 'order', objectId: orderNo })).body.data.owner).toBeNull();
    const trail = await fixture.app.rows(
      "select event, tenant_id, before->>'takenBy' as was, after->>'takenBy' as is from audit_event where object = $1 and event like 'ops.desk.%' and result = 'ok' order by event_id",
      [orderNo],
    );
    const { tenantId } = fixture.first;
    expect(trail).toEqual([
      { event: 'ops.desk.take', tenant_id: tenantId, was: null, is: from },
      { event: 'ops.desk.handOver', tenant_id: tenantId, was: from, is: to },
      { event: 'ops.desk.release', tenant_id: tenantId, was: to, is: null },
    ]);
  });

  it('R11.2 what a member has who is locked is nobody’s: it is listed as free, and another takes it', async () => {
    const orderNo = await fixture.first.buy();
    const leaving = await enterStaff(fixture.app, 'leaving', { roles: ['review'] });
    await act(leaving, 'take', orderNo);
    expect(await listed(reviewer, 'free')).not.toContain(orderNo);
    await fixture.app.rows("update staff set status = 'locked' where account = 'leaving'");
    expect(await listed(reviewer, 'free')).toContain(orderNo);
    const owner = await reviewer.call('ops.desk.owner', { kind: 'order', objectId: orderNo });
    expect(owner.body.data.owner).toBeNull();
    const { owners } = await queueOf(reviewer, 'orderReview');
    expect(owners.map(({ name }: { name: string }) => name)).not.toContain('leaving');
    const replies = await Promise.all([act(reviewer, 'take', orderNo), act(colleague, 'take', orderNo)]);
    expect(replies.filter(({ body }) => body.data.isYours)).toHaveLength(1);
    const { version } = (await reviewer.call('ops.order.detail', { orderNo })).body.data;
    await reviewer.call('ops.order.reject', { orderNo, version, reason: '重复', idempotencyKey: newKey() });
  });

  it('R11.2 leads whose reminder has come wait in a queue of their own, with who follows them up', async () => {
    const staffId = await idOf(colleague);
    await fixture.app.rows(
      `insert into lead (ticket_no, kind, status, owner_id, remind_on, topic, name, mobile_digest, mobile_sealed, mobile_masked, consents, address, request_id)
        select 'QZ-' || n, 'contact', 'following', $1, (app_now() at time zone 'Asia/Shanghai')::date + n, 'consult',
          '王', sha256(n::text::bytea), '', '', '[]', '', ''
        from unnest(array[-1, 0, 1]) n`,
      [staffId],
    );
    expect(await queueOf(reviewer, 'leadReminder')).toMatchObject({
      count: 2,
      overdue: 1,
      mine: 0,
      owners: [{ staffId, name: 'colleague', count: 2 }],
    });
  });

  it('R11.2 R11.6 an answer that waits for a second is in the queue of who may release it, not in its author’s', async () => {
    const { billNo } = await addBill(fixture.app, fixture.first);
    const admin = await enterStaff(fixture.app, 'releaser');
    const [author, second] = [await idOf(colleague), await idOf(admin)];
    await fixture.app.rows(
      `insert into feedback (tenant_id, feedback_no, bill_id, bill_no, user_id, claimed_fen, standing_fen, reason, answer_by)
        select b.tenant_id, 'FK-release', b.bill_id, b.bill_no, m.user_id, 1, 1, '多计', '2026-01-05T00:00:00Z'
        from bill b join member m using (tenant_id) where b.bill_no = $1 limit 1`,
      [billNo],
    );
    await fixture.app.rows(
      `insert into feedback_proposal (tenant_id, feedback_no, proposal_no, action, reason, from_fen, to_fen, proposed_by, proposed_at)
        select tenant_id, feedback_no, 1, 'accept', '属实', 2, 1, $1, '2026-01-02T00:00:00Z' from feedback where feedback_no = 'FK-release'`,
      [author],
    );
    const waiting = { count: 1, overdue: 1, oldestAt: '2026-01-02T00:00:00.000Z', dueAt: '2026-01-05T00:00:00.000Z' };
    expect(await queueOf(admin, 'feedbackRelease')).toMatchObject(waiting);
    expect(await queueOf(colleague, 'feedbackRelease')).toMatchObject({ count: 0 });
    // Who may not release has no such queue.
    expect(await queueOf(support, 'feedbackRelease')).toBeUndefined();
    await fixture.app.rows(
      `update feedback_proposal set decision = 'released', decided_by = $1, decided_at = app_now() where feedback_no = 'FK-release'`,
      [second],
    );
    expect(await queueOf(admin, 'feedbackRelease')).toMatchObject({ count: 0 });
    await fixture.app.rows(
      "update feedback set status = 'resolved', is_withdrawn = true where feedback_no = 'FK-release'",
    );
  });

  it('R11.2 R6.3 what does not wait cannot be taken, and each kind asks for its own key', async () => {
    const orderNo = await fixture.first.buy();
    for (const [verb, more] of [
      ['take', {}],
      ['handOver', { from: 'a', to: 'b' }],
      ['release', {}],
    ] as const) {
      expect((await act(reviewer, verb, 'no-such-order', more)).body.errCode).toBe('RHSY404');
      const own = await colleague.call(`ops.desk.${verb}`, {
        kind: 'certification',
        objectId: orderNo,
        idempotencyKey: newKey(),
        ...more,
      });
      expect(own.body.errCode, verb).toBe('RHSY403');
      expect((await act(content, verb, orderNo, more)).status).toBe(403);
    }
    expect((await content.call('ops.desk.owner', { kind: 'order', objectId: orderNo })).status).toBe(403);
    expect((await act(reviewer, 'take', orderNo)).body.data.isYours).toBe(true);
    const { version } = (await reviewer.call('ops.order.detail', { orderNo })).body.data;
    await reviewer.call('ops.order.reject', { orderNo, version, reason: '重复', idempotencyKey: newKey() });
    expect((await act(reviewer, 'take', orderNo)).body.errCode).toBe('RHSY404');
    const gone = await fixture.app.database.transact('service', (tx) => deleteFinished(tx, 'order', 100));
    expect(gone).toBeGreaterThan(0);
    expect(await fixture.app.rows('select 1 from desk_assignment where object_id = $1', [orderNo])).toEqual([]);
  });

  it('R11.2 a feedback, a bill to settle, the drafts of a stage and an invoice are taken by who may work on them, and counted', async () => {
    const owner = fixture.first;
    const confirmed = await addBill(fixture.app, owner);
    await fixture.app.rows("update bill set status = 'confirmed', confirmed_at = app_now() where bill_no = $1", [
      confirmed.billNo,
    ]);
    await fixture.app.rows('update bill set in_check = true where bill_no = $1', [confirmed.billNo]);
    const draft = await addBill(fixture.app, owner);
    await fixture.app.rows(
      "update bill set status = 'draft', bill_no = null, issued_at = null, confirm_by = null, lines_sha256 = null where bill_no = $1",
      [draft.billNo],
    );
    const disputed = await addBill(fixture.app, owner);
    await fixture.app.rows(
      `insert into feedback (tenant_id, feedback_no, bill_id, bill_no, user_id, claimed_fen, standing_fen, reason, answer_by)
        select b.tenant_id, 'FK-desk', b.bill_id, b.bill_no, m.user_id, 1, 1, '多计', app_now() from bill b join member m using (tenant_id) where b.bill_no = $1 limit 1`,
      [disputed.billNo],
    );
    await fixture.app.rows(
      `insert into invoice (tenant_id, invoice_no, type, title_name, item_count, amount_fen, tax_fen, tax_millionths, user_id)
        select tenant_id, 'FP-desk', 'normal', '商户', 1, 100, 6, 60000, user_id from member where tenant_id = $1 limit 1`,
      [owner.tenantId],
    );
    const staffId = await idOf(colleague);
    const by = async (operation: string, more: Record<string, unknown>): Promise<Record<string, unknown>[]> =>
      (await colleague.call(operation, more)).body.data.items;
    for (const [kind, objectId, queue] of [
      ['bill', confirmed.billNo, 'billVoucher'],
      ['stage', draft.stageId, 'billDraft'],
      ['feedback', 'FK-desk', 'feedback'],
      ['invoice', 'FP-desk', 'invoice'],
    ] as const) {
      expect((await act(colleague, 'take', objectId, { kind })).body.data?.isYours, kind).toBe(true);
      expect((await act(reviewer, 'take', objectId, { kind })).body.errCode, kind).toBe('RHSY403');
      expect(await queueOf(support, queue), kind).toMatchObject({ count: 1, owners: [{ staffId, count: 1 }] });
    }
    // Each list has its own, and those that nobody has, with who has them.
    for (const [operation, more, field, id] of [
      ['ops.bill.toSettle', { queue: 'check' }, 'billNo', confirmed.billNo],
      ['ops.stage.page', {}, 'stageId', draft.stageId],
      ['ops.feedback.page', { queue: 'answer' }, 'feedbackNo', 'FK-desk'],
      ['ops.invoice.page', { queue: 'applied' }, 'invoiceNo', 'FP-desk'],
    ] as const) {
      const listed = async (who: TestBrowser, taken: string) =>
        (await who.call(operation, { ...more, taken })).body.data.items;
      expect(await listed(colleague, 'mine'), operation).toMatchObject([{ [field]: id, takenBy: 'colleague' }]);
      expect(await listed(support, 'mine'), operation).toEqual([]);
      const free = await listed(colleague, 'free');
      expect(
        free.some((item: Record<string, unknown>) => item[field] === id),
        operation,
      ).toBe(false);
      expect(
        (await by(operation, more)).some((item) => item[field] === id),
        operation,
      ).toBe(true);
    }
    const sums = async (taken: string) =>
      (await colleague.call('ops.bill.toSettleSum', { queue: 'check', taken })).body.data.payable.count;
    expect([await sums('mine'), await sums('free')]).toEqual([1, 0]);
    // A feedback is answered by those who may write feedback, amounts are not theirs.
    expect((await act(support, 'take', 'FK-desk', { kind: 'feedback' })).body.data.owner.staffId).toBe(staffId);
    expect((await act(support, 'take', 'FP-desk', { kind: 'invoice' })).body.errCode).toBe('RHSY403');
    for (const [noun, field, id] of [
      ['bill', 'billNo', confirmed.billNo],
      ['invoice', 'invoiceNo', 'FP-desk'],
    ] as const) {
      const watch = (by: TestBrowser) => by.call(`ops.${noun}.watch`, { [field]: id });
      expect((await watch(colleague)).body.data).toMatchObject({ version: expect.any(Number), others: [] });
      expect((await watch(support)).body.data.others).toEqual(['colleague']);
      expect((await support.call(`ops.${noun}.watch`, { [field]: 'none' })).body.errCode).toBe('RHSY404');
    }
  });
});
