import { describe, expect, it } from 'vitest';
import { askAgainSec, intentLastsMs, intentStatusAt, isOpenIntent } from './intent-terms.ts';

const end = new Date('2026-12-01T08:30:00Z');
const later = (seconds: number) => new Date(end.getTime() + seconds * 1000);

describe('receipts 4.2 the terms of a payment', () => {
  it('receipts 4.2 it ends within thirty minutes', () => {
    expect(intentLastsMs).toBeLessThanOrEqual(30 * 60_000);
  });

  it('receipts 4.2 past its end it is unknown until there is evidence', () => {
    expect(intentStatusAt('shown', { end }, later(-1))).toBe('shown');
    expect(intentStatusAt('shown', { end }, end)).toBe('unknown');
    expect(intentStatusAt('created', { end }, later(5))).toBe('unknown');
    for (const known of ['paid', 'closed'] as const) expect(intentStatusAt(known, { end }, later(5))).toBe(known);
  });

  it('receipts 4.2 it is asked about until it is known, ever less often', () => {
    const again = (tries: number, seconds = 0) => askAgainSec('unknown', { end, now: later(seconds), tries });
    expect([0, 1, 2, 6, 50].map((tries) => again(tries, 121))).toEqual([10, 20, 40, 600, 600]);
    // At the end, and once "no such trade" is evidence.
    expect([again(6, -300), again(6, -1), again(6), again(6, 100)]).toEqual([300, 1, 120, 20]);
    expect(again(3, 8 * 86_400)).toBe(3600);
    expect(askAgainSec('paid', { end, now: end, tries: 0 })).toBeNull();
    expect(askAgainSec('closed', { end, now: end, tries: 0 })).toBeNull();
    expect(isOpenIntent('closed')).toBe(false);
  });
});
