/** Tables as CSV that spreadsheet programs open without running formulas (security 4.8). */

import { shanghaiClock } from './shanghai.ts';

const formulaStart = /^[=+\-@\t\r＝＋－＠]/;

/** Whether a spreadsheet program would read a text as a formula. @source security 4.8 */
export const startsFormula = (text: string): boolean => formulaStart.test(text);

/** A cell: a text that a program would read as a formula gets an apostrophe; quotes, commas and line breaks are quoted. */
const csvCell = (text: string): string => {
  const safe = startsFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line of a CSV (RFC 4180), line ending included. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** An instant in Shanghai time: `2026-11-20 14:05:09`. */
export const shanghaiTime = (at: Date): string => shanghaiClock(at).toISOString().slice(0, 19).replace('T', ' ');
