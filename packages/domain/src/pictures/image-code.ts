/** What a drawn code may hold: capitals and digits that nobody takes for one another (no 0 O D Q, 1 I, 2 Z, 5 S, 6 G, 8 B, U V). */
export const imageCodeAlphabet = 'ACEFHJKLMNPRTUWXY3479';

/** What a spoken code may hold: digits and letters whose sounds are far apart (no 1, which sounds like 7 in Chinese). */
export const audioCodeAlphabet = '023456789HKRWXY';

/** Characters of a code. @source R5.3 */
export const imageCodeLength = 4;

/** The form in which two codes are compared: any case, full width or half, spaces aside. @source contract 5 */
export const normaliseImageCode = (typed: string): string => typed.normalize('NFKC').replace(/\s/g, '').toUpperCase();

/** A code of an alphabet. `pick` gives a uniform random whole number from 0 up to but without `bound`. */
export const makeImageCode = (alphabet: string, pick: (bound: number) => number): string =>
  Array.from({ length: imageCodeLength }, () => alphabet[pick(alphabet.length)] ?? '').join('');
