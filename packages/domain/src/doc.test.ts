import { describe, expect, it } from 'vitest';
import { keptSearch, placeBetween } from './doc.ts';

describe('R11.3 the order of documents', () => {
  it.each([
    [[], 0, { place: 10, others: undefined }],
    [[10, 20], 2, { place: 30, others: undefined }],
    [[10, 20], 1, { place: 15, others: undefined }],
    [[10, 20], 0, { place: 5, others: undefined }],
    [[10, 11], 1, { place: 20, others: [10, 30] }],
    [[98, 99], 2, { place: 30, others: [10, 20] }],
    [[1, 1], 0, { place: 10, others: [20, 30] }],
  ])('R11.3 siblings %j, in front of %d: %j', (siblings, at, placing) => {
    expect(placeBetween(siblings, at)).toEqual(placing);
  });

  it('R11.3 more entries than places are refused', () => {
    expect(
      placeBetween(
        Array.from({ length: 98 }, (_, at) => at + 1),
        0,
      )?.others,
    ).toHaveLength(98);
    expect(
      placeBetween(
        Array.from({ length: 99 }, (_, at) => at + 1),
        0,
      ),
    ).toBeNull();
  });
});

describe('R11.3 searches in vain', () => {
  it.each([
    ['  电子  发票 ', '电子 发票'],
    ['ＡＰＩ', 'api'],
    ['138 0013 8000', null],
    ['11010119900101123X', null],
    ['a@b.cn', null],
    ['???', null],
    ['', null],
    ['长'.repeat(41), null],
    ['2026 年报', '2026 年报'],
  ])('R11.3 %j is kept as %j', (keyword, word) => {
    expect(keptSearch(keyword)).toBe(word);
  });
});
