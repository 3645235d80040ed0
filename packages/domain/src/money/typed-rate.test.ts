import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactRmbText, percentText, rateOf, rateOfPercent, rateOfUnitPrice } from '../money.ts';

describe('R11.6 rates as people type them', () => {
  it.each([
    ['1.2', 12_000],
    ['１．２％', 12_000],
    ['.5', 5000],
    ['0.0001', 1],
    ['0.00010', 1],
    ['100', 1_000_000],
  ])('R11.6 %s per cent is %i millionths', (typed, millionths) => {
    expect(rateOfPercent(typed)).toBe(millionths);
  });

  it.each([
    ['2', 200_000_000],
    ['0.0035', 350_000],
    ['0.00000001', 1],
    ['12,345.67', 1_234_567_000_000],
  ])('R11.6 %s yuan a unit is %i millionths of a fen', (typed, millionths) => {
    expect(rateOfUnitPrice(typed)).toBe(millionths);
  });

  it.each(['', 'x', '-1', '1.', '1.00001', '1e3', '1.2.3'])('R5.1 %s is no percentage', (typed) => {
    expect(rateOfPercent(typed)).toBeNull();
  });

  it('R5.1 what is no safe number, or finer than a millionth of a fen, is no price', () => {
    for (const typed of ['999999999999', '0.000000001', '']) expect(rateOfUnitPrice(typed)).toBeNull();
  });

  it('R11.6 what a screen writes is read as it was', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000_000_000), (percent, price) => {
        expect(rateOfPercent(percentText(rateOf(percent, 'millionths')))).toBe(percent);
        expect(rateOfUnitPrice(exactRmbText(BigInt(price)).slice(1))).toBe(price);
      }),
    );
  });
});
