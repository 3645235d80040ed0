import { describe, expect, it } from 'vitest';
import {
  changeColleague,
  isAccount,
  isOneTimeOver,
  isStaffPassword,
  normaliseAccount,
  pendingSetupOf,
} from './staff.ts';

describe('R11.1 staff', () => {
  it('R11.1 an account name counts however it was typed', () => {
    expect(normaliseAccount('  ＡＤＭＩＮ ')).toBe('admin');
    expect(['admin', 'li.na-2', 'a_b'].map(isAccount)).toEqual([true, true, true]);
    expect(['', 'ab', '1abc', 'a b c', `a${'b'.repeat(32)}`, '管理员'].map(isAccount)).toEqual(
      Array.from({ length: 6 }, () => false),
    );
  });

  it('R5.2 a password keeps the rules of everyone, and is not the account', () => {
    const rules = { account: 'li.na-2', isCommon: (password: string) => password === 'a1234567' };
    expect(isStaffPassword('Harbour-Blue-42', rules)).toBe(true);
    for (const wrong of ['', 'short-1', 'onlyletters', 'a1234567', 'x1'.repeat(33)])
      expect(isStaffPassword(wrong, rules), wrong).toBe(false);
    expect(isStaffPassword('Admin-123', { ...rules, account: 'admin-123' })).toBe(false);
  });

  it('R11.1 a one-time password is changed first, then the second factor enrolled, unless it is a demonstration', () => {
    const fresh = { mustChangePassword: true, hasTotp: false, isTotpCompulsory: true };
    expect(pendingSetupOf(fresh)).toEqual(['password', 'totp']);
    expect(pendingSetupOf({ ...fresh, isTotpCompulsory: false })).toEqual(['password']);
    expect(pendingSetupOf({ ...fresh, mustChangePassword: false })).toEqual(['totp']);
    expect(pendingSetupOf({ ...fresh, mustChangePassword: false, hasTotp: true })).toEqual([]);
  });

  it('security 4.10 a one-time password ends at its time, a chosen one has none', () => {
    const now = new Date('2026-11-22T08:00:00Z');
    expect(isOneTimeOver(null, now)).toBe(false);
    expect(isOneTimeOver(now, now)).toBe(true);
    expect(isOneTimeOver(new Date(now.getTime() + 1), now)).toBe(false);
  });

  it('R6.1 only an admin who can log in changes a colleague, and nobody their own account', () => {
    const admin = { staffId: 'a', isAdmin: true, status: 'active', mustChangePassword: false } as const;
    expect(changeColleague(admin, 'b')).toEqual({ ok: true });
    expect(changeColleague(admin, 'a')).toEqual({ ok: false, reason: 'self' });
    for (const former of [
      { isAdmin: false },
      { status: 'locked' },
      { status: 'closed' },
      { mustChangePassword: true },
    ] as const)
      expect(changeColleague({ ...admin, ...former }, 'b')).toEqual({ ok: false, reason: 'notAllowed' });
  });
});
