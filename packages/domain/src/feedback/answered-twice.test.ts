import { describe, expect, it } from 'vitest';
import { isAnsweredTwice } from './answered-twice.ts';
import type { FeedbackState } from './feedback-status.ts';

const open: FeedbackState = {
  status: 'open',
  answerBy: new Date('2026-11-25T16:00:00Z'),
  answeredAt: null,
  isWithdrawn: false,
  isReopened: false,
  helpful: null,
};
const answered: FeedbackState = { ...open, status: 'rejected', answeredAt: new Date('2026-11-24T02:00:00Z') };
const withdrawn: FeedbackState = { ...open, status: 'resolved', isWithdrawn: true };

describe('a claim on what was answered', () => {
  it('R4.10 two answers about the same are the last word, for the whole bill as for each of its lines', () => {
    const whole = { state: answered, lineIds: null };
    expect(isAnsweredTwice([whole], {})).toBe(false);
    expect(isAnsweredTwice([whole, whole], {})).toBe(true);
    expect(isAnsweredTwice([whole, { state: answered, lineIds: ['a'] }], { lineIds: ['a'] })).toBe(true);
    expect(isAnsweredTwice([whole, { state: answered, lineIds: ['a'] }], { lineIds: ['b'] })).toBe(false);
    const apart = ['a', 'b'].map((lineId) => ({ state: answered, lineIds: [lineId] }));
    expect(isAnsweredTwice(apart, { lineIds: ['a', 'b'] })).toBe(false);
  });

  it('R4.10 the answer after reopening is the last word, also where the reopened case was withdrawn', () => {
    for (const state of [answered, withdrawn]) {
      const closed = { state: { ...state, isReopened: true }, lineIds: ['a', 'b'] };
      expect(isAnsweredTwice([closed], { lineIds: ['b', 'c'] })).toBe(true);
      expect(isAnsweredTwice([closed], { lineIds: ['c'] })).toBe(false);
    }
  });

  it('R4.10 the whole bill after some of its lines, and what was withdrawn, can be claimed', () => {
    const ofLines = { state: { ...answered, isReopened: true }, lineIds: ['a'] };
    expect(isAnsweredTwice([ofLines], {})).toBe(false);
    expect(
      isAnsweredTwice(
        [1, 2, 3].map(() => ({ state: withdrawn, lineIds: null })),
        {},
      ),
    ).toBe(false);
    expect(isAnsweredTwice([], {})).toBe(false);
  });
});
