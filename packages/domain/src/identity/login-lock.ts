/**
 * The lock of R4.5 as pure decisions. A try is counted before its password is verified, so that parallel tries cannot
 * exceed the limit; the fifth try sets the lock at once, and its own success removes it again.
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

/** The recorded tries at one mobile: from all unknown devices together, or from one known device. */
export interface LoginGuard {
  /** Tries since the last success or lock, oldest first; a try without a result counts as wrong. */
  readonly triedAt: readonly Date[];
  readonly lockedUntil: Date | null;
  /** Start times of the ten-minute locks of the last day. */
  readonly lockedAt: readonly Date[];
  /** The third lock in a day; only ops can lift it. */
  readonly untilOps: boolean;
  /** Counts every lock ever set, so that a success can tell whether another lock was set in between. */
  readonly lockSerial: number;
}

/** A mobile that nobody has tried yet. */
export const freshGuard: LoginGuard = { triedAt: [], lockedUntil: null, lockedAt: [], untilOps: false, lockSerial: 0 };

/** A try that may be verified. `setLock` marks the try that set the lock in advance. */
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
 * The end of a lock, never further ahead than a lock is long: a clock that was set back cannot extend it. Null when
 * there is no lock or it has ended.
 */
export const lockEnd = (guard: LoginGuard, rules: LockRules, now: Date): Date | null => {
  if (guard.lockedUntil === null || guard.lockedUntil <= now) return null;
  const furthest = after(now, rules.lockMinutes * minuteMs);
  return guard.lockedUntil < furthest ? guard.lockedUntil : furthest;
};

/**
 * Counts a try, or refuses it. Refused tries are neither verified nor counted, so they do not prolong the lock.
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
 * The guard after a right password: its count is reset, later tries stay counted. A lock that another try set meanwhile
 * stays; the lock that this try set is removed.
 */
export const settleSuccess = (guard: LoginGuard, reservation: Reservation): LoginGuard => {
  if (guard.lockSerial !== reservation.lockSerial) return guard;
  const triedAt = guard.triedAt.filter((at) => at > reservation.at);
  if (!reservation.setLock) return { ...guard, triedAt };
  return { ...guard, triedAt, lockedUntil: null, lockedAt: guard.lockedAt.slice(0, -1), untilOps: false };
};

/** The guard after a password reset by code: ten-minute locks end, the third lock of a day stays. */
export const liftShortLock = (guard: LoginGuard): LoginGuard =>
  guard.untilOps ? guard : { ...guard, triedAt: [], lockedUntil: null };
