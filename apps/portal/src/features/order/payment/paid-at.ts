import { instantOn } from '@ronghui/domain/shanghai';
import { dayFromTyped, formatDateTime } from '@ronghui/ui';

/** The typed time of a transfer: day and time of day in Shanghai. */
interface PaidTexts {
  readonly paidAt: string;
  readonly paidTime: string;
}

/** The texts of an instant. @unit epoch ms */
export const paidTextsOf = (ms: number): PaidTexts => {
  const [paidAt = '', paidTime = ''] = formatDateTime(new Date(ms).toISOString()).split(' ');
  return { paidAt, paidTime };
};

/** `9:30`, `0930` and `09：30` are `09:30`; undefined when the text is no time of day. */
const timeFromTyped = (typed: string): string | undefined => {
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:：]?(\d{2})$/.exec(typed.trim()) ?? [];
  return hours === '' || Number(hours) > 23 || Number(minutes) > 59
    ? undefined
    : `${hours.padStart(2, '0')}:${minutes}`;
};

/** @source R5.1 */
export const paidDayHint = (typed: string, today: string): string | undefined => {
  if (typed.trim() === '') return '请输入付款日期';
  const day = dayFromTyped(typed);
  if (day === undefined) return '请按 2026-01-31 的格式填写日期';
  return day > today ? '付款日期不能晚于今天' : undefined;
};

/** @source R5.1 */
export const paidTimeHint = (typed: string): string | undefined => {
  if (typed.trim() === '') return '请输入付款时间';
  return timeFromTyped(typed) === undefined ? '请按 09:30 的格式填写时间' : undefined;
};

/** The instant of valid texts. */
export const paidInstantOf = (day: string, time: string): string =>
  instantOn(dayFromTyped(day) ?? day, timeFromTyped(time) ?? time).toISOString();
