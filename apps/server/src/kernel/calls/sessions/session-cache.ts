import { ownerIdOf } from '#kernel/calls/context';
import type { LiveSession } from '#kernel/calls/sessions/live-session';
import type { IdleLimits } from '#kernel/calls/sessions/session.sql';
import type { MovableClock } from '#kernel/setup/clock';

interface Cached {
  readonly session: LiveSession;
  readonly readAtMs: number;
  readonly lastSeenMs: number;
  touchedAtMs: number;
}

const cacheMs = 5000;
const touchMs = 60_000;
const maxCached = 50_000;

/** Sessions that were read at most 5 s ago, by the digest of their token. @source stack, round trips */
export interface SessionCache {
  get(tokenHash: string): LiveSession | undefined;
  /** An entry of any age: values that were derived from it are still right. */
  peek(tokenHash: string): LiveSession | undefined;
  put(session: LiveSession, lastSeenMs: number): void;
  /** True when the use must be written: not more often than once a minute. */
  touch(tokenHash: string): boolean;
  delete(tokenHash: string): void;
  deleteOwner(ownerId: string): void;
  clear(): void;
}

/** Builds the cache; it does not return expired sessions. */
export const createSessionCache = (clock: MovableClock, idle: IdleLimits): SessionCache => {
  const entries = new Map<string, Cached>();

  const isFresh = (entry: Cached, nowMs: number): boolean => {
    const idleMs = (entry.session.area === 'ops' ? idle.ops : idle.merchant) * 60_000;
    return (
      Math.abs(nowMs - entry.readAtMs) < cacheMs &&
      nowMs < entry.session.expiresAt.getTime() &&
      nowMs < Math.max(entry.lastSeenMs, entry.touchedAtMs) + idleMs
    );
  };

  return {
    get(tokenHash) {
      const entry = entries.get(tokenHash);
      return entry !== undefined && isFresh(entry, clock.nowMs()) ? entry.session : undefined;
    },
    peek: (tokenHash) => entries.get(tokenHash)?.session,
    put(session, lastSeenMs) {
      const touchedAtMs = entries.get(session.tokenHash)?.touchedAtMs ?? lastSeenMs;
      if (entries.size >= maxCached) entries.clear();
      entries.set(session.tokenHash, { session, readAtMs: clock.nowMs(), lastSeenMs, touchedAtMs });
    },
    touch(tokenHash) {
      const entry = entries.get(tokenHash);
      const nowMs = clock.nowMs();
      if (entry === undefined || nowMs - entry.touchedAtMs < touchMs) return false;
      entry.touchedAtMs = nowMs;
      return true;
    },
    delete: (tokenHash) => void entries.delete(tokenHash),
    deleteOwner(ownerId) {
      for (const [tokenHash, { session }] of entries) if (ownerIdOf(session) === ownerId) entries.delete(tokenHash);
    },
    clear: () => entries.clear(),
  };
};
