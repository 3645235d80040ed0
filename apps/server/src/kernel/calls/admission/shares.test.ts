import { afterEach, describe, expect, it, vi } from 'vitest';
import { createShares } from '#kernel/calls/admission/shares';
import type { Share } from '#kernel/database/share';

afterEach(() => {
  vi.useRealTimers();
});

/** Whether a place was given without waiting. */
const hasPlace = async (share: Share): Promise<(() => void) | null> => {
  let leave: (() => void) | null = null;
  share.take('statement').then(
    (given) => {
      leave = given;
    },
    () => undefined,
  );
  await new Promise((resolve) => setImmediate(resolve));
  return leave;
};

describe('security 4.14 shares of the connections', () => {
  it('security 4.14 a key has so many at once, the next waits for one to come back, and another key has its own', async () => {
    const shares = createShares({ atOnce: 2, queue: 5 });
    const [first] = [await hasPlace(shares.of('a')), await hasPlace(shares.of('a'))];
    const waiting = shares.of('a').take('statement');
    expect(await hasPlace(shares.of('b'))).not.toBeNull();
    first?.();
    // A second return of the same place frees no other one.
    first?.();
    const leave = await waiting;
    expect(await hasPlace(shares.of('a'))).toBeNull();
    leave();
  });

  it('security 4.14 who waits for two seconds, or finds the queue full, is refused with when to come again', async () => {
    vi.useFakeTimers();
    const shares = createShares({ atOnce: 1, queue: 1 });
    const leave = await shares.of('a').take('statement');
    const refusal = { code: 'RHSY429', retryAfterSec: 1, data: { retryAfter: 1 } };
    const late = expect(shares.of('a').take('statement')).rejects.toMatchObject(refusal);
    await expect(shares.of('a').take('statement')).rejects.toMatchObject(refusal);
    await vi.advanceTimersByTimeAsync(2000);
    await late;
    const next = shares.of('a').take('statement');
    leave();
    (await next)();
    expect(await shares.of('a').take('kept')).toBeTypeOf('function');
  });

  it('security 4.14 R14.6 a call that keeps a connection gets a second one at once, so that calls of one key never wait for each other', async () => {
    const shares = createShares({ atOnce: 2, queue: 5 });
    const calls = [shares.of('a'), shares.of('a')];
    const kept = await Promise.all(calls.map((call) => call.take('kept')));
    const second = await Promise.all(calls.map((call) => call.take('statement')));
    // Beyond the share nobody else is let in until as many are back.
    const other = shares.of('a').take('statement');
    second[0]?.();
    second[1]?.();
    kept[0]?.();
    await other;
    kept[1]?.();
    // Statements that one call sends at once are several for its key.
    const one = shares.of('c');
    const [a, b] = [await hasPlace(one), await hasPlace(one)];
    expect([a, b]).not.toContain(null);
    expect(await hasPlace(one)).toBeNull();
  });
});
