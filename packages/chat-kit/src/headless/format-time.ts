import type { MessageTime } from './message.ts';

const plain = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const digits = /^-?\d{10,16}$/;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(timeZone ?? '');
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone ?? '', made);
  return made;
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
  if (date === undefined) return String(time);
  const part: Record<string, string> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(date)) part[type] = value;
  return `${part['year']?.padStart(4, '0')}-${part['month']}-${part['day']} ${part['hour']}:${part['minute']}:${part['second']}`;
}

/** Writes a time as it was given: a text as it is, a number's digits, a date by its ISO form. @source R12.4 */
export function timeAsGiven(time: MessageTime): string {
  if (!(time instanceof Date)) return String(time);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
