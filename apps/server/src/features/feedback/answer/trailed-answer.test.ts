import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyBills } from '#features/bill/verification/verification';
import { enterStaff } from '#features/staff/staff.fixture';
import type { TestBrowser } from '#kernel/testing/test-client';
import { runAsAdmin } from '#kernel/testing/test-server';
import { type FeedbackFixture, openFeedbackFixture } from '../feedback.fixture.ts';

let fixture: FeedbackFixture;
let second: TestBrowser;
beforeAll(async () => {
  fixture = await openFeedbackFixture();
  second = await enterStaff(fixture.app, 'trail-second', { roles: ['finance'] });
  const { revision } = (await fixture.finance.call('ops.feedback.fourEyes', {})).body.data;
  await fixture.write(fixture.finance, 'ops.feedback.setFourEyes', { aboveAmount: 10_000, revision });
});
afterAll(() => fixture.close());

const differences = async (billNo: string): Promise<string[]> => {
  const all: string[] = [];
  for await (const bill of verifyBills(fixture.app.database.reading('service'), [billNo]))
    all.push(...bill.differences);
  return all;
};

/** A bill of ¥1,800.00 whose two lines are adjusted to ¥1,000.00 by two people. */
const adjusted = async () => {
  const bill = await fixture.bill({ fees: [120_000, 60_000] });
  const feedbackNo = await fixture.opened(bill.billNo, { lineIds: [...bill.lineIds], claimedAmount: 90_000 });
  const lineAmounts = bill.lineIds.map((lineId, at) => ({ lineId, amount: at === 0 ? 70_000 : 30_000 }));
  await fixture.answer(feedbackNo, { action: 'adjust', newAmount: 100_000, lineAmounts, reason: '退费已核实' });
  const { version } = (await second.call('ops.feedback.detail', { feedbackNo })).body.data;
  const reply = await fixture.write(second, 'ops.feedback.release', { feedbackNo, proposalNo: 1, version });
  if (reply.status !== 200) throw new Error(reply.text);
  return { ...bill, feedbackNo };
};

describe('R10.3 R11.7 bills:verify compares adjustments with the trail', () => {
  let bill: Awaited<ReturnType<typeof adjusted>>;
  beforeAll(async () => {
    bill = await adjusted();
  });

  it('R10.3 R11.7 honest ones differ in nothing: of one person, of two, and a rejection', async () => {
    expect(await differences(bill.billNo)).toEqual([]);
    const alone = await fixture.bill();
    await fixture.answer(await fixture.opened(alone.billNo), {
      action: 'adjust',
      newAmount: 119_000,
      reason: '电话 13800138000 已核实',
    });
    const rejected = await fixture.bill();
    await fixture.answer(await fixture.opened(rejected.billNo), { action: 'reject' });
    expect([...(await differences(alone.billNo)), ...(await differences(rejected.billNo))]).toEqual([]);
  });

  const step = (change: string) =>
    `update bill_step set ${change} where kind = 'adjusted' and bill_id = '${bill.billId}'`;
  const thread = (change: string) =>
    `update feedback_message set ${change} where kind = 'answer' and feedback_no = '${bill.feedbackNo}'`;
  const proposal = (change: string) =>
    `update feedback_proposal set ${change} where feedback_no = '${bill.feedbackNo}'`;
  const staff = (account: string) => `(select staff_id from staff where account = '${account}')`;
  const lines = (first: number, other: number) => `
    update bill_line_adjustment set to_fen = ${first} where line_id = '${bill.lineIds[0]}';
    update bill_line_adjustment set to_fen = ${other} where line_id = '${bill.lineIds[1]}'`;
  it.each([
    [
      'its amount, with the bill’s',
      () => [
        `${step('amount_fen = amount_fen - 1')}; update bill set amount_fen = amount_fen - 1, adjusted_fen = adjusted_fen - 1 where bill_id = '${bill.billId}'`,
        `${step('amount_fen = amount_fen + 1')}; update bill set amount_fen = amount_fen + 1, adjusted_fen = adjusted_fen + 1 where bill_id = '${bill.billId}'`,
      ],
      '第 3 步调整金额后的金额：存储为 99999，审计记录为 100000',
    ],
    [
      'what it was before',
      () => [step('from_fen = from_fen + 1'), step('from_fen = from_fen - 1')],
      '第 3 步调整金额前的金额：存储为 180001，审计记录为 180000',
    ],
    [
      'its reason',
      () => [step("reason = '另议'"), step("reason = '退费已核实'")],
      '第 3 步调整金额的理由：存储为 另议，审计记录为 退费已核实',
    ],
    [
      'its reason in the thread',
      () => [thread("content = '另议'"), thread("content = '退费已核实'")],
      '第 3 步调整金额在反馈中的答复的理由：存储为 另议，审计记录为 退费已核实',
    ],
    [
      'who released it',
      () => [step("by_id = by_id || '2'"), step('by_id = left(by_id, -1)')],
      /^第 3 步调整金额的复核人：存储为 (\S+)2，审计记录为 \1$/,
    ],
    [
      'who wrote it',
      () => [thread("by_id = by_id || '2'"), thread('by_id = left(by_id, -1)')],
      /^第 3 步调整金额在反馈中的答复的提出人：存储为 (\S+)2，审计记录为 \1$/,
    ],
    [
      'who proposed it',
      () => [
        proposal(`proposed_by = ${staff('feedback-support')}`),
        proposal(`proposed_by = ${staff('feedback-finance')}`),
      ],
      /^第 3 步调整金额的提议的提出人：存储为 \S+，审计记录为 \S+$/,
    ],
    [
      'who decided on it',
      () => [proposal(`decided_by = ${staff('feedback-support')}`), proposal(`decided_by = ${staff('trail-second')}`)],
      /^第 3 步调整金额的提议的复核人：存储为 \S+，审计记录为 \S+$/,
    ],
    [
      'what it changed of lines, of the same sum',
      () => [lines(60_000, 40_000), lines(70_000, 30_000)],
      /^第 3 步调整金额的明细：存储为 .+→60000.*，审计记录为 .+→70000/,
    ],
    [
      'the time to confirm that it gave',
      () => [
        `${step("confirm_by = confirm_by + interval '30 days'")}; update bill set confirm_by = confirm_by + interval '30 days' where bill_id = '${bill.billId}'`,
        `${step("confirm_by = confirm_by - interval '30 days'")}; update bill set confirm_by = confirm_by - interval '30 days' where bill_id = '${bill.billId}'`,
      ],
      /^第 3 步调整金额后的确认期限：存储为 \S+，审计记录为 \S+$/,
    ],
  ] as const)('R10.3 R11.7 %s that was changed by hand is named', async (_what, statements, words) => {
    const [change, undo] = statements();
    await runAsAdmin(fixture.app.url, change ?? '');
    const found = await differences(bill.billNo);
    await runAsAdmin(fixture.app.url, undo ?? '');
    expect(found).toContainEqual(typeof words === 'string' ? words : expect.stringMatching(words));
    expect(await differences(bill.billNo)).toEqual([]);
  });
});
