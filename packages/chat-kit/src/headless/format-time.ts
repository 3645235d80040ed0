import type { MessageTime } from './message.ts';

const plain = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const epoch = /^\d{10}(\d{3})?$/;
const formats = new Map<string, Intl.DateTimeFormat>();

/** In a given zone: the Swedish locale writes exactly the required format. */
function inZone(date: Date, timeZone: string): string {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  return format.format(date);
}

/** In the reader's own zone, without the slow creation of a formatter. */
function here(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 19).replace('T', ' ');
}

/** Parses a time; a string of 13 digits is milliseconds since 1970, one of 10 digits is seconds. */
export function toDate(time: MessageTime): Date | undefined {
  const date = new Date(typeof time === 'string' && epoch.test(time) ? Number(time.padEnd(13, '0')) : time);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/**
 * Writes a time as `YYYY-MM-DD HH:mm:ss`. A text that already has this format, or that `toDate` cannot parse, is
 * returned unchanged.
 *
 * @unit a number is milliseconds since 1970; the default time zone is the reader's own
 * @source R12.4
 */
export function formatTime(time: MessageTime, timeZone?: string): string {
  if (typeof time === 'string' && plain.test(time)) return time;
  const date = toDate(time);
  if (!date) return String(time);
  return timeZone ? inZone(date, timeZone) : here(date);
}

/** Writes a time as given: a text unchanged, a number's digits, a date in ISO format. @source R12.4 */
export function timeAsGiven(time: MessageTime): string {
  return time instanceof Date ? (time.toJSON() ?? '') : String(time);
}
