import { shanghaiClock } from './shanghai-clock.ts';

/**
 * Formats an instant in Shanghai time (UTC+8, no summer time): `YYYY-MM-DD HH:mm`.
 *
 * @param iso an instant as the wire has it; a bare date `YYYY-MM-DD` is returned unchanged
 */
export function formatDateTime(iso: string, precision: 'minute' | 'second' | 'date' = 'minute'): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(iso)) return iso;
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return '—';
  const text = shanghaiClock(at).toISOString().replace('T', ' ');
  return text.slice(0, { minute: 16, second: 19, date: 10 }[precision]);
}
