import { dayOf, isDay } from '../calendar.ts';

const reach = { from: '2000-01-01', to: '2099-12-31' };
/** Year, month and day with any usual separator, or none; what follows is the time of the day. */
const dayPattern = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))(?:[T\s].*|)$/u;
const timePattern = /^[\dT\s]*\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/u;
/** A time with its zone. */
const zonedPattern = /(\d{1,2})(:\d{2})(:\d{2})?(?:\.\d+)?(Z|[+-]\d\d:?\d\d)$/u;

/** As nearly all are written; what follows the day has no zone that could move it. */
const usual = /^\d{4}[-/.]\d\d[-/.]\d\d(?:[T ]\d\d?:\d\d(?::\d\d)?)?$/;
const longestDay = 64;

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

/** A day and its time as the patterns expect them, from the forms that programs have beside. */
const usualForm = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .replaceAll(/\s+/gu, ' ')
    // Fourteen digits, and the stamps of DB2.
    .replace(/^(\d{8})(\d\d)(\d\d)(\d\d)(?:\.?\d{1,6})?$/u, '$1 $2:$3:$4')
    .replace(/^(\d{4}-\d\d-\d\d)-(\d\d)\.(\d\d)\.(\d\d)(?:\.\d+)?$/u, '$1 $2:$3:$4')
    .replace(/\(?(?:星期|周|礼拜)[一二三四五六日天]\)?/u, ' ')
    .replace(
      /(\d{1,2})时(\d\d)分(?:(\d\d)秒)?/u,
      (_, hour: string, minute: string, second = '00') => `${hour}:${minute}:${second}`,
    )
    .replace(
      /\s*\(?(?:UTC|GMT)([+-])(\d{1,2})(?::?00)?\)?$/iu,
      (_, sign: string, hours: string) => `${sign}${hours.padStart(2, '0')}:00`,
    )
    .replace(/\s*(?:UTC|GMT)$/iu, 'Z')
    .replace(/(:\d\d(?:\.\d+)?)\s+([+-]\d\d:?\d\d)$/u, '$1$2')
    // Half a day moves no day, unless a zone is stated too.
    .replace(/^(?!.*(?:Z|[+-]\d\d:?\d\d)$)(.*?)(?:(?:上午|下午|凌晨|早上|中午|晚上)\s*|\s*[AP]M$)/iu, '$1 ')
    .replaceAll(/\s+/gu, ' ')
    .trim();

const read = (written: string): string | null => {
  const text = usualForm(written);
  const [, year, month, date, packedMonth, packedDate] = dayPattern.exec(text) ?? [];
  if (year === undefined) return null;
  const day = `${year}-${(month ?? packedMonth ?? '').padStart(2, '0')}-${(date ?? packedDate ?? '').padStart(2, '0')}`;
  const [, time] = /[T\s]+(\S.*)$/u.exec(text) ?? [];
  if (time !== undefined && !timePattern.test(time)) return null;
  const here = isDay(day) ? dayHere(day, time ?? '') : null;
  return here !== null && here >= reach.from && here <= reach.to ? here : null;
};

/**
 * The day that a cell of a file states: `2026-11-20`, `2026/11/2`, `20261120`, `2026年11月2日`, with a time, a weekday and half of the day or without. A time that
 * states its zone is of the day that it is in Shanghai then: `2026-10-31T16:00:00Z` is the first of November. Null for another text, a day that does not exist, and one outside of 2000 to 2099. Days that are written without their year's four digits are not guessed.
 *
 * @source R13.1
 */
export const dayOfText = (text: string): string | null => {
  if (text.length > longestDay) return null;
  const written = usual.test(text) ? text.slice(0, 10) : text;
  const before = known.get(written);
  if (before !== undefined) return before;
  const day = read(written);
  if (known.size >= mostKnown) known.clear();
  known.set(written, day);
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

/** A time of the day without a zone. */
const bareTime = /\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const longestHead = 100;

/** Reads the days of a column, whose head may say that its times are those of Greenwich. */
export const dayReader = (head = ''): ((text: string) => string | null) =>
  /utc|gmt(?![+-])|格林/iu.test(head.slice(0, longestHead))
    ? (text) => dayOfText(bareTime.test(text) ? `${text}Z` : text)
    : dayOfText;
