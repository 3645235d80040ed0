import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import { BillMoves } from '../bill-moves.fixture.ts';
import { type FeedbackFixture, openFeedbackFixture } from '../feedback.fixture.ts';

let fixture: FeedbackFixture;
let moves: BillMoves;
let second: TestBrowser;
let third: TestBrowser;
beforeAll(async () => {
  fixture = await openFeedbackFixture();
  moves = await BillMoves.open(fixture);
  second = await enterStaff(fixture.app, 'races-second', { roles: ['finance'] });
  third = await enterStaff(fixture.app, 'races-third', { roles: ['finance'] });
  await fixture.write(fixture.finance, 'ops.feedback.setFourEyes', { aboveAmount: 1, revision: 0 });
});
afterAll(() => fixture.close());

const rounds = [0, 1, 2, 3, 4, 5];
const statusesOf = (replies: readonly TestReply[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other);
const opened = async () => {
  const bill = await fixture.bill();
  return { ...bill, feedbackNo: await fixture.opened(bill.billNo) };
};
const proposed = async () => {
  const made = await opened();
  expect((await fixture.answer(made.feedbackNo, { action: 'accept', version: 1 })).status).toBe(200);
  return made;
};
// Proposing took the open case up, which is its second version.
const release = (feedbackNo: string, by: TestBrowser) =>
  fixture.write(by, 'ops.feedback.release', { feedbackNo, proposalNo: 1, version: 2 });
const sendBack = (feedbackNo: string, by: TestBrowser) =>
  fixture.write(by, 'ops.feedback.sendBack', { feedbackNo, proposalNo: 1, reason: '请附流水' });
const withdraw = (feedbackNo: string) => fixture.write(fixture.first.browser, 'feedback.withdraw', { feedbackNo });
const kindsOf = async (billNo: string) => {
  expect(await fixture.faultOf(billNo)).toBeNull();
  return moves.kinds(billNo);
};

describe('R4.12 races of proposed answers', () => {
  it('R4.12 of two who release at once one does, and the answer is given once', async () => {
    for (const _ of rounds) {
      const { feedbackNo, billNo } = await proposed();
      const replies = await Promise.all([release(feedbackNo, second), release(feedbackNo, third)]);
      expect(statusesOf(replies)).toEqual([200, 409]);
      expect(await kindsOf(billNo)).toEqual(['issued', 'disputed', 'adjusted']);
      expect(await fixture.noticesOf(feedbackNo)).not.toEqual([]);
    }
  });

  it('R4.12 a proposal is released or sent back, never both', async () => {
    for (const _ of rounds) {
      const { feedbackNo, billNo } = await proposed();
      const [released, returned] = await Promise.all([release(feedbackNo, second), sendBack(feedbackNo, third)]);
      expect(statusesOf([released, returned])).toEqual([200, 409]);
      expect((await kindsOf(billNo)).at(-1)).toBe(released.status === 200 ? 'adjusted' : 'disputed');
    }
  });

  it('R4.12 the merchant withdraws or the proposal is released, never both', async () => {
    for (const round of rounds) {
      const { feedbackNo, billNo } = await proposed();
      const steps = [() => release(feedbackNo, second), () => withdraw(feedbackNo)];
      const replies = await Promise.all((round % 2 === 0 ? steps : steps.toReversed()).map((step) => step()));
      expect(statusesOf(replies)).toEqual([200, 409]);
      expect(['adjusted', 'withdrawn']).toContain((await kindsOf(billNo)).at(-1));
    }
  });

  it('R11.6 its author is refused, also when the requests race with those of a colleague', async () => {
    for (const _ of rounds) {
      const { feedbackNo, billNo } = await proposed();
      const [own, ownAgain, other] = await Promise.all([
        release(feedbackNo, fixture.finance),
        release(feedbackNo, fixture.finance),
        release(feedbackNo, second),
      ]);
      expect([own.status, ownAgain.status, other.status]).toEqual([409, 409, 200]);
      expect(await kindsOf(billNo)).toEqual(['issued', 'disputed', 'adjusted']);
      const [row] = await fixture.app.rows(
        'select proposed_by, decided_by from feedback_proposal where feedback_no = $1',
        [feedbackNo],
      );
      expect(row?.['decided_by']).not.toBe(row?.['proposed_by']);
    }
  });

  it('R4.12 of a rejection and proposals at once one is taken', async () => {
    for (const _ of rounds) {
      const { feedbackNo, billNo } = await opened();
      const replies = await Promise.all([
        fixture.answer(feedbackNo, { action: 'reject', version: 1 }, fixture.support),
        fixture.answer(feedbackNo, { action: 'accept', version: 1 }),
        fixture.answer(feedbackNo, { action: 'accept', version: 1 }, second),
      ]);
      expect(statusesOf(replies)).toEqual([200, 409, 409]);
      const rejected = replies[0]?.status === 200;
      expect((await kindsOf(billNo)).at(-1)).toBe(rejected ? 'kept' : 'disputed');
      const waiting = await fixture.app.rows('select from feedback_proposal where feedback_no = $1', [feedbackNo]);
      expect(waiting).toHaveLength(rejected ? 0 : 1);
    }
  });
});
