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
