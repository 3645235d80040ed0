import { describe, expect, it } from 'vitest';
import {
  authorizationStatus,
  type ConsentScene,
  consentUntil,
  followsOnWithdrawal,
  isForProductOnly,
  purposeOf,
} from './authorization.ts';

const scenes: readonly ConsentScene[] = ['register', 'purchase', 'trial', 'contact', 'certification', 'dataSharing'];
const now = new Date('2026-11-20T00:00:00Z');
const before = new Date('2026-11-19T00:00:00Z');

describe('R10.6 the consent ledger', () => {
  it.each([
    ['active', null, null, null],
    ['active', null, null, new Date('2026-11-21T00:00:00Z')],
    ['expired', null, null, now],
    ['expired', null, before, null],
    ['expired', null, before, new Date('2027-11-21T00:00:00Z')],
    ['withdrawn', before, null, null],
    ['withdrawn', before, before, before],
  ] as const)(
    'R10.6 is %s when withdrawn at %s, ended at %s and given until %s',
    (status, withdrawnAt, endedAt, validTo) => {
      expect(authorizationStatus({ withdrawnAt, endedAt, validTo }, now)).toBe(status);
    },
  );

  it('R10.6 giving data to an org holds for a year, anything else until it is withdrawn or its product ends', () => {
    for (const scene of scenes) {
      expect(consentUntil(scene, now)).toEqual(scene === 'dataSharing' ? new Date('2027-11-20T00:00:00Z') : null);
    }
  });

  it.each(scenes)('R10.6 %s says what it is for', (scene) => {
    expect(purposeOf(scene)).toMatch(/\p{Script=Han}{4}/u);
  });

  it.each(scenes)('R10.6 withdrawing a required %s says what follows, and that what was done stands', (scene) => {
    const text = followsOnWithdrawal({ scene, required: true, productName: '订单融资', orgName: '岚汀小额贷款' });
    expect(text).toContain('撤回后');
    expect(text).toContain('仍然有效');
    if (scene === 'dataSharing') expect(text).toContain('岚汀小额贷款');
  });

  it('R10.6 withdrawing a free choice costs nothing', () => {
    const text = followsOnWithdrawal({ scene: 'register', required: false, productName: null, orgName: null });
    expect(text).toContain('不影响其他功能');
  });

  it('R10.6 what was given for a product ends with it, what was given for the account does not', () => {
    expect(scenes.filter(isForProductOnly)).toEqual(['purchase', 'dataSharing']);
  });
});
