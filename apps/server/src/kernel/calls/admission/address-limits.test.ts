import { describe, expect, it } from 'vitest';
import { createMemoryFastState } from '#adapters/fast-state/memory-fast-state';
import { createAddressLimit } from '#kernel/calls/admission/address-limits';

describe('R8.6 requests of one address', () => {
  it('R8.6 they are refused beyond the limit of a minute, and admitted again as the window moves', () => {
    let nowMs = 1_000_000;
    const check = createAddressLimit(createMemoryFastState({ now: () => new Date(nowMs), nowMs: () => nowMs }), 10);
    const allowed = (count: number): number => {
      let passed = 0;
      for (let at = 0; at < count; at += 1) {
        try {
          void check('a');
          passed += 1;
        } catch (error) {
          expect(error).toMatchObject({ code: 'RHSY429' });
        }
      }
      return passed;
    };
    expect(allowed(15)).toBe(10);
    expect(() => check('b')).not.toThrow();
    nowMs += 61_000;
    expect(allowed(15)).toBe(1);
    nowMs += 29_000;
    expect(allowed(15)).toBe(4);
    nowMs += 500_000;
    expect(allowed(15)).toBe(10);
  });

  it('R8.6 a refusal says after how many seconds to retry', () => {
    const check = createAddressLimit(createMemoryFastState({ now: () => new Date(0), nowMs: () => 0 }), 1);
    void check('a');
    expect(() => check('a')).toThrow(expect.objectContaining({ retryAfterSec: 60, data: { retryAfter: 60 } }));
  });
});
