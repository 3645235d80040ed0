/** Time ranges of filters: days in Shanghai (`2026-11-20`) or instants in UTC, both ends inclusive (contract 4, R3.7). */

import { instantOn, shanghaiClock } from './shanghai.ts';

const dayMs = 86_400_000;
const dayPattern = /^\d{4}-\d\d-\d\d$/;

/** From the first day in Shanghai on. */
const reach = { from: instantOn('2000-01-01').getTime(), before: Date.UTC(2101, 0, 1) };

/** Whether an instant is in the years 2000 to 2100, which every database and calendar supports. @source R5.5 */
export const isWithinReach = (instant: Date): boolean => {
  const ms = instant.getTime();
  return ms >= reach.from && ms < reach.before;
};

/** The first moment of a day or an instant; null for a date that does not exist or is out of range. */
const instantOf = (text: string): Date | null => {
  const isDay = dayPattern.test(text);
  const instant = isDay ? instantOn(text) : new Date(text);
  if (!isWithinReach(instant)) return null;
  // Some engines read `2026-02-30` as 2 March.
  const day = isDay ? text : text.slice(0, 10);
  const back = isDay ? shanghaiClock(instant) : instant;
  return back.toISOString().slice(0, 10) === day ? instant : null;
};

/** The instant that a text in UTC names; null for a day that does not exist or is out of reach. @source R5.5 */
export const instantOfUtc = (text: string): Date | null => (dayPattern.test(text) ? null : instantOf(text));

/** The start of a range; null when the text is not a time. */
export const rangeStart = (text: string): Date | null => instantOf(text);

/** The moment after a range's end; null when the text is not a time. */
export const rangeEnd = (text: string): Date | null => {
  const instant = instantOf(text);
  return instant && new Date(instant.getTime() + (dayPattern.test(text) ? dayMs : 1));
};

const numberPattern = /^[A-Z]{2}(\d{1,4})(\d{0,2})(\d{0,2})/;

/**
 * The time in which rows were made whose number starts like this: numbers bear their day in Shanghai (`DD20261120-…`). A day wider on both
 * sides than the days that are named, because two clocks make number and row. Null where the text names no part of a year.
 */
export const madeWithin = (numberStart: string): { readonly from: Date; readonly before: Date } | null => {
  const [, year, month = '', day = ''] = numberPattern.exec(numberStart) ?? [];
  if (year === undefined) return null;
  const least = (digits: string, length: number, floor: number) => Math.max(floor, Number(digits.padEnd(length, '0')));
  const most = (digits: string, length: number, ceiling: number) =>
    Math.min(ceiling, Number(digits.padEnd(length, '9')));
  return {
    from: new Date(Date.UTC(least(year, 4, 2000), least(month, 2, 1) - 1, least(day, 2, 1)) - dayMs),
    before: new Date(Date.UTC(most(year, 4, 2100), most(month, 2, 12) - 1, most(day, 2, 31)) + 2 * dayMs),
  };
};
