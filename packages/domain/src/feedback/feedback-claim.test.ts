import { describe, expect, it } from 'vitest';
import { type Claim, claimFault, feedbackReasonLength, standingOf } from '../feedback.ts';
import { type Fen, fen, largestAmount } from '../money.ts';

const billLines = new Map([
  ['L1', { lineId: 'L1', amount: fen(600) }],
  ['L2', { lineId: 'L2', amount: fen(500), adjusted: fen(-100) }],
]);
const fault = (claimedAmount: Fen, lineIds?: readonly string[], reason = '重复计费') => {
  const claim: Claim = { claimedAmount, reason, ...(lineIds === undefined ? {} : { lineIds }) };
  return claimFault(fen(100_000), claim, billLines);
};

describe('R10.4 a claim', () => {
  it('R10.4 of 0, below or above what stands is valid, for the bill and for chosen lines', () => {
    for (const claimed of [0, 99_999, 100_001, largestAmount]) expect(fault(fen(claimed)), `${claimed}`).toBeNull();
    for (const claimed of [0, 999, 1001]) expect(fault(fen(claimed), ['L1', 'L2']), `${claimed}`).toBeNull();
  });

  it('R10.4 equal to what stands is refused: of the bill, and of the lines as they were adjusted', () => {
    expect(standingOf(fen(100_000), {}, billLines)).toBe(100_000);
    expect(standingOf(fen(100_000), { lineIds: ['L1', 'L2'] }, billLines)).toBe(1000);
    expect(fault(fen(100_000))).toBe('equalsStanding');
    expect(fault(fen(1000), ['L1', 'L2'])).toBe('equalsStanding');
    expect(fault(fen(400), ['L2'])).toBe('equalsStanding');
    expect(fault(fen(500), ['L2'])).toBeNull();
  });

  it.each<[string, ReturnType<typeof fault>, string]>([
    ['below 0', fault(fen(-1)), 'negative'],
    ['above what one may come to', fault(fen(largestAmount + 1)), 'tooLarge'],
    ['for no lines', fault(fen(1), []), 'noLines'],
    ['for a line twice', fault(fen(1), ['L1', 'L1']), 'sameLineTwice'],
    ['for a line of another bill', fault(fen(1), ['L1', 'L9']), 'otherLine'],
    ['without a reason', fault(fen(1), undefined, ' \n'), 'reasonMissing'],
    [
      'with a reason that is too long',
      fault(fen(1), undefined, '字'.repeat(feedbackReasonLength + 1)),
      'reasonTooLong',
    ],
  ])('R10.4 %s is refused', (_what, found, reason) => {
    expect(found).toBe(reason);
  });
});
