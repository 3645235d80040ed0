import { daysBetween, type HolidayYear, publishedHolidayYears } from './holiday-years.ts';
import { dayLater, weekdayOf } from './shanghai-day.ts';

/** Holidays and make-up days by day, made of the data of some years. */
export interface WorkingCalendar {
  /** The years with data. */
  readonly years: ReadonlySet<number>;
  readonly holidays: ReadonlySet<string>;
  readonly makeUpDays: ReadonlySet<string>;
}

/** A calendar of published years; `publishedHolidayYears` are those that come with the product. */
export const workingCalendar = (years: readonly HolidayYear[]): WorkingCalendar => ({
  years: new Set(years.map(({ year }) => year)),
  holidays: new Set(years.flatMap(({ holidays }) => holidays.flatMap(({ from, to }) => daysBetween(from, to)))),
  makeUpDays: new Set(years.flatMap(({ makeUpDays }) => makeUpDays)),
});

/** The calendar that comes with the product. @source billing.md, bills */
export const publishedCalendar: WorkingCalendar = /* @__PURE__ */ workingCalendar(publishedHolidayYears);

/** Whether people work on a day: a make-up day, or Monday to Friday without a holiday. @source billing.md, bills */
export const isWorkingDay = ({ holidays, makeUpDays }: WorkingCalendar, day: string): boolean =>
  makeUpDays.has(day) || (!holidays.has(day) && weekdayOf(day) % 6 !== 0);

/** The most working days that a span may have. */
const mostDays = 366;

/**
 * The day that is a number of working days after a day, which does not count itself; the day itself for 0.
 *
 * @throws RangeError for a count that is not an integer from 0 to 366
 * @source billing.md, bills
 */
export const addWorkingDays = (calendar: WorkingCalendar, day: string, count: number): string => {
  if (!Number.isInteger(count) || count < 0 || count > mostDays) throw new RangeError(`${count} is no count of days`);
  let at = day;
  for (let left = count; left > 0; ) {
    at = dayLater(at, 1);
    if (isWorkingDay(calendar, at)) left -= 1;
  }
  return at;
};

/** The years of a span of days whose data are missing: in them Monday to Friday are taken for working days. */
export const yearsWithoutData = ({ years }: WorkingCalendar, from: string, to: string): readonly number[] => {
  const first = Number(from.slice(0, 4));
  const length = Math.max(0, Number(to.slice(0, 4)) - first + 1);
  return Array.from({ length }, (_, at) => first + at).filter((year) => !years.has(year));
};

/** The sentence on years without data, for the people who can add them; null when there are none. */
export const missingYearsText = (years: readonly number[]): string | null =>
  years.length === 0
    ? null
    : `${years.join('、')} 年的放假安排尚未录入，工作日暂按周一至周五计算；公布后请更新节假日数据。`;
