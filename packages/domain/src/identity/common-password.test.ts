import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonPassword, listCommonPasswords } from './common-password.ts';
import { passwordFault } from './password.ts';

const mobile = '13800000001';
const passesOtherwise = (password: string) => passwordFault(password, { mobile, isCommon: () => false }) === null;

describe('R5.2 the commonest passwords', () => {
  it('R5.2 more than ten thousand that break no other rule are refused', () => {
    let count = 0;
    const missed: string[] = [];
    for (const password of listCommonPasswords()) {
      if (!passesOtherwise(password)) continue;
      count += 1;
      if (!isCommonPassword(password) && missed.length < 5) missed.push(password);
    }
    expect(missed).toEqual([]);
    expect(count).toBeGreaterThan(10_000);
  });

  it.each([
    'a12345678',
    'A12345678',
    'Aa123456',
    'abc12345',
    'woaini1314',
    'woaini5201314',
    'a5201314',
    '5201314a',
    '123456abc',
    '1q2w3e4r',
    '1qaz2wsx',
    'qwer1234',
    'password1',
    'Passw0rd',
    'passw0rd123',
    'P@ssw0rd',
    'p@ssw0rd123',
    'admin@123',
    'zhangwei19900101',
    'wangli900101',
    'Li19881231',
    'lina1990',
    '19900101wang',
    'caonima520',
    'ronghui123',
    'qq123456789',
  ])('R5.2 %j is refused', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    'Demo-Merchant-1',
    'Demo-Merchant-2',
    'zhangwei19901301',
    '我爱北京天安门1',
    'xq7-Kd2-Lp9',
    'blue-harbour-42',
  ])('R5.2 %j may be used', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it('R5.2 what is drawn at random is hardly ever refused', () => {
    const chars = fc.constantFrom(...Array.from('abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-+*?'));
    fc.assert(
      fc.property(fc.string({ unit: chars, minLength: 12, maxLength: 20 }), (password) => !isCommonPassword(password)),
      { seed: 7, numRuns: 2000 },
    );
  });
});
