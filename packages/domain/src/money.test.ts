import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addFen,
  applyRate,
  differenceOf,
  fen,
  prorate,
  type Rate,
  rateOf,
  rmbText,
  sumFen,
  taxIn,
  yuanInCapitals,
} from './money.ts';

const sixPercent: Rate = rateOf(6, 'percent');
const perLoan: Rate = rateOf(3.5, 'perMille');

describe('R4.9 money from a line to a bill', () => {
  it('R4.9 lines are rounded once, their sum is the bill’s amount, which includes the tax, and both are formatted', () => {
    const fees = [fen(1_000_150), fen(99_999), fen(1)].map((basis) => applyRate(basis, perLoan));
    expect(fees).toEqual([3501, 350, 0]);
    const amount = sumFen(fees);
    const tax = taxIn(amount, sixPercent);
    expect([rmbText(amount), rmbText(tax), rmbText(differenceOf(amount, tax))]).toEqual(['¥38.51', '¥2.18', '¥36.33']);
    expect(yuanInCapitals(amount)).toBe('人民币叁拾捌元伍角壹分');
  });

  it('R4.9 an adjustment that is prorated over the lines adds up exactly', () => {
    const lines = fc.array(fc.nat({ max: 100_000_000 }).map(fen), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(lines, fc.integer().map(fen), (fees, adjustment) => {
        fc.pre(sumFen(fees) > 0);
        const shares = prorate(adjustment, fees);
        const adjusted = fees.map((fee, at) => addFen(fee, shares[at] ?? fen(0)));
        expect(sumFen(adjusted)).toBe(addFen(sumFen(fees), adjustment));
      }),
    );
  });
});
