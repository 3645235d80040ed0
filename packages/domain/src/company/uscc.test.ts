import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isUscc, normaliseUscc } from './uscc.ts';

it('R5.4 a code with its check character is valid', () => {
  expect(isUscc('91350100M000100Y43')).toBe(true);
});

it.each([
  '91350100M000100Y4Z',
  '91310115MA1H8R7C6D',
  '91350100M000100Y4',
  '91350100I000100Y43',
  '',
  '91350100m000100y43',
])('R5.4 %j is refused', (code) => {
  expect(isUscc(code)).toBe(false);
});

it('R5.4 what a person types is brought into form', () => {
  expect(normaliseUscc(' 91350100 m000100y43 ')).toBe('91350100M000100Y43');
  expect(normaliseUscc('９１３５０１００Ｍ０００１００Ｙ４３')).toBe('91350100M000100Y43');
});

it('R5.4 one wrong character is always noticed', () => {
  const code = '91350100M000100Y43';
  const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
  fc.assert(
    fc.property(fc.nat(17), fc.constantFrom(...Array.from(alphabet)), (place, other) => {
      fc.pre(code[place] !== other);
      return !isUscc(code.slice(0, place) + other + code.slice(place + 1));
    }),
  );
});
