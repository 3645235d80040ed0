import type { JSX } from 'react';
import { formatDateTime } from './format-date-time.ts';

/** An instant in Shanghai time; `null` shows `fallback`. */
export type DateTimeProps = {
  value: string | null | undefined;
  precision?: 'minute' | 'second' | 'date';
  fallback?: string;
};

/** `2026-11-20 09:30` in a `<time>` with the instant. */
export function DateTime({ value, precision = 'minute', fallback = '—' }: DateTimeProps): JSX.Element {
  if (!value) return <span>{fallback}</span>;
  return <time dateTime={value}>{formatDateTime(value, precision)}</time>;
}
