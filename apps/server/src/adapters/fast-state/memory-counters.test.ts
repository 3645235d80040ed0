import { describe, expect, it } from 'vitest';
import { createMemoryCounters } from './memory-counters.ts';

describe('R14.2 counters of one process', () => {
  it('R14.2 many new keys drop the one that began first, and no other key is freed of what it has used', () => {
    let nowMs = 0;
    const counters = createMemoryCounters({ nowMs: () => nowMs }, 3);
    const isRefused = (key: string) => counters.count(key, 1, 60_000) > 0;
    for (const key of ['a', 'b', 'c']) {
      expect(isRefused(key)).toBe(false);
      nowMs += 1;
    }
    expect(isRefused('d')).toBe(false);
    expect([isRefused('c'), isRefused('b'), isRefused('d')]).toEqual([true, true, true]);
    expect(isRefused('a')).toBe(false);
  });

  it('R14.2 a key that begins a new window is as young as a new one', () => {
    let nowMs = 0;
    const counters = createMemoryCounters({ nowMs: () => nowMs }, 2);
    counters.count('used', 1, 1000);
    counters.count('idle', 1, 1000);
    nowMs = 2500;
    counters.count('used', 1, 1000);
    counters.count('new', 1, 1000);
    expect(counters.count('used', 1, 1000)).toBeGreaterThan(0);
  });
});
