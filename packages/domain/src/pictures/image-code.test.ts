import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  audioCodeAlphabet,
  imageCodeAlphabet,
  imageCodeLength,
  makeImageCode,
  normaliseImageCode,
} from './image-code.ts';

describe('R5.3 image code', () => {
  it('R5.3 no two characters of a drawn code look alike', () => {
    const lookAlikes = ['0ODQ', '1I', '2Z', '5S', '6G', '8B', 'UV'];
    for (const group of lookAlikes) {
      expect([...group].filter((char) => imageCodeAlphabet.includes(char)).length).toBeLessThan(2);
    }
    expect(new Set(imageCodeAlphabet).size).toBe(imageCodeAlphabet.length);
    expect(new Set(audioCodeAlphabet).size).toBe(audioCodeAlphabet.length);
  });

  it('R5.3 a code has four characters of its alphabet, each equally likely', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: imageCodeAlphabet.length - 1 }), { minLength: 4, maxLength: 4 }), (picks) => {
        let at = 0;
        const code = makeImageCode(imageCodeAlphabet, () => picks[at++] ?? 0);
        expect(code).toHaveLength(imageCodeLength);
        expect(code).toBe(picks.map((pick) => imageCodeAlphabet[pick]).join(''));
      }),
    );
  });

  it.each([
    ['acef', 'ACEF'],
    [' a c E f', 'ACEF'],
    ['ａｃ３４', 'AC34'],
  ])('R5.3 %j is compared as %j', (typed, normal) => {
    expect(normaliseImageCode(typed)).toBe(normal);
  });
});
