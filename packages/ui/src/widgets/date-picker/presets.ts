import { addDays } from './day.ts';

/** A range of days, both included; the empty text for an open end. */
export type DayRange = { from: string; to: string };

const two = (value: number) => String(value).padStart(2, '0');

/** A range of whole months; `month` counts from 0 for January and may lie outside the year. */
function monthsFrom(year: number, month: number, count: number): DayRange {
  const first = (place: number) => {
    const years = year + Math.floor(place / 12);
    return `${years}-${two((((place % 12) + 12) % 12) + 1)}-01`;
  };
  return { from: first(month), to: addDays(first(month + count), -1) };
}

/** The usual ranges as of today; periods are complete, so that later due dates in them are included. */
export function presetsOf(today: string): readonly ({ label: string } & DayRange)[] {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  return [
    { label: '今天', from: today, to: today },
    { label: '近 7 天', from: addDays(today, -6), to: today },
    { label: '本月', ...monthsFrom(year, month, 1) },
    { label: '上月', ...monthsFrom(year, month - 1, 1) },
    { label: '本季', ...monthsFrom(year, month - (month % 3), 3) },
    { label: '今年', ...monthsFrom(year, 0, 12) },
  ];
}
