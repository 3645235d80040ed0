import { dayOf, isDay } from '../calendar.ts';

const reach = { from: '2000-01-01', to: '2099-12-31' };
/** Year, month and day with any usual separator, or none; what follows is the time of the day. */
const dayPattern = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))(?:[T\s].*|)$/u;
const timePattern = /^[\dT\s]*\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/u;
/** A time with its zone. */
const zonedPattern = /(\d{1,2})(:\d{2})(:\d{2})?(?:\.\d+)?(Z|[+-]\d\d:?\d\d)$/u;

/** Days that were read: a file has few of them, again and again. */
const known = new Map<string, string | null>();
const mostKnown = 2000;

/** The day in Shanghai of a time elsewhere, which its zone says; without one it is the day that was written. Null for a time that there is not. */
const dayHere = (day: string, time: string): string | null => {
  const [, hour, minute, second = ':00', zone = ''] = zonedPattern.exec(time) ?? [];
  if (hour === undefined) return day;
  const offset = zone.replace(/^([+-]\d\d):?/u, '$1:');
  const at = new Date(`${day}T${hour.padStart(2, '0')}${minute}${second}${offset}`);
  return Number.isNaN(at.getTime()) ? null : dayOf(at);
};

const read = (text: string): string | null => {
  const [, year, month, date, packedMonth, packedDate] = dayPattern.exec(text.normalize('NFKC').trim()) ?? [];
  if (year === undefined) return null;
  const day = `${year}-${(month ?? packedMonth ?? '').padStart(2, '0')}-${(date ?? packedDate ?? '').padStart(2, '0')}`;
  const [, time] = /[T\s]+(\S.*)$/u.exec(text.trim()) ?? [];
  if (time !== undefined && !timePattern.test(time)) return null;
  const here = isDay(day) ? dayHere(day, time ?? '') : null;
  return here !== null && here >= reach.from && here <= reach.to ? here : null;
};

/**
 * The day that a cell of a file states: `2026-11-20`, `2026/11/2`, `20261120`, `2026年11月2日`, with a time or without. A time that
 * states its zone is of the day that it is in Shanghai then: `2026-10-31T16:00:00Z` is the first of November. Null for another text, a day that does not exist, and one outside of 2000 to 2099. Days that are written without their year's four digits are not guessed.
 *
 * @source R13.1
 */
export const dayOfText = (text: string): string | null => {
  const before = known.get(text);
  if (before !== undefined) return before;
  const day = read(text);
  if (known.size >= mostKnown) known.clear();
  known.set(text, day);
  return day;
};

const dayMs = 86_400_000;

/** The day of a serial number of a spreadsheet: 1 is 1 January 1900, or 0 is 1 January 1904. Day 60, which was none, is read as the programs do. */
export const dayOfSerial = (serial: number, is1904: boolean): string | null => {
  if (!(serial >= 1 && serial < 2_958_466)) return null;
  const whole = Math.floor(serial);
  const from = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, whole < 60 ? 31 : 30);
  return new Date(from + whole * dayMs).toISOString().slice(0, 10);
};
