/** The characters of a drawn code: capitals and digits that are not confused with each other (no 0 O D Q, 1 I, 2 Z, 5 S, 6 G, 8 B, U V). */
export const imageCodeAlphabet = 'ACEFHJKLMNPRTUWXY3479';

/** The characters of a spoken code: digits and letters with distinct sounds (no 1, which sounds like 7 in Chinese). */
export const audioCodeAlphabet = '023456789HKRWXY';

/** Length of a code. @source R5.3 */
export const imageCodeLength = 4;

/** Normalises a code for comparison: case, width and spaces are ignored. @source contract 5 */
export const normaliseImageCode = (typed: string): string => typed.normalize('NFKC').replace(/\s/g, '').toUpperCase();

/** Draws a random code from an alphabet. `pick` returns a uniform random integer from 0 to `bound` - 1. */
export const makeImageCode = (alphabet: string, pick: (bound: number) => number): string =>
  Array.from({ length: imageCodeLength }, () => alphabet[pick(alphabet.length)] ?? '').join('');
