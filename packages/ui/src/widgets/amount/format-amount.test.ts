import { describe, expect, test } from 'vitest';
import { formatAmount } from './format-amount.ts';

describe('formatAmount', () => {
  test.each([
    [0, '¥0.00'],
    [5, '¥0.05'],
    [-5, '-¥0.05'],
    [99900, '¥999.00'],
    [100000, '¥1,000.00'],
    [123456, '¥1,234.56'],
    [-123456, '-¥1,234.56'],
    [Number.MAX_SAFE_INTEGER, '¥90,071,992,547,409.91'],
    [0.5, '—'],
    [Number.NaN, '—'],
    [2 ** 53, '—'],
  ])('R1.5 %s fen is %s', (fen, text) => {
    expect(formatAmount(fen)).toBe(text);
  });

  test('R1.5 a difference is signed where it is asked for', () => {
    expect(formatAmount(800, { sign: 'always' })).toBe('+¥8.00');
    expect(formatAmount(-800, { sign: 'always' })).toBe('-¥8.00');
    expect(formatAmount(0, { sign: 'always' })).toBe('¥0.00');
    expect(formatAmount(123456, { symbol: '' })).toBe('1,234.56');
  });
});
