import { dayLater, isDay, weekdayOf } from './shanghai-day.ts';

/** The holidays and make-up days (调休) of a year, as the State Council's office publishes them in the November before. */
export interface HolidayYear {
  readonly year: number;
  /** The notice's title and number. */
  readonly source: string;
  readonly url: string;
  /** The day of the notice. */
  readonly publishedOn: string;
  /** Free days, both ends inclusive; weekends in between are named too. */
  readonly holidays: readonly { readonly name: string; readonly from: string; readonly to: string }[];
  /** Weekend days on which people work. */
  readonly makeUpDays: readonly string[];
}

/**
 * The years that were published by 22 November 2026, when no notice for 2027 could be found. An operator adds years, or
 * replaces them, in a file of the data folder; a year without data counts Monday to Friday.
 *
 * @source billing.md, bills
 */
export const publishedHolidayYears: readonly HolidayYear[] = [
  {
    year: 2025,
    source: '国务院办公厅关于2025年部分节假日安排的通知（国办发明电〔2024〕12号）',
    url: 'https://www.gov.cn/zhengce/content/202411/content_6986382.htm',
    publishedOn: '2024-11-12',
    holidays: [
      { name: '元旦', from: '2025-01-01', to: '2025-01-01' },
      { name: '春节', from: '2025-01-28', to: '2025-02-04' },
      { name: '清明节', from: '2025-04-04', to: '2025-04-06' },
      { name: '劳动节', from: '2025-05-01', to: '2025-05-05' },
      { name: '端午节', from: '2025-05-31', to: '2025-06-02' },
      { name: '国庆节、中秋节', from: '2025-10-01', to: '2025-10-08' },
    ],
    makeUpDays: ['2025-01-26', '2025-02-08', '2025-04-27', '2025-09-28', '2025-10-11'],
  },
  {
    year: 2026,
    source: '国务院办公厅关于2026年部分节假日安排的通知（国办发明电〔2025〕7号）',
    url: 'https://www.gov.cn/zhengce/content/202511/content_7047090.htm',
    publishedOn: '2025-11-04',
    holidays: [
      { name: '元旦', from: '2026-01-01', to: '2026-01-03' },
      { name: '春节', from: '2026-02-15', to: '2026-02-23' },
      { name: '清明节', from: '2026-04-04', to: '2026-04-06' },
      { name: '劳动节', from: '2026-05-01', to: '2026-05-05' },
      { name: '端午节', from: '2026-06-19', to: '2026-06-21' },
      { name: '中秋节', from: '2026-09-25', to: '2026-09-27' },
      { name: '国庆节', from: '2026-10-01', to: '2026-10-07' },
    ],
    makeUpDays: ['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10'],
  },
];

/** Every day from one to another, both inclusive. */
export const daysBetween = (from: string, to: string): readonly string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayLater(day, 1)) days.push(day);
  return days;
};

/** What is wrong with the data of a year, and where. */
export interface HolidayYearFault {
  readonly path: string;
  readonly message: string;
}

/** Holidays may begin in the last days of the year before, as the New Year of 2023 did. */
const isOfYear = (day: string, year: number): boolean => day >= `${year - 1}-12-20` && day <= `${year}-12-31`;

const holidayFault = ({ from, to }: HolidayYear['holidays'][number], year: number): string | null => {
  if (!isDay(from) || !isDay(to)) return '请填写有效的日期';
  if (from > to) return '结束日期不能早于开始日期';
  if (!isOfYear(from, year) || !isOfYear(to, year)) return `日期不属于 ${year} 年`;
  return null;
};

const makeUpFault = (day: string, year: number, free: ReadonlySet<string>): string | null => {
  if (!isDay(day)) return '请填写有效的日期';
  if (!isOfYear(day, year)) return `日期不属于 ${year} 年`;
  if (free.has(day)) return '该日已列为放假';
  return weekdayOf(day) % 6 === 0 ? null : '调休上班日应为周六或周日';
};

/** Everything that is wrong with the data of a year; nothing when it can replace the present data. @source billing.md, bills */
export const holidayYearFaults = (data: HolidayYear): readonly HolidayYearFault[] => {
  const { year, source, publishedOn, holidays, makeUpDays } = data;
  const found: HolidayYearFault[] = [];
  const note = (path: string, message: string | null) => {
    if (message !== null) found.push({ path, message });
  };
  note('year', Number.isInteger(year) && year >= 2000 && year <= 2100 ? null : '年份有误');
  note('source', source.trim() === '' ? '请填写数据来源' : null);
  note('publishedOn', isDay(publishedOn) ? null : '请填写有效的日期');
  note('holidays', holidays.length === 0 ? '请填写放假安排' : null);
  const free = new Set<string>();
  for (const [at, holiday] of holidays.entries()) {
    const message = holidayFault(holiday, year);
    note(`holidays.${at}`, message);
    if (message === null) for (const day of daysBetween(holiday.from, holiday.to)) free.add(day);
  }
  for (const [at, day] of makeUpDays.entries()) note(`makeUpDays.${at}`, makeUpFault(day, year, free));
  return found;
};
