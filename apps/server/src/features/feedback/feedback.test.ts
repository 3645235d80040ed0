import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLine, addStage } from '#features/bill/line.fixture';
import { photograph } from '#features/file/file.fixture';
import { join, logIn, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { cameSecond } from '#kernel/testing/replies/came-second';
import { TableChanges } from '#kernel/testing/tables/changes';
import { type FeedbackFixture, openFeedbackFixture } from './feedback.fixture.ts';

let fixture: FeedbackFixture;
let changes: TableChanges;
beforeAll(async () => {
  fixture = await openFeedbackFixture();
  changes = await TableChanges.open(fixture.app.url, { aside: ['session', 'audit_event', 'idempotency'] });
});
afterAll(async () => {
  await changes.close();
  await fixture.close();
});

/** Makes a call that must be refused, and expects that it stores nothing. */
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

describe('R10.4 a claim', () => {
  it('R10.4 disputes the whole bill: the difference is shown, the timeline, the trail and the desk know it', async () => {
    const { billNo, amount } = await fixture.bill({ fees: [70_000, 50_000] });
    const fileId = await fixture.file();
    const feedbackNo = await fixture.opened(billNo, { fileIds: [fileId], reason: ' 少计了一笔退费 ' });
    expect(feedbackNo).toMatch(/^FK\d{8}-\d{8}$/);
    expect(await fixture.detail(feedbackNo)).toMatchObject({
      feedbackNo,
      billNo,
      direction: 'payable',
      status: 'open',
      withdrawn: false,
      claimedAmount: 100_000,
      standingAmount: amount,
      lineCount: 0,
      lineIds: [],
      lines: [],
      reason: '少计了一笔退费',
      late: false,
      reopened: false,
      canReopen: false,
      billAmount: amount,
      billStatus: 'disputed',
      messages: [
        {
          kind: 'claim',
          from: 'merchant',
          by: '王小明',
          content: '少计了一笔退费',
          files: [{ fileId, name: 'IMG_0001.jpg' }],
        },
      ],
    });
    expect(await fixture.billRow(billNo)).toMatchObject({ status: 'disputed', amount_fen: amount });
    const history = await fixture.historyOf(billNo);
    expect(history.map(({ kind }) => kind)).toEqual(['issued', 'disputed']);
    expect(history[1]).toMatchObject({ feedbackNo, by: fixture.first.userId });
    expect(await fixture.trailOf(feedbackNo)).toMatchObject([
      {
        operation: 'bill.varianceFeedback',
        tenant_id: fixture.first.tenantId,
        after: { billNo, claimedAmount: 100_000 },
      },
    ]);
    expect(await fixture.noticesOf(feedbackNo)).toEqual([]);
    const mails = await fixture.app.sent('mail');
    expect(mails.filter(({ text }) => text?.includes(feedbackNo))).toMatchObject([
      {
        subject: `账单 ${billNo} 收到差异反馈`,
        text: expect.stringContaining('商户主张：1000.00 元（相差 -200.00 元）'),
      },
    ]);
  });

  it('R10.4 a mail to the provider names what the merchant adds, and a withdrawal', async () => {
    const { billNo } = await fixture.bill();
    const feedbackNo = await fixture.opened(billNo);
    await fixture.write(fixture.first.browser, 'feedback.add', { feedbackNo, content: '附上回单' });
    await fixture.write(fixture.first.browser, 'feedback.withdraw', { feedbackNo });
    const mails = (await fixture.app.sent('mail')).filter(({ text }) => text?.includes(feedbackNo));
    expect(mails.map(({ subject }) => subject)).toEqual([
      `账单 ${billNo} 收到差异反馈`,
      `账单 ${billNo} 的差异反馈有商户的补充说明`,
      `账单 ${billNo} 的差异反馈已由商户撤回`,
    ]);
  });

  it('R10.4 is for chosen lines together, and remembers what stood of each', async () => {
    const { billNo, lineIds } = await fixture.bill({ fees: [70_000, 50_000, 30_000] });
    const chosen = [lineIds[2], lineIds[0]];
    const feedbackNo = await fixture.opened(billNo, { claimedAmount: 60_000, lineIds: chosen });
    const detail = await fixture.detail(feedbackNo);
    expect(detail).toMatchObject({ standingAmount: 100_000, claimedAmount: 60_000, lineCount: 2, lineIds: chosen });
    expect(detail.lines).toMatchObject([
      { lineId: lineIds[2], amount: 30_000 },
      { lineId: lineIds[0], amount: 70_000 },
    ]);
    expect(detail.lines[0].loanNo).toMatch(/^B\d+-000003$/);
  });

  it.each([
    ['0', { claimedAmount: 0 }],
    ['more than the bill', { claimedAmount: 999_999 }],
    ['a receivable bill upwards', { claimedAmount: 130_000 }],
  ])('R10.4 of %s is valid', async (name, payload) => {
    const direction = name.includes('receivable') ? ('receivable' as const) : ('payable' as const);
    const { billNo } = await fixture.bill({ direction });
    expect(await fixture.claim(billNo, payload)).toMatchObject({ status: 200 });
  });

  it('R10.4 equal to what stands, of the bill or of the lines, is refused with a sentence', async () => {
    const { billNo, lineIds } = await fixture.bill({ fees: [70_000, 50_000] });
    const [one, two] = lineIds;
    const fields = [{ path: 'claimedAmount', message: '主张金额与账单所示相同，没有差异可以反馈' }];
    for (const [claimedAmount, chosen] of [
      [120_000, undefined],
      [70_000, [one]],
      [120_000, [two, one]],
    ] as const) {
      const claim = chosen === undefined ? { claimedAmount } : { claimedAmount, lineIds: chosen };
      await refused(() => fixture.claim(billNo, claim), { status: 422, body: { data: { fields } } });
    }
  });

  it('R10.4 for lines of a stage that is not issued is refused as for lines of another bill, and stores nothing', async () => {
    const { billNo, lineIds, orgId, projectId } = await fixture.bill({ fees: [70_000, 50_000] });
    const stage_id = await addStage(fixture.app);
    const line = { stage_id, org_id: orgId, project_id: projectId, loan_no: 'not-issued' };
    const notIssued = await addLine(fixture.app, fixture.first, line);
    for (const chosen of [[notIssued], [lineIds[0], notIssued]]) {
      await refused(() => fixture.claim(billNo, { lineIds: chosen }), wrong('lineIds'));
    }
  });

  it('R10.4 with a wrong field names it, and stores nothing', async () => {
    const { billNo, lineIds } = await fixture.bill({ fees: [70_000, 50_000] });
    const other = await fixture.bill();
    const foreign = await fixture.bill({}, fixture.second);
    const [one] = lineIds;
    for (const [payload, field] of [
      [{ claimedAmount: -1 }, 'claimedAmount'],
      [{ claimedAmount: 2 ** 53 }, 'claimedAmount'],
      [{ claimedAmount: 1.5 }, 'claimedAmount'],
      [{ reason: '  ' }, 'reason'],
      [{ reason: '字'.repeat(501) }, 'reason'],
      [{ lineIds: [] }, 'lineIds'],
      [{ lineIds: [one, one] }, 'lineIds'],
      [{ lineIds: [one, other.lineIds[0]] }, 'lineIds'],
      [{ lineIds: [foreign.lineIds[0]] }, 'lineIds'],
      [{ lineIds: ['no-such-line'] }, 'lineIds'],
      [{ fileIds: Array.from({ length: 6 }, () => 'f') }, 'fileIds'],
    ] as const) {
      await refused(() => fixture.claim(billNo, payload), wrong(field));
    }
    const fileId = await fixture.file();
    await refused(() => fixture.claim(billNo, { fileIds: [fileId, fileId] }), wrong('fileIds'));
  });

  it('R10.4 on another tenant’s bill, or with its file, is as on none', async () => {
    const foreign = await fixture.bill({}, fixture.second);
    await refused(() => fixture.claim(foreign.billNo), { status: 404 });
    const { billNo } = await fixture.bill();
    const theirs = await fixture.file(fixture.second);
    await refused(() => fixture.claim(billNo, { fileIds: [theirs] }), { status: 404 });
  });

  it('R10.4 takes no file that is still examined, and none of a certification', async () => {
    const { billNo } = await fixture.bill();
    const fileId = await fixture.file();
    await fixture.app.rows("update file set status = 'scanning' where file_id = $1", [fileId]);
    await refused(() => fixture.claim(billNo, { fileIds: [fileId] }), { status: 409, body: { errCode: 'RHFI002' } });
    await fixture.app.rows("update file set status = 'ready', is_restricted = true where file_id = $1", [fileId]);
    await refused(() => fixture.claim(billNo, { fileIds: [fileId] }), wrong('fileIds'));
  });

  it('R4.10 opens on a pending bill alone: not on a disputed one, nor past its confirm-by', async () => {
    const { billNo } = await fixture.bill();
    await fixture.opened(billNo);
    const notPending = { status: 409, body: { errCode: 'RHFE001' } };
    await refused(() => fixture.claim(billNo), notPending);
    const past = new Date(fixture.app.clock.now().getTime() - 1000);
    const late = await fixture.bill({ issuedAt: new Date(past.getTime() - 86_400_000), confirmBy: past });
    await refused(() => fixture.claim(late.billNo), notPending);
  });

  it('R4.12 repeated with its key is one claim', async () => {
    const { billNo } = await fixture.bill();
    const claim = { billNo, claimedAmount: 1, reason: '重复', idempotencyKey: newKey() };
    const replies = await Promise.all([1, 2, 3].map(() => fixture.first.browser.call('bill.varianceFeedback', claim)));
    replies.push(await fixture.first.browser.call('bill.varianceFeedback', claim));
    const done = replies.filter(({ status }) => status === 200).map(({ body }) => body.data.feedbackNo);
    expect(new Set(done).size).toBe(1);
    expect(await fixture.app.rows('select 1 from feedback where bill_no = $1', [billNo])).toHaveLength(1);
    expect(await fixture.historyOf(billNo)).toHaveLength(2);
  });
});

describe('R10.4 the thread', () => {
  it('R4.10 takes messages of both sides; the first of ops takes it up and tells the merchant', async () => {
    const { billNo } = await fixture.bill();
    const feedbackNo = await fixture.opened(billNo);
    const fileId = await fixture.file();
    const more = { feedbackNo, content: '补充退费单', fileIds: [fileId] };
    expect((await fixture.write(fixture.first.browser, 'feedback.add', more)).body.data).toEqual({ status: 'open' });
    const reply = await fixture.write(fixture.support, 'ops.feedback.add', { feedbackNo, content: '正在核对' });
    expect(reply.body.data).toEqual({ status: 'inProgress' });
    expect(
      (await fixture.write(fixture.first.browser, 'feedback.add', { feedbackNo, content: '好的' })).body.data,
    ).toEqual({
      status: 'inProgress',
    });
    const detail = await fixture.detail(feedbackNo);
    expect(detail.messages).toMatchObject([
      { kind: 'claim' },
      { kind: 'message', from: 'merchant', content: '补充退费单', files: [{ fileId }] },
      { kind: 'message', from: 'ops', by: '平台运营', content: '正在核对', files: [] },
      { kind: 'message', from: 'merchant', content: '好的' },
    ]);
    expect(await fixture.noticesOf(feedbackNo)).toMatchObject([
      { kind: 'bill', title: '差异反馈有新的回复', text: expect.stringContaining('正在核对') },
    ]);
    const trail = await fixture.trailOf(feedbackNo);
    expect(trail.map(({ operation }) => operation)).toEqual([
      'bill.varianceFeedback',
      'feedback.add',
      'ops.feedback.add',
      'feedback.add',
    ]);
    expect(trail[2]).toMatchObject({ actor_kind: 'staff', tenant_id: fixture.first.tenantId });
  });

  it('R4.10 a message that is empty, or on an answered case, is refused', async () => {
    const { billNo } = await fixture.bill();
    const feedbackNo = await fixture.opened(billNo);
    const blank = { feedbackNo, content: ' ' };
    await refused(() => fixture.write(fixture.first.browser, 'feedback.add', blank), wrong('content'));
    await refused(
      () => fixture.write(fixture.first.browser, 'feedback.add', { ...blank, reopen: true }),
      wrong('content'),
    );
    await refused(() => fixture.write(fixture.support, 'ops.feedback.add', blank), wrong('content'));
    await fixture.answer(feedbackNo, { action: 'reject' });
    const answeredBy = (name: string) => cameSecond(name, '办理差异反馈', 'RHFE002');
    const late = { feedbackNo, content: '还有' };
    await refused(() => fixture.write(fixture.first.browser, 'feedback.add', late), answeredBy('平台运营'));
    await refused(() => fixture.write(fixture.support, 'ops.feedback.add', late), answeredBy('feedback-finance'));
  });

  it('R10.4 a message or a reopening takes no file of another tenant, none twice, no sixth and none of a certification', async () => {
    const { billNo } = await fixture.bill();
    const feedbackNo = await fixture.opened(billNo);
    const own = await fixture.file();
    const restricted = await fixture.file();
    await fixture.app.rows('update file set is_restricted = true where file_id = $1', [restricted]);
    const theirs = await fixture.file(fixture.second);
    for (const more of [{}, { reopen: true }]) {
      if ('reopen' in more) await fixture.answer(feedbackNo, { action: 'reject' });
      const send = (fileIds: readonly string[]) =>
        fixture.write(fixture.first.browser, 'feedback.add', { feedbackNo, content: '补充', fileIds, ...more });
      await refused(() => send([own, theirs]), { status: 404, body: { errCode: 'RHSY404' } });
      await refused(() => send(['no-such-file']), { status: 404, body: { errCode: 'RHSY404' } });
      await refused(() => send([own, own]), wrong('fileIds'));
      await refused(() => send([restricted]), wrong('fileIds'));
      await refused(() => send(Array.from({ length: 6 }, () => own)), wrong('fileIds'));
    }
  });

  it('R5.7 its files are read by both sides, and by nobody else', async () => {
    const photo = await photograph('jpeg');
    const { billNo } = await fixture.bill();
    const fileId = await fixture.file();
    const feedbackNo = await fixture.opened(billNo, { fileIds: [fileId] });
    const loose = await fixture.file();
    const read = await fixture.first.browser.call('feedback.download', { feedbackNo, fileId });
    expect(read).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });
    expect(Number(read.headers['content-length'])).toBeGreaterThan(photo.length / 4);
    expect(await fixture.support.call('ops.feedback.download', { feedbackNo, fileId })).toMatchObject({ status: 200 });
    const missing = { status: 404 };
    expect(await fixture.second.browser.call('feedback.download', { feedbackNo, fileId })).toMatchObject(missing);
    expect(await fixture.first.browser.call('feedback.download', { feedbackNo, fileId: loose })).toMatchObject(missing);
    expect(await fixture.support.call('ops.feedback.download', { feedbackNo, fileId: loose })).toMatchObject(missing);
    await fixture.app.rows('update file set is_restricted = true where file_id = $1', [fileId]);
    expect(await fixture.first.browser.call('feedback.download', { feedbackNo, fileId })).toMatchObject(missing);
    expect(await fixture.support.call('ops.feedback.download', { feedbackNo, fileId })).toMatchObject(missing);
  });

  it('R6.3 another tenant’s feedback is none, in whatever step', async () => {
    const { billNo } = await fixture.bill();
    const feedbackNo = await fixture.opened(billNo);
    const { browser } = fixture.second;
    await fixture.bill({}, fixture.second);
    for (const [operation, payload] of [
      ['feedback.add', { content: '内容' }],
      ['feedback.add', { content: '内容', reopen: true }],
      ['feedback.withdraw', {}],
      ['feedback.rate', { helpful: true }],
    ] as const) {
      await refused(() => fixture.write(browser, operation, { feedbackNo, ...payload }), { status: 404 });
    }
    expect(await browser.call('feedback.detail', { feedbackNo })).toMatchObject({ status: 404 });
    expect((await browser.call('feedback.page', { billNo })).body.data).toMatchObject({ items: [], total: 0 });
  });

  it('R6.3 a member who reads only sees it, and writes nothing', async () => {
    const { billNo } = await fixture.bill();
    const feedbackNo = await fixture.opened(billNo);
    const guest = await makeMerchant(fixture.app);
    await join(fixture.app, fixture.first, { guest, role: 'viewer' });
    await fixture.app.rows('update user_account set last_tenant_id = $2 where user_id = $1', [
      guest.userId,
      fixture.first.tenantId,
    ]);
    const viewer = await logIn(fixture.app, guest.mobile);
    expect(await viewer.call('feedback.detail', { feedbackNo })).toMatchObject({ status: 200 });
    const forbidden = { status: 403, body: { errCode: 'RHSY403' } };
    await refused(() => fixture.write(viewer, 'feedback.withdraw', { feedbackNo }), forbidden);
    expect(await viewer.upload('feedback.upload', 'a.jpg', await photograph('jpeg'))).toMatchObject(forbidden);
  });
});

describe('R10.4 the list', () => {
  it('R10.4 has the tenant’s own, the newest first, by bill and by status', async () => {
    const owner = await makeMerchant(fixture.app);
    const made: string[] = [];
    const bills: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      const { billNo } = await fixture.bill({}, owner);
      bills.push(billNo);
      made.push(await fixture.opened(billNo, {}, owner));
      await fixture.app.clock.advance({ seconds: 1 });
    }
    await fixture.write(owner.browser, 'feedback.withdraw', { feedbackNo: made[0] });
    const list = async (payload: object) => (await owner.browser.call('feedback.page', { ...payload })).body.data;
    const first = await list({ pageSize: 10 });
    expect(first).toMatchObject({ total: 12, totalIsExact: true, page: 1 });
    const numbers = (part: { items: { feedbackNo: string }[] }) => part.items.map(({ feedbackNo }) => feedbackNo);
    expect(numbers(first)).toEqual(made.toReversed().slice(0, 10));
    const next = await list({ pageSize: 10, cursor: first.nextCursor });
    expect(numbers(next)).toEqual([made[1], made[0]]);
    expect(next.nextCursor).toBeNull();
    expect(next.items[1]).toMatchObject({ withdrawn: true, status: 'resolved', late: false, lineCount: 0 });
    expect((await list({ status: 'open' })).total).toBe(11);
    expect(numbers(await list({ billNo: bills[3] }))).toEqual([made[3]]);
    expect((await list({ status: 'rejected' })).items).toEqual([]);
  });

  it('R10.1 what waits for an answer is what the first page counts, whatever its status; what is late is part of it', async () => {
    const owner = await makeMerchant(fixture.app);
    const [fresh, answered, late, taken] = [
      await fixture.opened((await fixture.bill({}, owner)).billNo, {}, owner),
      await fixture.opened((await fixture.bill({}, owner)).billNo, {}, owner),
      await fixture.opened((await fixture.bill({}, owner)).billNo, {}, owner),
      await fixture.opened((await fixture.bill({}, owner)).billNo, {}, owner),
    ];
    await fixture.answer(answered, { action: 'reject' });
    await fixture.write(fixture.finance, 'ops.feedback.add', { feedbackNo: taken, content: '正在核对' });
    const first = new Date(fixture.app.clock.now().getTime() - 86_400_000);
    await fixture.app.rows('update feedback set answer_by = $2 where feedback_no = $1', [late, first]);
    const list = async (awaiting: string): Promise<{ feedbackNo: string }[]> =>
      (await owner.browser.call('feedback.page', { awaiting })).body.data.items;
    const numbers = async (awaiting: string) => (await list(awaiting)).map(({ feedbackNo }) => feedbackNo).toSorted();
    expect(await numbers('answer')).toEqual([fresh, late, taken].toSorted());
    expect(await numbers('lateAnswer')).toEqual([late]);
    const { bills } = (await owner.browser.call('home.summary')).body.data;
    expect(bills.feedback).toEqual({ open: 3, late: 1, firstAnswerBy: first.toISOString() });
  });
});

describe('R10.4 what a bill and a case hold', () => {
  let small: FeedbackFixture;
  beforeAll(async () => {
    small = await openFeedbackFixture({ limits: { feedbackPerBill: 2, messagesPerFeedback: 3 } });
  });
  afterAll(() => small.close());

  it('R10.4 a bill takes so many feedbacks, withdrawn ones included, and then none; another bill still does', async () => {
    const [{ billNo }, other] = [await small.bill(), await small.bill()];
    for (let at = 0; at < 2; at += 1) {
      const feedbackNo = await small.opened(billNo);
      expect((await small.write(small.first.browser, 'feedback.withdraw', { feedbackNo })).status).toBe(200);
    }
    expect(await small.claim(billNo)).toMatchObject({ status: 409, body: { errCode: 'RHFE008' } });
    expect(await small.billRow(billNo)).toMatchObject({ status: 'pending' });
    expect((await small.claim(other.billNo)).status).toBe(200);
  });

  it('R4.10 a case takes so many messages of both sides together; its answer, reopening and withdrawal find room', async () => {
    const { billNo } = await small.bill();
    const feedbackNo = await small.opened(billNo);
    const add = (by = small.first.browser, more: object = {}) =>
      small.write(by, by === small.support ? 'ops.feedback.add' : 'feedback.add', {
        feedbackNo,
        content: '补充一句',
        ...more,
      });
    expect([(await add()).status, (await add(small.support)).status]).toEqual([200, 200]);
    const full = { status: 409, body: { errCode: 'RHFE009' } };
    expect(await add()).toMatchObject(full);
    expect(await add(small.support)).toMatchObject(full);
    expect((await small.answer(feedbackNo, { action: 'reject' }, small.support)).status).toBe(200);
    expect((await add(small.first.browser, { reopen: true })).status).toBe(200);
    expect(await add()).toMatchObject(full);
    expect((await small.write(small.first.browser, 'feedback.withdraw', { feedbackNo })).status).toBe(200);
    const { messages } = await small.detail(feedbackNo);
    expect(messages.map(({ kind }: { kind: string }) => kind)).toEqual([
      'claim',
      'message',
      'message',
      'answer',
      'reopen',
      'withdraw',
    ]);
  });
});
