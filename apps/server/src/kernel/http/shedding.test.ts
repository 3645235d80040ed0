import { afterEach, expect, test, vi } from 'vitest';
import { createShedding, type Shedding } from '#kernel/http/shedding';

let shedding: Shedding | undefined;
afterEach(() => shedding?.stop());

/** Keeps the event loop from everything else. @unit ms */
const block = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test('security 4.14 a late event loop refuses calls, but not for what the start of the server took', async () => {
  shedding = createShedding({ maxDelayMs: 5, maxInFlight: 10 });
  shedding.enter();
  await vi.waitFor(
    () => {
      block(200);
      expect(shedding?.isOverloaded()).toBe(true);
    },
    { timeout: 10_000, interval: 1 },
  );
  shedding.reset();
  expect(shedding.isOverloaded()).toBe(false);
});

test('security 4.14 a late event loop refuses nobody while no call is in flight', async () => {
  shedding = createShedding({ maxDelayMs: 5, maxInFlight: 10 });
  shedding.enter();
  await vi.waitFor(
    () => {
      block(200);
      expect(shedding?.isOverloaded()).toBe(true);
    },
    { timeout: 10_000, interval: 1 },
  );
  shedding.leave();
  expect(shedding.isOverloaded()).toBe(false);
});
