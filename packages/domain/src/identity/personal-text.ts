/** Personal numbers in a text that somebody typed freely (security 4.11, 4.12). */

const digit = '[0-9０-９]';
const gap = '[ \\-]?';
/** Digits that go on are another number: an order's, an invoice's, a part of an id. */
const before = '(?<![A-Za-z0-9０-９])';
const after = '(?![A-Za-z0-9０-９])';
const mobile = `(?:[+＋]?86${gap})?[1１][3-9３-９]${digit}${gap}${digit}{4}${gap}${digit}{4}`;
const residentId = `${digit}{17}[0-9０-９Xx]`;
const bankAccount = `${digit}{4}(?:${gap}${digit}{4}){3}(?:${gap}${digit}{1,3})?`;
const personal = new RegExp(`${before}(?:${residentId}|${bankAccount}|${mobile})${after}`, 'g');

/** Masks mobiles, identity numbers and bank accounts in a text to their last four characters; all else stays as it was typed. */
export const maskPersonalText = (text: string): string =>
  text.replace(personal, (found) => `****${found.replace(/[ -]/g, '').slice(-4)}`);
