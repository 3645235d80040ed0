import type { JSX } from 'react';
import { formatDateTime } from './format-date-time.ts';

/** An instant in Shanghai's time; `null` shows `fallback`. */
export type DateTimeProps = {
  value: string | null | undefined;
  precision?: 'minute' | 'second' | 'date';
  fallback?: string;
};

/** `2026-11-20 09:30`, with the instant itself for machines. */
export function DateTime({ value, precision = 'minute', fallback = '—' }: DateTimeProps): JSX.Element {
  if (!value) return <span>{fallback}</span>;
  return <time dateTime={value}>{formatDateTime(value, precision)}</time>;
}
