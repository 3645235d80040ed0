import { dayLater, isDay } from '@ronghui/domain/calendar';
import { fenSum, rmbText } from '@ronghui/domain/money';

/** A number with thousands separators, and its unit. */
export const countText = (count: number, unit: string): string => `${count.toLocaleString('en-US')}\u00a0${unit}`;

/** An amount on an axis. @unit fen */
export const amountTick = (value: number): string => rmbText(fenSum(BigInt(Math.round(value)))).replace(/\.00$/, '');

/** A count on an axis; between two whole numbers there is none. */
export const countTick = (value: number): string => (Number.isInteger(value) ? value.toLocaleString('en-US') : '');

/** A time between two moments. @unit minutes */
export const durationText = (minutes: number): string => {
  if (minutes < 60) return `${minutes}\u00a0分钟`;
  return `${Math.round(minutes / 6) / 10}\u00a0小时`;
};

/** The sum of some numbers. */
export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** What keeps a range of days from being asked for; the server says the same. */
export const dayFaultOf = (
  { from, to }: { readonly from: string; readonly to: string },
  daysAtMost: number,
): string | undefined => {
  if (!isDay(from) || !isDay(to)) return '请选择有效的日期';
  if (from > to) return '结束日期不能早于开始日期';
  return dayLater(from, daysAtMost - 1) < to ? `一次最多查看 ${daysAtMost}\u00a0天` : undefined;
};
