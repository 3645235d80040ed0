import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPasswordKinds, normalisePassword, passwordFault } from './password.ts';

const mobile = '13800000001';
const isCommon = (password: string) => password === 'a12345678';
const fault = (typed: string) => passwordFault(normalisePassword(typed), { mobile, isCommon });

describe('R5.2 password', () => {
  it.each([
    ['Demo-Merchant-1', null],
    ['', 'empty'],
    ['a1234567', null],
    ['a123456', 'tooShort'],
    [`a1${'长'.repeat(62)}`, null],
    [`a1${'长'.repeat(63)}`, 'tooLong'],
    ['abcdefgh', 'tooFewKinds'],
    ['12345678', 'tooFewKinds'],
    ['我爱北京天安门呀', 'tooFewKinds'],
    ['我爱北京天安门1', null],
    ['--------', 'tooFewKinds'],
    ['abcd efg', null],
    ['13800000001', 'tooFewKinds'],
    ['138-0000-0001', 'isMobile'],
    ['+8613800000001', 'isMobile'],
    ['86 13800000001', 'isMobile'],
    ['13800000002-', null],
    ['a12345678', 'tooCommon'],
    ['😀😀😀😀😀😀😀1', null],
    ['😀😀😀1', 'tooShort'],
  ])('R5.2 %j is answered %s', (typed, expected) => {
    expect(fault(typed)).toBe(expected);
  });

  it('R5.2 full-width and half-width spellings of a password are one password', () => {
    expect(normalisePassword('Ｄｅｍｏ－１２３４')).toBe('Demo-1234');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const once = normalisePassword(typed);
        expect(normalisePassword(once)).toBe(once);
      }),
    );
  });

  it('R5.2 length is counted in characters, not in UTF-16 units', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('😀', '𠀀', 'a', '1', '-'), { maxLength: 80 }), (chars) => {
        const found = fault(chars.join(''));
        expect(found === 'tooShort').toBe(chars.length > 0 && chars.length < 8);
        expect(found === 'tooLong').toBe(chars.length > 64);
      }),
    );
  });

  it('R5.2 whatever passes has two kinds', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 64 }), (typed) => {
        const password = normalisePassword(typed);
        if (fault(typed) === null) expect(countPasswordKinds(password)).toBeGreaterThanOrEqual(2);
      }),
    );
  });
});
