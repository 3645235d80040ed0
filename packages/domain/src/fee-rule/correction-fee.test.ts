import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fen, rateOf } from '../money.ts';
import { type Correction, type FormerLine, feeOfCorrection } from './correction-fee.ts';
import { allTerms, plainLine, plainTerms } from './fee-terms.fixture.ts';
import type { FeeTerms } from './fee-terms.ts';
import { correctionFeeText } from './fee-words.ts';
import { feeOfLine } from './line-fee.ts';

const alone: FormerLine = { rate: null, position: { total: 0, before: 0 } };
/** The fees of corrections that follow one another. */
const feesOf = (terms: FeeTerms, former: FormerLine, basis: number, parts: readonly number[]): readonly number[] => {
  let stood = basis;
  return parts.map((part) => {
    const { fee } = feeOfCorrection(terms, { former, stood, basis: part });
    stood += part;
    return fee;
  });
};
const sum = (parts: readonly number[]): number => parts.reduce((total, part) => total + part, 0);

const formers = fc.record({
  rate: fc.option(
    fc.nat(50_000).map((rate) => rateOf(rate, 'millionths')),
    { freq: 4 },
  ),
  position: fc.record({ total: fc.nat(5_000_000), before: fc.nat(3_000_000) }),
});
const bases = fc.integer({ min: 1, max: 1_000_000 });
const cuts = fc.array(fc.integer({ min: -300_000, max: 300_000 }), { maxLength: 6 });

describe('R4.9 the fee of a line that corrects another one', () => {
  it('R4.9 a fixed fee, a minimum and a cap are taken back once, with what is left of the line', () => {
    const fixed: FeeTerms = { ...plainTerms, scheme: { kind: 'fixed', fee: fen(500), per: 'line' } };
    expect(feesOf(fixed, alone, 3, [-1, -1, -1])).toEqual([0, 0, -500]);
    const one = rateOf(1, 'percent');
    const limited = (limits: Partial<FeeTerms>): FeeTerms => ({
      ...plainTerms,
      scheme: { kind: 'rate', rate: one },
      ...limits,
    });
    expect(feesOf(limited({ lineMinimum: fen(1000) }), alone, 50_000, [-25_000, -25_000])).toEqual([0, -1000]);
    expect(feesOf(limited({ lineCap: fen(50_000) }), alone, 100_000_000, [-10_000_000])).toEqual([0]);
  });

  it('R4.9 goes by the rate and the place of the former line', () => {
    const tiers = [
      { from: 0, rate: rateOf(2, 'percent') },
      { from: 10_000, rate: rateOf(1, 'percent') },
    ];
    const former = { rate: null, position: { total: 20_000, before: 5000 } };
    const tiered = (method: 'whole' | 'marginal'): FeeTerms => ({
      ...plainTerms,
      scheme: { kind: 'tiered', method, tiers },
    });
    expect(feesOf(tiered('whole'), former, 10_000, [-5000, -5000])).toEqual([-50, -50]);
    expect(feesOf(tiered('marginal'), former, 10_000, [-5000, -5000])).toEqual([-50, -100]);
    expect(feesOf(plainTerms, { ...former, rate: rateOf(3, 'percent') }, 10_000, [-5000])).toEqual([-150]);
  });

  it('R4.9 parts come to one of their sum, and a full one takes back what was charged', () => {
    fc.assert(
      fc.property(allTerms, formers, bases, cuts, (terms, former, basis, parts) => {
        const moved = sum(parts);
        const [together] = feesOf(terms, former, basis, [moved]);
        expect(sum(feesOf(terms, former, basis, parts))).toBe(together);
        const charged = feeOfLine(terms, { ...plainLine, ...former, unit: terms.unit, basis }, former.position).fee;
        expect(charged + sum(feesOf(terms, former, basis, [...parts, -basis - moved]))).toBe(0);
      }),
    );
  });

  it('R4.9 beyond the safe range there is none', () => {
    const most: Correction = { former: alone, stood: Number.MAX_SAFE_INTEGER, basis: 1 };
    expect(() => feeOfCorrection(plainTerms, most)).toThrow(RangeError);
  });

  it('R10.3 explains itself with both fees', () => {
    const terms: FeeTerms = { ...plainTerms, lineMinimum: fen(1000) };
    const given: Correction = { former: alone, stood: 100_000, basis: -100_000 };
    expect(correctionFeeText(terms, given)).toBe(
      '更正：原明细的计费金额由 ¥1,000.00 改为 ¥0.00，费用由 ¥12.00 改为 ¥0.00，相差 -¥12.00',
    );
  });
});
