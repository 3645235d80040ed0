import { describe, expect, it } from 'vitest';
import { endOfDay } from '../calendar.ts';
import {
  answerFeedback,
  type FeedbackAnswer,
  feedbackActionNames,
  feedbackActions,
  previewAnswer,
} from '../feedback.ts';
import { fen } from '../money.ts';
import { calendar, disputed, now, open, pending, resolved, withdrawn } from './feedback.fixture.ts';

const forBill = { feedback: open, bill: disputed, claimedAmount: fen(90_000), standing: fen(100_000) };
const forLines = { ...forBill, claimedAmount: fen(400), standing: fen(1000), lineIds: ['L1', 'L2'] };
const reason = '经核对属实';
const late = { now: new Date('2026-11-25T03:00:00Z'), calendar };

describe('R4.9 an answer', () => {
  it('R4.9 has a Chinese name for every action', () => {
    expect(feedbackActions.map((action) => feedbackActionNames[action])).toEqual(['同意', '调整', '驳回']);
  });

  it('R4.9 accepts: the bill becomes what was claimed, of the bill or of the lines', () => {
    expect(answerFeedback(forBill, { action: 'accept', reason }, { now, calendar })).toEqual({
      ok: true,
      feedback: resolved,
      bill: { ...pending, amount: 90_000 },
    });
    expect(answerFeedback(forLines, { action: 'accept', reason }, { now, calendar })).toMatchObject({
      bill: { status: 'pending', amount: 99_400 },
    });
  });

  it('R4.9 adjusts: another amount, with lines one for each of them', () => {
    expect(answerFeedback(forBill, { action: 'adjust', reason, newAmount: fen(95_000) }, late)).toMatchObject({
      feedback: { status: 'resolved' },
      bill: { status: 'pending', amount: 95_000, confirmBy: endOfDay('2026-11-30') },
    });
    const lineAmounts = new Map([
      ['L1', fen(600)],
      ['L2', fen(0)],
    ]);
    const answer: FeedbackAnswer = { action: 'adjust', reason, newAmount: fen(600), lineAmounts };
    expect(answerFeedback(forLines, answer, { now, calendar })).toMatchObject({ bill: { amount: 99_600 } });
  });

  it('R4.9 rejects: the amount stays, with time to confirm', () => {
    expect(answerFeedback(forBill, { action: 'reject', reason }, late)).toEqual({
      ok: true,
      feedback: { ...open, status: 'rejected', answeredAt: late.now },
      bill: { ...pending, confirmBy: endOfDay('2026-11-30') },
    });
  });

  it('R4.9 is previewed before it is given', () => {
    const preview = (answer: Pick<FeedbackAnswer, 'action' | 'newAmount'>) => previewAnswer(forLines, answer);
    expect(preview({ action: 'accept' })).toEqual({ fromAmount: 100_000, toAmount: 99_400, difference: -600 });
    expect(preview({ action: 'adjust', newAmount: fen(1200) })).toMatchObject({ toAmount: 100_200, difference: 200 });
    expect(preview({ action: 'reject' })).toMatchObject({ difference: 0 });
    expect(preview({ action: 'adjust' })).toBeNull();
  });

  it('R4.9 on chosen lines keeps the bill within its minimum and its cap, beside what was adjusted of the whole', () => {
    const capped = { sum: fen(30_000), billMinimum: fen(4000), billCap: fen(10_000) };
    // The cap made 10,000 of 30,000; an answer on the whole bill has taken off 500 since.
    const answered = {
      ...forLines,
      bill: { ...disputed, amount: fen(9500) },
      standing: fen(30_000),
      billLines: capped,
    };
    const amountWith = (claimedAmount: number) =>
      previewAnswer({ ...answered, claimedAmount: fen(claimedAmount) }, { action: 'accept' })?.toAmount;
    expect([25_000, 15_000, 10_000, 8000, 4000, 100].map(amountWith)).toEqual([9500, 9500, 9500, 7500, 3500, 3500]);
    expect(previewAnswer(answered, { action: 'reject' })).toMatchObject({ difference: 0 });
    // Where the bill has neither, the difference of the lines is that of the bill.
    const free = { ...capped, billMinimum: null, billCap: null };
    expect(previewAnswer({ ...answered, billLines: free }, { action: 'accept' })?.toAmount).toBe(9500 - 30_000 + 400);
  });

  const lines = (one: number, other: number) =>
    new Map([
      ['L1', fen(one)],
      ['L2', fen(other)],
    ]);
  it.each<[Parameters<typeof answerFeedback>[0], Partial<FeedbackAnswer>, string]>([
    [{ ...forBill, feedback: resolved }, {}, 'answered'],
    [{ ...forBill, feedback: withdrawn }, {}, 'answered'],
    [forBill, { reason: '' }, 'reasonMissing'],
    [forBill, { reason: '字'.repeat(501) }, 'reasonTooLong'],
    [forBill, { action: 'adjust' }, 'amountMissing'],
    [forBill, { newAmount: fen(90_000) }, 'amountNotAsked'],
    [forBill, { action: 'reject', newAmount: fen(90_000) }, 'amountNotAsked'],
    [forBill, { action: 'adjust', newAmount: fen(1), lineAmounts: lines(1, 0) }, 'linesDiffer'],
    [forLines, { action: 'adjust', newAmount: fen(600) }, 'linesMissing'],
    [forLines, { action: 'adjust', newAmount: fen(600), lineAmounts: lines(600, 1) }, 'linesDiffer'],
    [forLines, { action: 'adjust', newAmount: fen(600), lineAmounts: new Map([['L1', fen(600)]]) }, 'linesDiffer'],
    [
      forLines,
      {
        action: 'adjust',
        newAmount: fen(0),
        lineAmounts: new Map([
          ['L1', fen(0)],
          ['L3', fen(0)],
        ]),
      },
      'linesDiffer',
    ],
    [forBill, { action: 'adjust', newAmount: fen(-1) }, 'negative'],
    [{ ...forLines, standing: fen(100_500), claimedAmount: fen(0) }, {}, 'negative'],
    [forBill, { action: 'adjust', newAmount: fen(100_000) }, 'unchanged'],
    [{ ...forBill, bill: { ...disputed, paid: fen(95_000) } }, {}, 'belowPaid'],
    [{ ...forBill, bill: pending }, {}, 'notDisputed'],
    [{ ...forBill, bill: pending }, { action: 'reject' }, 'notDisputed'],
  ])('R4.9 is refused: %#', (answered, changes, refusal) => {
    expect(answerFeedback(answered, { action: 'accept', reason, ...changes }, { now, calendar })).toEqual({
      ok: false,
      reason: refusal,
    });
  });
});
