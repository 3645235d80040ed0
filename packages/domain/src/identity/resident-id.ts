/**
 * The resident identity number, 公民身份号码: 17 digits and a check character.
 *
 * @source GB 11643-1999, R5.4
 */

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checks = '10X98765432';

/** Normalises a typed number: half-width, no spaces, upper-case X. */
export const normaliseResidentId = (typed: string): string =>
  typed.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();

const isDay = (text: string): boolean => {
  const day = new Date(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10).replaceAll('-', '') === text;
};

/** Whether a number has the right format, an existing date of birth and the right check character. */
export const isResidentId = (number: string): boolean => {
  if (!/^[1-9]\d{5}(18|19|20)\d{9}[\dX]$/.test(number) || !isDay(number.slice(6, 14))) return false;
  const sum = weights.reduce((total, weight, place) => total + weight * Number(number[place]), 0);
  return checks[sum % 11] === number[17];
};

/** Masks all but the last four characters. */
export const maskTail = (text: string): string => `${'*'.repeat(Math.max(0, text.length - 4))}${text.slice(-4)}`;

/** A person's name for the screen: 张**, the family name and a star for each further character. @source ux "Always" */
export const maskName = (name: string): string => {
  const [first = '', ...rest] = [...name.trim()];
  return first + '*'.repeat(rest.length);
};
