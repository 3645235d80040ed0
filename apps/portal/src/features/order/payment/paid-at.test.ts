import { describe, expect, it } from 'vitest';
import { paidDayHint, paidInstantOf, paidTextsOf, paidTimeHint } from './paid-at.ts';

describe('the time of a transfer', () => {
  it('R1.5 is typed as a day and a time in Shanghai, and sent as an instant', () => {
    expect(paidTextsOf(Date.parse('2026-11-20T16:30:59Z'))).toEqual({ paidAt: '2026-11-21', paidTime: '00:30' });
    expect(paidInstantOf('2026-11-21', '00:30')).toBe('2026-11-20T16:30:00.000Z');
    expect(paidInstantOf('2026/11/20', '9:30')).toBe('2026-11-20T01:30:00.000Z');
    expect(paidInstantOf('2026-11-20', '0930')).toBe('2026-11-20T01:30:00.000Z');
  });

  it.each([
    ['', '请输入付款日期'],
    ['11/20', '请按 2026-01-31 的格式填写日期'],
    ['2026-11-23', '付款日期不能晚于今天'],
    ['2026-11-22', undefined],
  ])('R5.1 of the day %s it says %s', (typed, hint) => {
    expect(paidDayHint(typed, '2026-11-22')).toBe(hint);
  });

  it.each([
    ['', '请输入付款时间'],
    ['24:00', '请按 09:30 的格式填写时间'],
    ['9：05', undefined],
  ])('R5.1 of the time %s it says %s', (typed, hint) => {
    expect(paidTimeHint(typed)).toBe(hint);
  });
});
