import { describe, expect, it } from 'vitest';
import { newPasswordHint, passwordStrength } from './password-strength.ts';

const mobile = '13800000001';

describe('the strength of a new password', () => {
  it.each([
    ['', '请设置密码'],
    ['abc1', '密码至少 8 位'],
    ['abcdefgh', '请至少使用字母、数字、符号中的两种'],
    ['+86 138 0000 0001', '密码不能是手机号'],
    ['a1'.repeat(33), '密码最多 64 位'],
  ])('R5.2 %j is hinted at: %s', (typed, hint) => {
    expect(newPasswordHint(typed, mobile)).toBe(hint);
  });

  it.each(['abcd1234', '密码安全第一12', 'correct horse', '１２３４ａｂｃｄ'])('R5.2 %j may be used', (typed) => {
    expect(newPasswordHint(typed, mobile)).toBeUndefined();
    expect(passwordStrength(typed, mobile)?.level).toBeGreaterThanOrEqual(2);
  });

  it('R5.2 the strength names what is missing, and grows with length and kinds', () => {
    expect(passwordStrength('', mobile)).toBeUndefined();
    expect(passwordStrength('abc12', mobile)).toEqual({ level: 1, text: '还差 3 位' });
    expect(passwordStrength('abcdefgh', mobile)?.text).toBe('再加一种字符：字母、数字或符号');
    expect(passwordStrength('abcd1234', mobile)?.level).toBe(2);
    expect(passwordStrength('abcd-1234-efgh', mobile)?.level).toBe(3);
  });
});
