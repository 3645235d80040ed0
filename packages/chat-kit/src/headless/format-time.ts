import type { MessageTime } from './message.ts';

const plain = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const digits = /^-?\d{10,16}$/;
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Swedish writes dates and times in exactly the form wanted. */
function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, known);
  return known;
}

/** Reads a time; a string of 10 to 16 digits counts as milliseconds since 1970. */
export function toDate(time: MessageTime): Date | undefined {
  const date = new Date(typeof time === 'string' && digits.test(time) ? Number(time) : time);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/**
 * Writes a time as `YYYY-MM-DD HH:mm:ss`. One that already has that form, or that is no time, stays as given.
 *
 * @unit a number is milliseconds since 1970; without a time zone the reader's own is taken
 * @source R12.4
 */
export function formatTime(time: MessageTime, timeZone?: string): string {
  if (typeof time === 'string' && plain.test(time)) return time;
  const date = toDate(time);
  return date === undefined ? String(time) : formatOf(timeZone).format(date);
}

/** Writes a time as it was given: a text as it is, a number's digits, a date by its ISO form. @source R12.4 */
export function timeAsGiven(time: MessageTime): string {
  if (!(time instanceof Date)) return String(time);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
