import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amounts } from './amounts.fixture.ts';
import { fen } from './fen.ts';
import { averageRate, fenOfMillionths, rateOf, scaledFen } from './rate.ts';
import { exactRmbText, ownRateText, percentText } from './rate-text.ts';
import { rmbText } from './yuan-text.ts';

describe('R3.7 rates and exact amounts as text', () => {
  it.each([
    [12_000, 2, '1.20%'],
    [12_000, 0, '1.2%'],
    [60_000, 0, '6%'],
    [1, 2, '0.0001%'],
    [1_000_000, 2, '100.00%'],
    [0, 0, '0%'],
    [-130_000, 0, '-13%'],
  ])('R3.7 %i millionths with at least %i decimals are %s', (millionths, least, text) => {
    expect(percentText(rateOf(millionths, 'millionths'), least)).toBe(text);
  });

  it.each([
    [1_481_484_000n, '¥14.81484'],
    [200_000_000n, '¥2.00'],
    [350_000n, '¥0.0035'],
    [-1n, '-¥0.00000001'],
    [0n, '¥0.00'],
    [12_345_678_900_000_000n, '¥123,456,789.00'],
  ])('R3.7 %i millionths of a fen are %s', (millionths, text) => {
    expect(exactRmbText(millionths)).toBe(text);
  });

  it('R3.7 an exact amount of fen reads like any amount', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(exactRmbText(BigInt(amount) * 1_000_000n)).toBe(rmbText(amount));
      }),
    );
  });
});

describe('R4.9 exact sums and averages', () => {
  it('R4.9 millionths of a fen are rounded once, halves away from zero', () => {
    const cases = [499_999n, 500_000n, -499_999n, -500_000n, 1_500_000n];
    expect(cases.map(fenOfMillionths)).toEqual([0, 1, 0, -1, 2]);
    expect(() => fenOfMillionths(10n ** 23n)).toThrow(RangeError);
  });

  it('R4.9 a scaled amount differs from the exact one by at most half a fen, and is null beyond the safe range', () => {
    fc.assert(
      fc.property(amounts, fc.nat(1_000_000), fc.integer({ min: 1, max: 1_000_000 }), (amount, times, by) => {
        const scaled = scaledFen(amount, times, by);
        const exact = BigInt(amount) * BigInt(times);
        if (scaled === null) return (exact < 0n ? -exact : exact) / BigInt(by) >= BigInt(Number.MAX_SAFE_INTEGER);
        const off = (BigInt(scaled) * BigInt(by) - exact) * 2n;
        return off <= BigInt(by) && off >= -BigInt(by);
      }),
    );
    expect(() => scaledFen(fen(1), 1, 0)).toThrow(RangeError);
  });

  it('R3.7 the rate of a line of its own is a percentage of an amount, and a price where units are counted', () => {
    expect(ownRateText(rateOf(9_000, 'millionths'), null)).toBe('0.9%');
    expect(ownRateText(rateOf(220_000_000, 'millionths'), '份')).toBe('¥2.20 / 份');
  });

  it('R4.9 the average rate of a fee is the rate it was reckoned by, as near as a millionth tells', () => {
    expect(averageRate(fen(12_000), 1_000_000)).toBe(12_000);
    expect(averageRate(fen(600), 3)).toBe(200_000_000);
    expect(averageRate(fen(1), 0)).toBeNull();
    expect(averageRate(fen(Number.MAX_SAFE_INTEGER), 1)).toBeNull();
  });
});
