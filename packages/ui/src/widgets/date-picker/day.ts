import { shanghaiClock } from '../date-time/shanghai-clock.ts';

/** The text of a day: `YYYY-MM-DD`. */
const form = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayMs = 86_400_000;

/** The calendar library's date of a day: noon in the reader's time zone, because summer time never shifts noon to another day. */
export function dateOf(day: string): Date | undefined {
  const [, year, month, date] = (form.exec(day) ?? []).map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const made = new Date(year, month - 1, date, 12);
  return dayOf(made) === day ? made : undefined;
}

/** The day of a date of the calendar library. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The current day in Shanghai. */
export const todayInShanghai = (now: number = Date.now()): string => shanghaiClock(now).toISOString().slice(0, 10);

/** The day a number of days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/**
 * Parses a typed day: `20260105`, `2026/1/5`, `2026.1.5` and `2026年1月5日` are `2026-01-05`.
 *
 * @returns undefined when the text is no day
 */
export function dayFromTyped(typed: string): string | undefined {
  const text = typed.trim().replaceAll(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
  const [, year, month, date] =
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return dateOf(day) === undefined ? undefined : day;
}
