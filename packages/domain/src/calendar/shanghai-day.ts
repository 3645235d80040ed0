import { instantOfClock, shanghaiClock } from '../shanghai.ts';

const dayMs = 86_400_000;

/** Whether a text is a day that exists: `2026-11-20`. */
export const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

/** The first moment of a day in UTC, for arithmetic with days. @throws RangeError for a text that is no day */
const utcMs = (day: string): number => {
  if (!isDay(day)) throw new RangeError(`${day} is no day`);
  return Date.parse(`${day}T00:00:00Z`);
};

/** The day of an instant in Shanghai. @source R3.7 */
export const dayOf = (at: Date): string => shanghaiClock(at).toISOString().slice(0, 10);

/** The day a number of days later, or earlier for a negative one. @throws RangeError for a text that is no day */
export const dayLater = (day: string, days: number): string =>
  new Date(utcMs(day) + days * dayMs).toISOString().slice(0, 10);

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (day: string): number => new Date(utcMs(day)).getUTCDay();

/**
 * The end of a day: 24:00 in Shanghai, which is the first moment of the next day. What is due on the day is late from this moment on.
 *
 * In SQL: `((day + 1)::timestamp at time zone 'Asia/Shanghai')`.
 *
 * @source billing.md, bills
 */
export const endOfDay = (day: string): Date => instantOfClock(new Date(utcMs(day) + dayMs));

/**
 * The last day before a moment: the day itself for a moment within it, and the day that ends for 24:00. A deadline is shown, and counted
 * from, by this day.
 */
export const lastDayBefore = (at: Date): string => dayOf(new Date(at.getTime() - 1));
