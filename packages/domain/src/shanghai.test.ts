import { expect, it } from 'vitest';
import { instantOfClock, instantOn, shanghaiClock } from './shanghai.ts';

it('R3.7 the clock of Shanghai is eight hours ahead of UTC, also across midnight, and back', () => {
  const at = new Date('2026-12-31T16:05:09Z');
  expect(shanghaiClock(at).toISOString()).toBe('2027-01-01T00:05:09.000Z');
  expect(instantOfClock(shanghaiClock(at))).toEqual(at);
});

it('R3.7 a day and a time of day name an instant, a day alone its midnight', () => {
  expect(instantOn('2026-11-20', '09:30').toISOString()).toBe('2026-11-20T01:30:00.000Z');
  expect(instantOn('2026-11-20').toISOString()).toBe('2026-11-19T16:00:00.000Z');
  expect(instantOn('2026-11-20', '24:30').getTime()).toBeNaN();
});
