import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amounts } from './amounts.fixture.ts';
import { type Fen, fen } from './fen.ts';
import { applyRate, percentOf, rateOf, taxIn } from './rate.ts';

const million = 1_000_000n;
const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);

/** Within the safe range the result is exact; beyond it the call throws. */
const agrees = (work: () => Fen, isRight: (result: bigint) => boolean, estimate: bigint): boolean => {
  if (sizeOf(estimate) > BigInt(Number.MAX_SAFE_INTEGER)) {
    expect(work).toThrow(RangeError);
    return true;
  }
  return isRight(BigInt(work()));
};

describe('R4.9 a rate', () => {
  it.each([
    [6, 'percent', 60_000],
    [0.07, 'percent', 700],
    [5.8, 'percent', 58_000],
    [0.0001, 'percent', 1],
    [900, 'perMille', 900_000],
    [0.5, 'perMille', 500],
    [0.29, 'perMille', 290],
    [1, 'millionths', 1],
    [-13, 'percent', -130_000],
  ] as const)('R4.9 %d %s is %i millionths', (count, unit, millionths) => {
    expect(rateOf(count, unit)).toBe(millionths);
  });

  it.each([
    [0.000_01, 'percent'],
    [0.0005, 'perMille'],
    [0.5, 'millionths'],
    [Number.NaN, 'percent'],
    [Number.MAX_SAFE_INTEGER, 'perMille'],
  ] as const)('R4.9 %d %s is none', (count, unit) => {
    expect(() => rateOf(count, unit)).toThrow(RangeError);
  });

  it('R4.9 every rate in millionths has exactly one value in each unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (millionths) => {
        const percent = percentOf(rateOf(millionths, 'millionths'));
        expect(rateOf(percent, 'percent')).toBe(millionths + 0);
        expect(rateOf(millionths / 1000, 'perMille')).toBe(millionths + 0);
      }),
    );
  });
});

describe('R4.9 applying a rate', () => {
  it.each([
    [1, 50, 1, 1],
    [-1, 50, -1, 0],
    [3, 50, 2, 2],
    [-3, 50, -2, -1],
    [1, 49, 0, 1],
    [1, 0, 0, 0],
    [10, 15, 2, 2],
    [101, 1, 1, 2],
  ])('R4.9 of %i fen at %i %% is %i fen, %i rounded up', (basis, percent, half, up) => {
    expect(applyRate(fen(basis), rateOf(percent, 'percent'))).toBe(half);
    expect(applyRate(fen(basis), rateOf(percent, 'percent'), 'up')).toBe(up);
  });

  it('R4.9 differs by at most half a fen, rounds halves away from zero, and is exact for products of any size', () => {
    fc.assert(
      fc.property(amounts, amounts, (basis, rate) => {
        const product = BigInt(basis) * BigInt(rate);
        const isRight = (result: bigint): boolean => {
          const off = sizeOf(result) * million - sizeOf(product);
          return off * 2n > -million && off * 2n <= million && (result === 0n || result < 0n === product < 0n);
        };
        const estimate = ((sizeOf(product) * 2n) / million + 1n) / 2n;
        return agrees(() => applyRate(basis, rateOf(rate, 'millionths')), isRight, estimate);
      }),
    );
  });

  it('R4.9 exactly half a fen goes away from zero, whatever the amount and the rate', () => {
    // Each rate times its basis is half a fen; so is every odd multiple.
    const halves = fc.constantFrom([500_000, 1], [100_000, 5], [60_000, 25], [12_000, 125], [7500, 200], [4, 125_000]);
    fc.assert(
      fc.property(halves, fc.nat({ max: 10_000_000 }), fc.constantFrom(1, -1), ([rate = 0, basis = 0], count, sign) => {
        const times = 2 * count + 1;
        const doubled = (2 * rate * basis) / 1_000_000;
        expect(doubled % 2).toBe(1);
        const away = sign * ((doubled * times + 1) / 2);
        expect(applyRate(fen(sign * basis * times), rateOf(rate, 'millionths'))).toBe(away);
      }),
    );
  });

  it('R10.2 rounded up is the smallest integer of fen that is not less', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: -2_000_000, max: 2_000_000 }), (basis, rate) => {
        const product = BigInt(basis) * BigInt(rate);
        const isRight = (result: bigint): boolean => result * million >= product && (result - 1n) * million < product;
        const floor = product / million;
        const estimate = floor * million < product ? floor + 1n : floor;
        return agrees(() => applyRate(basis, rateOf(rate, 'millionths'), 'up'), isRight, estimate);
      }),
    );
  });
});

describe('R4.9 the tax in an amount', () => {
  it.each([
    [10_600, 6, 600],
    [11_300, 13, 1300],
    [100, 6, 6],
    [-10_600, 6, -600],
    [9, 0, 0],
  ])('R4.9 of %i fen at %i %% is %i fen', (amount, percent, tax) => {
    expect(taxIn(fen(amount), rateOf(percent, 'percent'))).toBe(tax);
  });

  it('R4.9 and the net amount have the ratio of the rate, to half a fen', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 1_000_000 }), (amount, rate) => {
        const divisor = million + BigInt(rate);
        const off = BigInt(taxIn(amount, rateOf(rate, 'millionths'))) * divisor - BigInt(amount) * BigInt(rate);
        return sizeOf(off) * 2n <= divisor;
      }),
    );
  });

  it('R4.9 a negative rate is refused', () => {
    expect(() => taxIn(fen(1), rateOf(-1, 'percent'))).toThrow(RangeError);
  });
});
