import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTime, timeAsGiven } from './format-time.ts';

test('R12.4 a converted time is YYYY-MM-DD HH:mm:ss in the zone asked for', () => {
  expect(formatTime(1_790_000_000_000, 'Asia/Shanghai')).toBe('2026-09-21 22:13:20');
  expect(formatTime('1790000000000', 'UTC')).toBe('2026-09-21 14:13:20');
  expect(formatTime('2026-01-01T16:00:00Z', 'Asia/Shanghai')).toBe('2026-01-02 00:00:00');
  expect(formatTime(new Date(0), 'UTC')).toBe('1970-01-01 00:00:00');
});

test('R12.4 without a zone it is the reader’s own', () => {
  const local = new Date(2026, 4, 6, 7, 8, 9);
  expect(formatTime(local)).toBe('2026-05-06 07:08:09');
});

test('R12.4 what already has the form, and what is no time, stays as given', () => {
  expect(formatTime('2026-05-06 07:08:09', 'UTC')).toBe('2026-05-06 07:08:09');
  expect(formatTime('刚刚', 'UTC')).toBe('刚刚');
  expect(formatTime(Number.NaN, 'UTC')).toBe('NaN');
});

test('R12.4 ten digits are seconds; digits that are neither seconds nor milliseconds stay as given', () => {
  expect(formatTime('1790000000', 'Asia/Shanghai')).toBe('2026-09-21 22:13:20');
  expect(formatTime('1790000000', 'Asia/Shanghai')).toBe(formatTime('1790000000000', 'Asia/Shanghai'));
  for (const digits of ['20260921221600', '1790000000000000', '123456789012']) {
    expect(formatTime(digits, 'UTC')).toBe(digits);
  }
});

test('R12.4 any time since 1970 converts to the form and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (sec) => {
      const text = formatTime(sec * 1000, 'UTC');
      expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u);
      expect(Date.parse(`${text.replace(' ', 'T')}Z`)).toBe(sec * 1000);
    }),
  );
});

test('R12.4 unconverted, a time is shown as given', () => {
  expect(timeAsGiven('10:05')).toBe('10:05');
  expect(timeAsGiven(123)).toBe('123');
  expect(timeAsGiven(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
});
