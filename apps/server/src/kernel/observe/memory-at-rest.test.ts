import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryAtRest } from '#kernel/observe/memory-at-rest';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('R14.6 memory at rest', () => {
  it('R14.6 is given back once, ten seconds after an overload, and not while calls are made or after a few of them', () => {
    let calls = 0;
    let collections = 0;
    const rest = createMemoryAtRest({ inFlight: () => calls, collect: () => void (collections += 1) });
    rest.start();
    const pass = (count: number, seconds: number) => {
      calls = count;
      vi.advanceTimersByTime(seconds * 1000);
    };
    pass(20, 60);
    pass(0, 60);
    expect(collections).toBe(0);
    pass(400, 2);
    pass(5, 60);
    expect(collections).toBe(0);
    pass(0, 9);
    expect(collections).toBe(0);
    pass(1, 2);
    expect(collections).toBe(1);
    pass(0, 600);
    expect(collections).toBe(1);
    pass(400, 2);
    pass(0, 11);
    expect(collections).toBe(2);
    rest.stop();
  });
});
