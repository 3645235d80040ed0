import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amounts } from './amounts.fixture.ts';
import { addFen, differenceOf, fen, noFen, sumFen, timesFen } from './fen.ts';

describe('R3.7 an amount', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)])('R3.7 cannot be %d', (amount) => {
    expect(() => fen(amount)).toThrow(RangeError);
  });

  it('R3.7 is the number itself, and -0 becomes 0', () => {
    expect(fen(-5)).toBe(-5);
    expect(fen(-0)).toBe(0);
    expect(differenceOf(noFen, noFen)).toBe(0);
    expect(timesFen(noFen, -1)).toBe(0);
  });

  it('R3.7 is added, subtracted and multiplied exactly, or refused', () => {
    const exactly = (expected: bigint, work: () => number): boolean => {
      const isWithinRange = expected >= Number.MIN_SAFE_INTEGER && expected <= Number.MAX_SAFE_INTEGER;
      if (isWithinRange) return BigInt(work()) === expected;
      expect(work).toThrow(RangeError);
      return true;
    };
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const [x, y] = [BigInt(a), BigInt(b)];
        return (
          exactly(x + y, () => addFen(a, b)) &&
          exactly(x - y, () => differenceOf(a, b)) &&
          exactly(x * y, () => timesFen(a, b))
        );
      }),
    );
  });

  it('R3.7 many are summed, and the sum of none is 0', () => {
    expect(sumFen([])).toBe(0);
    expect(sumFen([fen(1), fen(-3), fen(10)])).toBe(8);
    expect(() => sumFen([fen(Number.MAX_SAFE_INTEGER), fen(1)])).toThrow(RangeError);
  });

  it('R3.7 is not multiplied by a fraction', () => {
    expect(() => timesFen(fen(100), 0.5)).toThrow(RangeError);
  });
});
