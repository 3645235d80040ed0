import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMobile, maskMobile, normaliseMobile } from './mobile.ts';

const digits = (count: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count });
const mobiles = fc
  .tuple(fc.integer({ min: 3, max: 9 }), digits(9))
  .map(([second, rest]) => `1${second}${rest.join('')}`);
const full = (text: string) => text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfe_e0));

describe('R5.2 mobile', () => {
  it.each([
    ['13800000001', '13800000001'],
    [' 138 0000 0001 ', '13800000001'],
    ['+86 138-0000-0001', '13800000001'],
    ['138－0000－0001', '13800000001'],
    ['+86-138–0000–0001', '13800000001'],
    ['-1', '-1'],
    ['+8613800000001', '13800000001'],
    ['008613800000001', '13800000001'],
    ['１３８０００００００１', '13800000001'],
    ['＋８６　１３８０００００００１', '13800000001'],
    ['8613800000001', '8613800000001'],
    ['', ''],
  ])('R5.2 %j is read as %j', (typed, normal) => {
    expect(normaliseMobile(typed)).toBe(normal);
  });

  it.each([
    ['13800000001', true],
    ['19912345678', true],
    ['12800000001', false],
    ['1380000000', false],
    ['138000000011', false],
    ['03800000001', false],
    ['1380000000a', false],
    ['13800000001\n', false],
    ['', false],
  ])('R5.2 %j as a mainland mobile: %s', (text, expected) => {
    expect(isMobile(text)).toBe(expected);
  });

  it('R5.2 every way of writing a mobile leads to the same one', () => {
    const prefixes = fc.constantFrom('', '+86', '0086', '+86 ', '＋８６');
    const spaces = fc.array(fc.constantFrom('', ' ', '\u3000', '\u00a0'), { minLength: 11, maxLength: 11 });
    fc.assert(
      fc.property(mobiles, prefixes, spaces, fc.boolean(), (mobile, prefix, gaps, wide) => {
        const spread = [...mobile].map((digit, at) => digit + (gaps[at] ?? '')).join('');
        expect(normaliseMobile(prefix + (wide ? full(spread) : spread))).toBe(mobile);
      }),
    );
  });

  it('R5.2 the masked form keeps three and four digits and hides the rest', () => {
    expect(maskMobile('13800000001')).toBe('138****0001');
    expect(maskMobile('123')).toBe('****');
    expect(maskMobile('a password by mistake')).toBe('****');
    fc.assert(fc.property(mobiles, (mobile) => !maskMobile(mobile).includes(mobile.slice(3, 7))));
  });
});
