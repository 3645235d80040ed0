import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amounts } from './amounts.fixture.ts';
import { fen } from './fen.ts';
import { prorate } from './prorate.ts';

const weights = fc
  .array(fc.oneof(fc.nat({ max: 5 }), fc.maxSafeNat()), { minLength: 1, maxLength: 40 })
  .filter((each) => each.some((weight) => weight > 0));

describe('R4.9 prorating an amount', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [101, [1, 1, 1], [34, 34, 33]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [10, [0, 1, 0], [0, 10, 0]],
    [1, [1, 2, 2], [0, 1, 0]],
    [7, [3, 3, 1], [3, 3, 1]],
    [0, [2, 1], [0, 0]],
  ])('R4.9 %i fen by weights %j are %j', (amount, by, parts) => {
    expect(prorate(fen(amount), by)).toEqual(parts);
  });

  it('R4.9 the parts sum to the amount, and no part differs by a fen or more from its exact share', () => {
    fc.assert(
      fc.property(amounts, weights, (amount, by) => {
        const parts = prorate(amount, by).map(BigInt);
        const total = by.reduce((sum, weight) => sum + BigInt(weight), 0n);
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(BigInt(amount));
        for (const [at, weight] of by.entries()) {
          const off = (parts[at] ?? 0n) * total - BigInt(amount) * BigInt(weight);
          expect(off < total && off > -total).toBe(true);
        }
      }),
    );
  });

  it.each([[[]], [[0, 0]], [[1, -1]], [[0.5]]])('R4.9 refuses the weights %j', (by) => {
    expect(() => prorate(fen(1), by)).toThrow(RangeError);
  });
});
