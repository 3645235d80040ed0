import { describe, expect, test } from 'vitest';
import { fen } from './fen.ts';
import { addSums, compareSums, differenceOfSums, fenSum, sizeOfSum } from './fen-sum.ts';
import { isWithinBound, largestAmount } from './largest-amount.ts';
import { rmbText, yuanText } from './yuan-text.ts';

const most = BigInt(Number.MAX_SAFE_INTEGER);

describe('R3.7 sums over many rows', () => {
  test('R3.7 a sum is an amount up to the safe range, and its digits beyond it', () => {
    for (const sign of [1n, -1n]) {
      expect(fenSum(sign * most)).toBe(Number(sign * most));
      expect(fenSum(sign * (most + 1n))).toBe(String(sign * (most + 1n)));
    }
    expect(fenSum(0n)).toBe(0);
  });

  test('R3.7 ten million lines of the largest amount are added exactly, and are an amount again once most is taken off', () => {
    const all = fenSum(BigInt(largestAmount) * 10_000_000n);
    expect(all).toBe('10000000000000000000');
    expect(addSums([all, fen(1), all])).toBe('20000000000000000001');
    expect(differenceOfSums(all, fenSum(10n ** 19n - 5n))).toBe(5);
    expect(addSums([])).toBe(0);
  });

  test('R3.7 sums are compared by their value, whatever form they have', () => {
    const [large, larger] = [fenSum(most + 1n), fenSum(10n ** 20n)];
    expect([larger, fen(3), large, fen(-1)].toSorted(compareSums)).toEqual([-1, 3, large, larger]);
    expect(compareSums(large, large)).toBe(0);
    expect(sizeOfSum(larger)).toBe(1e20);
  });

  test('R1.5 a sum is written as an amount is', () => {
    expect(rmbText(fenSum(10n ** 19n + 7n))).toBe('¥100,000,000,000,000,000.07');
    expect(rmbText(fenSum(-(10n ** 19n)))).toBe('-¥100,000,000,000,000,000.00');
    expect(yuanText(fenSum(10n ** 19n), { sign: 'always', grouping: false })).toBe('+100000000000000000.00');
  });

  test('R4.9 the bound of one amount is ten billion yuan, on both sides', () => {
    expect(rmbText(largestAmount)).toBe('¥10,000,000,000.00');
    expect([largestAmount, 0 - largestAmount, largestAmount + 1, -1 - largestAmount].map(isWithinBound)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
