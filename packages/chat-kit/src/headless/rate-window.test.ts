import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateWindow } from './rate-window.ts';

test('R12.6 whatever the clicks, two that are let through are never closer than the window', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 120 }),
      fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 60 }),
      (seconds, waits) => {
        let now = 0;
        const window = createRateWindow({ seconds, now: () => now });
        const allowedAt: number[] = [];
        for (const wait of waits) {
          now += wait;
          const verdict = window.attempt();
          if (verdict.allowed) allowedAt.push(now);
          else expect(verdict.remainingMs).toBe((allowedAt.at(-1) ?? 0) + seconds * 1000 - now);
        }
        for (const [index, at] of allowedAt.entries()) {
          const before = allowedAt[index - 1];
          if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(seconds * 1000);
        }
        expect(allowedAt.length > 0).toBe(waits.length > 0);
      },
    ),
  );
});

test('R12.6 the first click and the one at the very end of the window go through', () => {
  let now = 5;
  const window = createRateWindow({ seconds: 2, now: () => now });
  expect(window.attempt().allowed).toBe(true);
  now = 2004;
  expect(window.attempt()).toEqual({ allowed: false, remainingMs: 1 });
  now = 2005;
  expect(window.attempt().allowed).toBe(true);
});

test('R12.6 a clock that runs backwards never lengthens the window', () => {
  let now = 1000;
  const window = createRateWindow({ seconds: 3, now: () => now });
  window.attempt();
  now = -50_000;
  expect(window.remainingMs()).toBe(3000);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('R12.6 a window of %s seconds refuses nothing', (seconds) => {
  const window = createRateWindow({ seconds, now: () => 0 });
  expect([window.attempt().allowed, window.attempt().allowed]).toEqual([true, true]);
});

test('R12.6 a released window is open', () => {
  const window = createRateWindow({ seconds: 60, now: () => 0 });
  window.attempt();
  window.release();
  expect(window.attempt().allowed).toBe(true);
});

test('R12.6 a release belongs to its attempt: a late one does not open the window of the next attempt', () => {
  let now = 0;
  const window = createRateWindow({ seconds: 5, now: () => now });
  const first = window.attempt();
  now = 5000;
  const second = window.attempt();
  if (!first.allowed || !second.allowed) throw new Error('both go through');
  first.release();
  expect(window.remainingMs()).toBe(5000);
  second.release();
  expect(window.remainingMs()).toBe(0);
});
