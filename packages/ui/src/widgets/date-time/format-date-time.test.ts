import { expect, test } from 'vitest';
import { formatDateTime } from './format-date-time.ts';

test.each([
  ['2026-11-20T01:30:45.000Z', 'minute', '2026-11-20 09:30'],
  ['2026-12-31T16:00:00Z', 'minute', '2027-01-01 00:00'],
  ['2026-11-20T01:30:45Z', 'second', '2026-11-20 09:30:45'],
  ['2026-11-20T17:30:45Z', 'date', '2026-11-21'],
  ['2026-11-20', 'minute', '2026-11-20'],
  ['nonsense', 'minute', '—'],
] as const)('R1.5 %s to the %s is %s in Shanghai', (iso, precision, text) => {
  expect(formatDateTime(iso, precision)).toBe(text);
});
