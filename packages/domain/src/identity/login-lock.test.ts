import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  freshGuard,
  type LockRules,
  type LoginGuard,
  liftShortLock,
  lockEnd,
  type Reservation,
  reserveTry,
  settleSuccess,
} from './login-lock.ts';

const rules: LockRules = { tries: 5, tryWindowMinutes: 15, lockMinutes: 10, locksPerDay: 3 };
const start = new Date('2026-11-20T00:00:00Z');
const minutes = (count: number) => new Date(start.getTime() + count * 60_000);

const wrongTries = (guard: LoginGuard, count: number, at: (index: number) => Date) => {
  let verified = 0;
  let now = guard;
  let last: Reservation | null = null;
  for (let index = 0; index < count; index += 1) {
    const decision = reserveTry(now, rules, at(index));
    if (!decision.ok) continue;
    verified += 1;
    now = decision.guard;
    last = decision.reservation;
  }
  return { guard: now, verified, last };
};

/** Locked by five wrong tries at these minutes. */
const lockedAt = (guard: LoginGuard, minute: number) => wrongTries(guard, 5, () => minutes(minute)).guard;

describe('R4.5 login lock', () => {
  it('R4.5 of fifty tries at once five are verified, and the rest hear of ten minutes', () => {
    const { guard, verified } = wrongTries(freshGuard, 50, () => start);
    expect(verified).toBe(5);
    expect(reserveTry(guard, rules, minutes(1))).toEqual({
      ok: false,
      reason: 'locked',
      data: { retryAfter: 540 },
    });
    expect(reserveTry(guard, rules, new Date(minutes(10).getTime() - 1))).toEqual({
      ok: false,
      reason: 'locked',
      data: { retryAfter: 1 },
    });
    expect(reserveTry(guard, rules, minutes(10)).ok).toBe(true);
  });

  it('R4.5 tries while locked do not prolong the lock', () => {
    const guard = lockedAt(freshGuard, 0);
    const after = wrongTries(guard, 20, (index) => minutes(index / 4)).guard;
    expect(after).toEqual(guard);
  });

  it('R4.5 five wrong ones spread over more than fifteen minutes do not lock', () => {
    const { verified, guard } = wrongTries(freshGuard, 20, (index) => minutes(index * 4));
    expect(verified).toBe(20);
    expect(guard.lockedUntil).toBeNull();
  });

  it('R4.5 a right password ends the count', () => {
    const { guard, last } = wrongTries(freshGuard, 4, () => start);
    const cleared = settleSuccess(guard, last ?? expect.fail());
    expect(cleared.triedAt).toEqual([]);
    expect(wrongTries(cleared, 50, () => minutes(1)).verified).toBe(5);
  });

  it('R4.5 the fifth try, if right, leaves no lock', () => {
    const { guard, last } = wrongTries(freshGuard, 5, () => start);
    expect(guard.lockedUntil).not.toBeNull();
    expect(settleSuccess(guard, last ?? expect.fail())).toEqual({ ...freshGuard, lockSerial: 1 });
  });

  it('R4.5 a success that races a lock does not clear it', () => {
    const third = wrongTries(freshGuard, 3, () => start);
    const locked = wrongTries(third.guard, 2, () => minutes(1)).guard;
    expect(settleSuccess(locked, third.last ?? expect.fail())).toEqual(locked);
  });

  it('R4.5 the third lock in a day lasts until ops lifts it, and a found password lifts only the others', () => {
    const twice = lockedAt(lockedAt(freshGuard, 0), 60);
    expect(twice.untilOps).toBe(false);
    expect(reserveTry(liftShortLock(twice), rules, minutes(61)).ok).toBe(true);
    const third = lockedAt(liftShortLock(twice), 120);
    expect(third.untilOps).toBe(true);
    expect(liftShortLock(third)).toEqual(third);
    expect(reserveTry(third, rules, minutes(60 * 48))).toEqual({ ok: false, reason: 'lockedByOps' });
  });

  it('R4.5 locks of the day before do not count to the third', () => {
    const third = lockedAt(lockedAt(lockedAt(freshGuard, 0), 60), 60 * 24 + 1);
    expect(third.untilOps).toBe(false);
    expect(third.lockedAt).toHaveLength(2);
  });

  it('R4.5 a clock that was set back cannot lock for longer than ten minutes', () => {
    const guard = lockedAt(freshGuard, 600);
    expect(lockEnd(guard, rules, start)).toEqual(minutes(10));
    expect(reserveTry(guard, rules, start)).toEqual({
      ok: false,
      reason: 'locked',
      data: { retryAfter: 600 },
    });
  });

  it('R4.5 however tries are spread, any ten minutes without a right password hold at most five verified ones', () => {
    const gapsSec = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(gapsSec, (gaps) => {
        let guard: LoginGuard = freshGuard;
        let now = start;
        const verified: number[] = [];
        for (const gap of gaps) {
          now = new Date(now.getTime() + gap * 1000);
          const wasLocked = guard.untilOps || lockEnd(guard, rules, now) !== null;
          const decision = reserveTry(guard, rules, now);
          expect(decision.ok).toBe(!wasLocked);
          if (!decision.ok) continue;
          guard = decision.guard;
          verified.push(now.getTime());
        }
        for (const at of verified) {
          expect(verified.filter((other) => other >= at && other < at + 600_000).length).toBeLessThanOrEqual(5);
        }
      }),
    );
  });

  it('R4.5 in whatever order answers come, a success changes nothing once another try has locked', () => {
    const answers = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(answers, (order) => {
        let guard: LoginGuard = freshGuard;
        const open: Reservation[] = [];
        for (let index = 0; index < 5; index += 1) {
          const decision = reserveTry(guard, rules, minutes(index / 10));
          if (!decision.ok) return expect.fail();
          guard = decision.guard;
          open.push(decision.reservation);
        }
        for (const index of order) {
          const reservation = open[index] ?? expect.fail();
          const before = guard;
          guard = settleSuccess(guard, reservation);
          if (!reservation.setLock) expect(guard).toBe(before);
          else expect(lockEnd(guard, rules, minutes(1))).toBeNull();
        }
      }),
    );
  });
});
