import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryNonces } from './memory-nonces.ts';

describe('R7.4 nonces', () => {
  it('R7.4 of many nonces each is accepted once, through every growth of the table', () => {
    const nonces = createMemoryNonces({ nowMs: () => 1_000_000 });
    const names = Array.from({ length: 200_000 }, (_, at) => `nonce-${at}`);
    expect(names.every((name) => nonces.claim(name, 'key', 2_000_000) === true)).toBe(true);
    expect(names.some((name) => nonces.claim(name, 'key', 2_000_000) === true)).toBe(false);
  });

  it('R7.4 keys do not share nonces', () => {
    const nonces = createMemoryNonces({ nowMs: () => 1_000_000 });
    expect(nonces.claim('n', 'a', 2_000_000)).toBe(true);
    expect(nonces.claim('n', 'b', 2_000_000)).toBe(true);
    expect(nonces.claim('n', 'a', 2_000_000)).toBe(false);
  });

  it('R7.4 behaves like a plain set with expiry, for any values in any order', () => {
    const step = fc.record({ nonce: fc.integer({ min: 0, max: 3000 }), passSec: fc.integer({ min: 0, max: 3 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 4000 }), (steps) => {
        let nowMs = 1_000_000_000;
        const nonces = createMemoryNonces({ nowMs: () => nowMs });
        const model = new Map<number, number>();
        for (const { nonce, passSec } of steps) {
          nowMs += passSec * 1000;
          const isNew = (model.get(nonce) ?? 0) <= nowMs;
          expect(nonces.claim(String(nonce), 'k', nowMs + 60_000)).toBe(isNew);
          if (isNew) model.set(nonce, nowMs + 60_000);
        }
      }),
      { numRuns: 30 },
    );
  });
});
