import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { type FeedbackFixture, openFeedbackFixture } from '../feedback.fixture.ts';

let fixture: FeedbackFixture;
beforeAll(async () => {
  fixture = await openFeedbackFixture({
    limits: { sessionIdleMinutes: 1e6, sessionHours: 1e5, opsSessionIdleMinutes: 1e6, opsSessionHours: 1e5 },
  });
});
afterAll(() => fixture.close());

const page = async (payload: object) =>
  (await fixture.support.call('ops.feedback.page', { pageSize: 10, ...payload })).body.data;
const numbersOf = ({ items }: { items: { feedbackNo: string }[] }) => items.map(({ feedbackNo }) => feedbackNo);

describe('R11.6 the feedback desk', () => {
  it('R11.6 has 待处理 before 处理中 and the first answer-by first, page by page, and filters by bill, stage and merchant', async () => {
    const made: { billNo: string; stageId: string; feedbackNo: string }[] = [];
    for (let at = 0; at < 12; at += 1) {
      const bill = await fixture.bill();
      made.push({ ...bill, feedbackNo: await fixture.opened(bill.billNo) });
      await fixture.pass({ days: 1 });
    }
    const [taken, ...rest] = made;
    const content = '正在核对';
    await fixture.write(fixture.support, 'ops.feedback.add', { feedbackNo: taken?.feedbackNo ?? '', content });
    const wanted = [...rest, taken].map((each) => each?.feedbackNo);
    const first = await page({ queue: 'answer' });
    const next = await page({ queue: 'answer', cursor: first.nextCursor });
    expect([...numbersOf(first), ...numbersOf(next)]).toEqual(wanted);
    expect(next.nextCursor).toBeNull();
    expect(first.items[0]).toMatchObject({ late: true, awaitsRelease: false });
    const newest = await page({});
    expect(numbersOf(newest)).toEqual(
      made
        .toReversed()
        .slice(0, 10)
        .map(({ feedbackNo }) => feedbackNo),
    );
    const more = await page({ cursor: newest.nextCursor });
    expect(numbersOf(more)).toHaveLength(2);
    const [own] = made;
    expect(numbersOf(await page({ billNo: own?.billNo }))).toEqual([own?.feedbackNo]);
    expect(numbersOf(await page({ feedbackNo: own?.feedbackNo }))).toEqual([own?.feedbackNo]);
    expect(numbersOf(await page({ feedbackNo: 'FK2' }))).toEqual(numbersOf(newest));
    expect(numbersOf(await page({ feedbackNo: `${own?.feedbackNo}0` }))).toEqual([]);
    expect(numbersOf(await page({ stageId: own?.stageId }))).toContain(own?.feedbackNo);
    expect(numbersOf(await page({ tenantId: fixture.second.tenantId }))).toEqual([]);
    expect(numbersOf(await page({ queue: 'release' }))).toEqual([]);
  });

  it('R11.6 lists what waits for its release by itself', async () => {
    await fixture.write(fixture.finance, 'ops.feedback.setFourEyes', { aboveAmount: 1, revision: 0 });
    const feedbackNo = await fixture.opened((await fixture.bill()).billNo);
    await fixture.answer(feedbackNo, { action: 'accept' });
    expect(await page({ queue: 'release' })).toMatchObject({ items: [{ feedbackNo, awaitsRelease: true }], total: 1 });
  });

  it('R11.6 shows the bill and the chosen lines with their computation, and what stands of them', async () => {
    const bill = await fixture.bill({ fees: [70_000, 50_000] });
    const feedbackNo = await fixture.opened(bill.billNo, { claimedAmount: 1, lineIds: bill.lineIds.slice(0, 1) });
    const { data } = (await fixture.support.call('ops.feedback.detail', { feedbackNo })).body;
    expect(data).toMatchObject({
      tenantName: expect.any(String),
      billAmount: 120_000,
      billTaxAmount: 6792,
      billPaidAmount: 0,
      standsAmount: 70_000,
      explainedLines: [{ amount: 70_000, standingAmount: 70_000, computation: expect.stringContaining('¥700.00') }],
      proposal: null,
      formerProposals: [],
    });
  });

  it('R4.12 says who else has it open, and counts what was done to it', async () => {
    const feedbackNo = await fixture.opened((await fixture.bill()).billNo);
    const other = await enterStaff(fixture.app, 'desk-other', { roles: ['support'] });
    const watch = async (by = other) => (await by.call('ops.feedback.watch', { feedbackNo })).body.data;
    const { revision } = (await other.call('ops.feedback.detail', { feedbackNo })).body.data;
    expect(await watch()).toEqual({ revision, others: [] });
    expect(await watch(fixture.support)).toEqual({ revision, others: ['desk-other'] });
    await fixture.answer(feedbackNo, { action: 'accept' });
    expect((await watch()).revision).toBeGreaterThan(revision);
    expect(await other.call('ops.feedback.watch', { feedbackNo: 'FK0' })).toMatchObject({ status: 404 });
  });

  it('R4.12 says who changed it last, and when: a colleague by name, the merchant as the merchant; a look changes nothing', async () => {
    const feedbackNo = await fixture.opened((await fixture.bill()).billNo);
    const lastOf = async (verb: string) =>
      (await fixture.support.call(`ops.feedback.${verb}`, { feedbackNo })).body.data.last;
    expect([await lastOf('detail'), await lastOf('watch')]).toEqual([undefined, undefined]);
    await fixture.write(fixture.support, 'ops.feedback.add', { feedbackNo, content: '正在核对' });
    const ofStaff = await lastOf('detail');
    expect(ofStaff).toEqual({ by: 'feedback-support', at: expect.stringMatching(/Z$/) });
    expect(await lastOf('watch')).toEqual(ofStaff);
    await fixture.pass({ minutes: 1 });
    await fixture.write(fixture.first.browser, 'feedback.add', { feedbackNo, content: '补充一笔流水' });
    const ofMerchant = await lastOf('watch');
    expect(ofMerchant).toEqual({ by: '商户', at: expect.stringMatching(/Z$/) });
    expect(Date.parse(ofMerchant.at) - Date.parse(ofStaff.at)).toBeGreaterThanOrEqual(60_000);
    await fixture.pass({ minutes: 1 });
    await fixture.support.call('ops.feedback.detail', { feedbackNo });
    expect(await lastOf('detail')).toEqual(ofMerchant);
  });

  it('R11.6 offers what was written at the last rejections, the most frequent first', async () => {
    for (const reason of ['计费规则如此', '台账有误', '计费规则如此']) {
      const feedbackNo = await fixture.opened((await fixture.bill()).billNo);
      await fixture.answer(feedbackNo, { action: 'reject', reason });
    }
    const { phrases } = (await fixture.support.call('ops.feedback.phrases', {})).body.data;
    expect(phrases).toEqual(['计费规则如此', '台账有误']);
  });
});
