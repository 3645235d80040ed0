import { dayLater } from './calendar.ts';

/** How the business goes (R11.2): figures by day or by month over a range of days. */

/** What figures are added up by. */
export const businessSpans = ['day', 'month'] as const;

/** One of these. */
export type BusinessSpan = (typeof businessSpans)[number];

/** The longest range that is asked for at once. @unit days */
export const businessDaysAtMost = 366;

/** Some successive days, both ends included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The last day of a day's month. */
const monthEnd = (day: string): string => dayLater(`${dayLater(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);

/** The periods of a range, the first and the last of which it may cut. */
export const periodsOf = ({ from, to }: Period, by: BusinessSpan): readonly Period[] => {
  const periods: Period[] = [];
  for (let day = from; day <= to; day = dayLater(day, 1)) {
    const end = by === 'day' ? day : monthEnd(day);
    const last = end < to ? end : to;
    periods.push({ from: day, to: last });
    day = last;
  }
  return periods;
};

/** How long what is unpaid is past its due day. */
export const unpaidAges = ['notDue', 'days30', 'days60', 'days90', 'older'] as const;

/** One of these. */
export type UnpaidAge = (typeof unpaidAges)[number];

/** The due days of an age, as seen on a day; an end that is missing is open. */
export const dueDaysOf = (age: UnpaidAge, today: string): Partial<Period> => {
  const ago = (days: number): string => dayLater(today, -days);
  switch (age) {
    case 'notDue':
      return { from: today };
    case 'days30':
      return { from: ago(30), to: ago(1) };
    case 'days60':
      return { from: ago(60), to: ago(31) };
    case 'days90':
      return { from: ago(90), to: ago(61) };
    case 'older':
      return { to: ago(91) };
  }
};
