import { randomBytes } from 'node:crypto';
import type { FastState } from '#kernel/ports';
import { createMemoryCounters } from './memory-counters.ts';
import { createMemoryNonces } from './memory-nonces.ts';

interface Kept {
  readonly value: string;
  readonly ttlMs: number;
  endMs: number;
}

interface Uses {
  /** The times of each use, oldest first. */
  at: number[];
  windowMs: number;
}

const sweepMs = 10_000;

/** How long a nonce is kept beyond its window. @source running 1.4 */
const marginMs = 60_000;

/** The shared state of one process, which shares it with no other: sliding counters and expiring values. A new process has lost it all, and is another epoch. */
export const createMemoryFastState = (clock: { now(): Date; nowMs(): number }): FastState => {
  const nonces = createMemoryNonces(clock);
  const requests = createMemoryCounters(clock);
  const values = new Map<string, Kept>();
  const counters = new Map<string, Uses>();
  let sweptMs = clock.now().getTime();
  let latestMs = sweptMs;

  /** The clock; when it was set back, what is kept ends at the latest after its own length from now. */
  const present = (): number => {
    const nowMs = clock.now().getTime();
    if (nowMs < latestMs) for (const kept of values.values()) kept.endMs = Math.min(kept.endMs, nowMs + kept.ttlMs);
    latestMs = nowMs;
    return nowMs;
  };

  const sweep = (nowMs: number) => {
    if (Math.abs(nowMs - sweptMs) < sweepMs) return;
    sweptMs = nowMs;
    for (const [key, kept] of values) if (kept.endMs <= nowMs) values.delete(key);
    for (const [key, uses] of counters) if ((uses.at.at(-1) ?? 0) <= nowMs - uses.windowMs) counters.delete(key);
  };

  const epoch = randomBytes(9).toString('base64url');
  return {
    epoch,
    askEpoch: () => epoch,
    clockSlackMs: 0,
    claimNonce({ epoch: claimed, keyId, nonce, sentMs, windowMs }) {
      if (claimed !== epoch) return 'lost';
      if (Math.abs(clock.nowMs() - sentMs) > windowMs) return 'late';
      return nonces.claim(nonce, keyId, sentMs + windowMs + marginMs) ? 'new' : 'seen';
    },
    countRequest: (key, limit, windowMs) => requests.count(key, limit, windowMs),
    async take(key, limit, windowMs) {
      const nowMs = present();
      sweep(nowMs);
      const uses = counters.get(key) ?? { at: [], windowMs };
      counters.set(key, uses);
      uses.windowMs = windowMs;
      uses.at = uses.at.filter((at) => at > nowMs - windowMs && at <= nowMs);
      const blocking = uses.at.length >= limit ? uses.at[uses.at.length - Math.ceil(limit)] : undefined;
      if (blocking !== undefined) return { allowed: false, retryAfterMs: Math.max(1, blocking + windowMs - nowMs) };
      uses.at.push(nowMs);
      return { allowed: true, retryAfterMs: 0 };
    },
    async put(key, value, ttlMs) {
      const nowMs = present();
      sweep(nowMs);
      values.set(key, { value, ttlMs, endMs: nowMs + ttlMs });
    },
    async takeOnce(key) {
      const nowMs = present();
      const kept = values.get(key);
      values.delete(key);
      return kept !== undefined && kept.endMs > nowMs ? kept.value : null;
    },
  };
};
