import { expect, it } from 'vitest';
import { rangeEnd, rangeStart } from './day-range.ts';

it.each([
  ['2026-11-20', '2026-11-19T16:00:00.000Z', '2026-11-20T16:00:00.000Z'],
  ['2026-11-20T01:02:03Z', '2026-11-20T01:02:03.000Z', '2026-11-20T01:02:03.001Z'],
  ['2028-02-29', '2028-02-28T16:00:00.000Z', '2028-02-29T16:00:00.000Z'],
])('R3.7 %s begins at %s and is over at %s', (text, start, end) => {
  expect(rangeStart(text)?.toISOString()).toBe(start);
  expect(rangeEnd(text)?.toISOString()).toBe(end);
});

it.each([
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '1999-12-31',
  '2101-01-02',
  '9999-12-31',
  '2026-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-11-31',
  '2026-11-20T25:00:00Z',
])('R5.5 %s is no time', (text) => {
  expect(rangeStart(text)).toBeNull();
  expect(rangeEnd(text)).toBeNull();
});
