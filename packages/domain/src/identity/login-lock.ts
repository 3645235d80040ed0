/**
 * The lock of R4.5 as pure decisions. A try is counted before its password is verified, so that parallel tries cannot pass the
 * bound; the fifth sets the lock at once, and its own success takes it back.
 *
 * @source R4.5, security 4.5
 */

/** The limits in force (contract 7: `loginTries`, `loginTryWindowMinutes`, `lockMinutes`, `locksPerDay`). */
export interface LockRules {
  readonly tries: number;
  readonly tryWindowMinutes: number;
  readonly lockMinutes: number;
  readonly locksPerDay: number;
}

/** What is known of the tries at one mobile, from strangers' devices together or from one known device. */
export interface LoginGuard {
  /** Tries since the last success or lock, oldest first; unanswered ones count as wrong. */
  readonly triedAt: readonly Date[];
  readonly lockedUntil: Date | null;
  /** Begin of the locks that ten minutes ended, within the last day. */
  readonly lockedAt: readonly Date[];
  /** The third lock in a day: only ops lifts it. */
  readonly untilOps: boolean;
  /** Counts every lock ever set: tells a success whether one came in between. */
  readonly lockSerial: number;
}

/** A mobile that nobody has tried yet. */
export const freshGuard: LoginGuard = { triedAt: [], lockedUntil: null, lockedAt: [], untilOps: false, lockSerial: 0 };

/** A try that may be verified. `setLock` marks the one that locked the mobile should it be wrong. */
export interface Reservation {
  readonly at: Date;
  readonly setLock: boolean;
  readonly lockSerial: number;
}

export type TryDecision =
  | { readonly ok: true; readonly guard: LoginGuard; readonly reservation: Reservation }
  /** @unit seconds, at least 1 */
  | { readonly ok: false; readonly reason: 'locked'; readonly data: { readonly retryAfter: number } }
  | { readonly ok: false; readonly reason: 'lockedByOps' };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

/**
 * The end of a lock, never further away than a lock is long: a clock that was set back cannot lock for hours.
 * Null when there is none or it is over.
 */
export const lockEnd = (guard: LoginGuard, rules: LockRules, now: Date): Date | null => {
  if (guard.lockedUntil === null || guard.lockedUntil <= now) return null;
  const furthest = after(now, rules.lockMinutes * minuteMs);
  return guard.lockedUntil < furthest ? guard.lockedUntil : furthest;
};

/**
 * Counts a try, or refuses it. Refused tries are neither verified nor counted, so they prolong nothing.
 *
 * @reason locked       the ten minutes are not over; `retryAfter` says for how long
 * @reason lockedByOps  the third lock in a day
 */
export const reserveTry = (guard: LoginGuard, rules: LockRules, now: Date): TryDecision => {
  if (guard.untilOps) return { ok: false, reason: 'lockedByOps' };
  const end = lockEnd(guard, rules, now);
  if (end !== null) {
    const retryAfter = Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
    return { ok: false, reason: 'locked', data: { retryAfter } };
  }
  const windowStart = after(now, -rules.tryWindowMinutes * minuteMs);
  const triedAt = [...guard.triedAt.filter((at) => at > windowStart), now];
  if (triedAt.length < rules.tries) {
    const next = { ...guard, triedAt, lockedUntil: null };
    return { ok: true, guard: next, reservation: { at: now, setLock: false, lockSerial: guard.lockSerial } };
  }
  const lockedAt = [...guard.lockedAt.filter((at) => at > after(now, -dayMs)), now];
  const lockSerial = guard.lockSerial + 1;
  const locked: LoginGuard = {
    triedAt: [],
    lockedUntil: after(now, rules.lockMinutes * minuteMs),
    lockedAt,
    untilOps: lockedAt.length >= rules.locksPerDay,
    lockSerial,
  };
  return { ok: true, guard: locked, reservation: { at: now, setLock: true, lockSerial } };
};

/**
 * The guard after a right password: the count ends, tries that came later stay counted. A lock that another try set meanwhile
 * stays; the lock that this very try set is taken back.
 */
export const settleSuccess = (guard: LoginGuard, reservation: Reservation): LoginGuard => {
  if (guard.lockSerial !== reservation.lockSerial) return guard;
  const triedAt = guard.triedAt.filter((at) => at > reservation.at);
  if (!reservation.setLock) return { ...guard, triedAt };
  return { ...guard, triedAt, lockedUntil: null, lockedAt: guard.lockedAt.slice(0, -1), untilOps: false };
};

/** The guard after a password was found again by code: ten-minute locks go, the third of a day stays. */
export const liftShortLock = (guard: LoginGuard): LoginGuard =>
  guard.untilOps ? guard : { ...guard, triedAt: [], lockedUntil: null };
