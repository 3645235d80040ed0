import { expect, it } from 'vitest';
import { madeWithin, rangeEnd, rangeStart } from './day-range.ts';

it.each([
  ['2000-01-01', '1999-12-31T16:00:00.000Z', '2000-01-01T16:00:00.000Z'],
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

it.each([
  ['DD20260210-00000001', '2026-02-09', '2026-02-12'],
  ['DD20260210', '2026-02-09', '2026-02-12'],
  ['DD2026021', '2026-02-09', '2026-02-21'],
  ['DD2026020', '2026-01-31', '2026-02-11'],
  ['DD202604', '2026-03-31', '2026-05-03'],
  ['DD20261', '2026-09-30', '2027-01-02'],
  ['DD2026', '2025-12-31', '2027-01-02'],
  ['DD202', '2019-12-31', '2030-01-02'],
  ['DD2', '1999-12-31', '2101-01-02'],
])('R10.2 numbers that start with %s were made from %s to before %s', (start, from, before) => {
  expect(madeWithin(start)).toEqual({ from: new Date(from), before: new Date(before) });
});

it.each(['', 'D', 'DD', 'DD-', 'dd2026'])('R10.2 %j names no time', (start) => {
  expect(madeWithin(start)).toBeNull();
});
