import { describe, expect, it } from 'vitest';
import { ageText } from './age-text.ts';

describe('R11.2 how long something has waited', () => {
  it.each([
    [0, '不到\u00a01\u00a0分钟'],
    [59 * 60_000, '59\u00a0分钟'],
    [26 * 3_600_000, '1\u00a0天 2\u00a0小时'],
    [24 * 3_600_000, '1\u00a0天'],
    [9 * 86_400_000 + 3_600_000, '9\u00a0天'],
  ])('R11.2 %d ms reads %s', (ms, text) => {
    expect(ageText(ms)).toBe(text);
  });
});
