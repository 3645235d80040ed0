import { describe, expect, it } from 'vitest';
import { fen } from '../money.ts';
import { type LoneRow, similarReference, suggestMatches } from './suggestion.ts';

const row = (itemNo: number, reference: string | null, amount: number, day = 10): LoneRow => ({
  itemNo,
  reference,
  amount: fen(amount),
  occurredOn: `2026-10-${String(day).padStart(2, '0')}`,
});

describe('R13.2 suggestions for a row alone', () => {
  it.each<[string | null, string | null, string | null]>([
    ['LN-20932', 'LN-20982', '业务编号只差一个字符'],
    ['LN-20932', 'LN-20389', null],
    ['0020932', '20932', '业务编号只差前面的零'],
    ['20932', 'LN-20932', '业务编号只差前缀“LN-”'],
    ['932', 'LN-932', null],
    ['20932', '20932', null],
    [null, '20932', null],
  ])('R13.2 of the references %s and %s: %s', (one, other, reason) => {
    expect(similarReference(one, other)).toBe(reason);
    expect(similarReference(other, one)).toBe(reason);
  });

  it('R13.2 the likeliest first, each with its reason: the same amount by day, a reference, two together, a near amount', () => {
    const own = row(1, 'LN-20932', 10_000);
    const others = [
      row(2, 'Z', 10_100),
      row(3, 'A', 4_000, 11),
      row(4, 'B', 6_000, 12),
      row(5, 'LN-20937', 900),
      row(6, 'C', 10_000, 14),
      row(7, 'D', 10_000, 11),
      row(8, 'E', -10_000),
    ];
    expect(suggestMatches(own, others, 3)).toEqual([
      { itemNos: [7], reason: '金额相同，相差\u00a01\u00a0天' },
      { itemNos: [6], reason: '金额相同，相差\u00a04\u00a0天' },
      { itemNos: [5], reason: '业务编号只差一个字符，金额相差\u00a091.00\u00a0元，同一天' },
      { itemNos: [3, 4], reason: '两笔合计金额相同，相差\u00a02\u00a0天以内' },
      { itemNos: [2], reason: '金额相差\u00a01.00\u00a0元，同一天' },
    ]);
    // Beyond the days two rows are no sum.
    expect(suggestMatches(own, others.slice(1, 3), 1)).toEqual([]);
  });
});
