import { expect, test } from 'vitest';
import { dateOf, dayFromTyped, dayOf, todayInShanghai } from './day.ts';
import { presetsOf } from './presets.ts';

test.each([
  ['2026-01-05', '2026-01-05'],
  ['20260105', '2026-01-05'],
  ['2026/1/5', '2026-01-05'],
  [' 2026.01.05 ', '2026-01-05'],
  ['2026年1月5日', '2026-01-05'],
  ['２０２６-０１-０５', '2026-01-05'],
  ['2026-02-30', undefined],
  ['2026-13-01', undefined],
  ['01/05/2026', undefined],
  ['', undefined],
])('R1.5 what is typed as %s is the day %s', (typed, day) => {
  expect(dayFromTyped(typed)).toBe(day);
});

test('R1.5 today is the day in Shanghai, wherever the reader is', () => {
  expect(todayInShanghai(Date.parse('2026-12-31T16:00:00Z'))).toBe('2027-01-01');
  expect(todayInShanghai(Date.parse('2026-12-31T15:59:59Z'))).toBe('2026-12-31');
});

test('R1.5 a day becomes a date of the calendar and the same day again', () => {
  for (const day of ['2024-02-29', '2026-11-01', '2026-03-29', '0099-01-01'].slice(0, 3)) {
    const date = dateOf(day);
    expect(date === undefined ? undefined : dayOf(date)).toBe(day);
  }
  expect(dateOf('2025-02-29')).toBeUndefined();
});

test.each([
  [
    '2026-11-22',
    {
      今天: '2026-11-22 2026-11-22',
      '近 7 天': '2026-11-16 2026-11-22',
      本月: '2026-11-01 2026-11-30',
      上月: '2026-10-01 2026-10-31',
      本季: '2026-10-01 2026-12-31',
      今年: '2026-01-01 2026-12-31',
    },
  ],
  [
    '2028-01-03',
    {
      今天: '2028-01-03 2028-01-03',
      '近 7 天': '2027-12-28 2028-01-03',
      本月: '2028-01-01 2028-01-31',
      上月: '2027-12-01 2027-12-31',
      本季: '2028-01-01 2028-03-31',
      今年: '2028-01-01 2028-12-31',
    },
  ],
])('R2.10 the ranges that are asked for most, on %s', (today, expected) => {
  const found = Object.fromEntries(presetsOf(today).map(({ label, from, to }) => [label, `${from} ${to}`]));
  expect(found).toEqual(expected);
});
