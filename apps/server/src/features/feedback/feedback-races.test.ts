import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestReply } from '#kernel/testing/test-client';
import { BillMoves } from './bill-moves.fixture.ts';
import { type FeedbackFixture, openFeedbackFixture } from './feedback.fixture.ts';

let fixture: FeedbackFixture;
let moves: BillMoves;
beforeAll(async () => {
  fixture = await openFeedbackFixture();
  moves = await BillMoves.open(fixture);
});
afterAll(() => fixture.close());

const statusesOf = (replies: readonly TestReply[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other);

/** Expects a bill and its cases to be right; returns the kinds of its steps. */
const expectLegal = async (billNo: string): Promise<readonly string[]> => {
  expect(await moves.faults(billNo)).toEqual([]);
  return moves.kinds(billNo);
};

const withdraw = (feedbackNo: string) => fixture.write(fixture.first.browser, 'feedback.withdraw', { feedbackNo });
const reopen = (feedbackNo: string) =>
  fixture.write(fixture.first.browser, 'feedback.add', { feedbackNo, content: '仍有异议', reopen: true });

describe('R4.9 a bill that was settled by mistake', () => {
  it('R4.9 R4.10 once its payment is taken back, its answered feedback is reopened, and its amount is not bound by that payment', async () => {
    const { billNo } = await fixture.bill();
    const feedbackNo = await fixture.opened(billNo);
    await fixture.answer(feedbackNo, { action: 'reject' });
    await moves.confirm(billNo);
    expect(await moves.settle(billNo)).toBe(true);
    expect(await reopen(feedbackNo)).toMatchObject({ status: 409, body: { errCode: 'RHFE005' } });
    expect((await moves.payBack(billNo, 0)).status).toBe(200);
    expect(await fixture.detail(feedbackNo)).toMatchObject({ canReopen: true, billStatus: 'confirmed' });
    expect((await reopen(feedbackNo)).status).toBe(200);
    expect((await fixture.answer(feedbackNo, { action: 'adjust', newAmount: 70_000 })).status).toBe(200);
    await moves.confirm(billNo);
    expect(await moves.settle(billNo)).toBe(true);
    expect(await reopen(feedbackNo)).toMatchObject({ status: 409 });
    await expectLegal(billNo);
  });
});

describe('R4.12 races of feedback', () => {
  it('R4.12 a payment is taken back and the feedback reopened at once: both are done, one after the other', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { billNo } = await fixture.bill();
      const feedbackNo = await fixture.opened(billNo);
      await fixture.answer(feedbackNo, { action: 'reject' });
      await moves.confirm(billNo);
      await moves.settle(billNo, 100);
      const replies = await Promise.all([moves.payBack(billNo, 0), reopen(feedbackNo)]);
      // What was seen has changed where the feedback came first.
      expect([200, 409]).toContain(replies[0]?.status);
      expect(replies[1]?.status).toBe(200);
      if (replies[0]?.status === 409) expect((await moves.payBack(billNo, 0)).status).toBe(200);
      expect((await expectLegal(billNo)).toSorted().slice(-2)).toEqual(['paymentReversed', 'reopened']);
      expect(await fixture.billRow(billNo)).toMatchObject({ status: 'disputed', paid_fen: 0 });
    }
  });

  it('R4.12 of two feedbacks on one bill at once, one is opened', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { billNo } = await fixture.bill();
      const replies = await Promise.all([1, 2, 3, 4].map((claimedAmount) => fixture.claim(billNo, { claimedAmount })));
      expect(statusesOf(replies)).toEqual([200, 409, 409, 409]);
      expect(await expectLegal(billNo)).toEqual(['issued', 'disputed']);
    }
  });

  it('R4.12 a bill is confirmed or disputed, never both', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const { billNo } = await fixture.bill();
      const [isConfirmed, reply] = await Promise.all(
        round % 2 === 0
          ? [moves.confirm(billNo), fixture.claim(billNo)]
          : ([fixture.claim(billNo), moves.confirm(billNo)].toReversed() as [Promise<boolean>, Promise<TestReply>]),
      );
      expect(reply.status).toBe(isConfirmed ? 409 : 200);
      seen.add((await expectLegal(billNo)).join(' '));
    }
    expect([...seen].every((kinds) => ['issued confirmed', 'issued disputed'].includes(kinds))).toBe(true);
  });

  it('R4.12 a feedback is withdrawn or answered, never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { billNo } = await fixture.bill();
      const feedbackNo = await fixture.opened(billNo);
      const answer = fixture.answer(feedbackNo, { action: round % 2 === 0 ? 'accept' : 'reject', version: 1 });
      const replies = await Promise.all([withdraw(feedbackNo), answer, withdraw(feedbackNo)]);
      expect(statusesOf(replies)).toEqual([200, 409, 409]);
      expect(await expectLegal(billNo)).toHaveLength(3);
    }
  });

  it('R4.12 is answered once, however many answer at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { billNo } = await fixture.bill();
      const feedbackNo = await fixture.opened(billNo);
      const replies = await Promise.all([
        fixture.answer(feedbackNo, { action: 'accept', version: 1 }),
        fixture.answer(feedbackNo, { action: 'adjust', newAmount: 5, version: 1 }),
        fixture.answer(feedbackNo, { action: 'reject', version: 1 }, fixture.support),
      ]);
      expect(statusesOf(replies)).toEqual([200, 409, 409]);
      expect(await expectLegal(billNo)).toHaveLength(3);
    }
  });

  it('R4.12 a bill is settled or its feedback reopened, never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { billNo } = await fixture.bill();
      const feedbackNo = await fixture.opened(billNo);
      await fixture.answer(feedbackNo, { action: 'reject' });
      expect(await moves.confirm(billNo)).toBe(true);
      const [isSettled, first, second] = await Promise.all([
        moves.settle(billNo),
        reopen(feedbackNo),
        reopen(feedbackNo),
      ]);
      expect(statusesOf([first, second])).toEqual(isSettled ? [409, 409] : [200, 409]);
      expect((await expectLegal(billNo)).at(-1)).toBe(isSettled ? 'settled' : 'reopened');
    }
  });
});
