/**
 * The unified social credit code, 统一社会信用代码: 18 characters, the last a check character.
 *
 * @source GB 32100-2015, R5.4
 */

/** Digits and letters without I, O, S, V and Z; a character's value is its index. */
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Normalises a typed code: upper case, half-width, no spaces. */
export const normaliseUscc = (typed: string): string => typed.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();

/** Whether a code has the right format and check character. */
export const isUscc = (code: string): boolean => {
  // Registering authority, kind of organisation, six digits of the division, nine of the organisation, one check character.
  if (!/^[1-9A-HJ-NP-RTUWXY][1-9A-HJ-NP-RTUWXY]\d{6}[0-9A-HJ-NP-RTUWXY]{10}$/.test(code)) return false;
  const sum = weights.reduce((total, weight, place) => total + weight * alphabet.indexOf(code[place] ?? ''), 0);
  return alphabet[(31 - (sum % 31)) % 31] === code[17];
};
