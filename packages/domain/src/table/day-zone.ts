import { cellText, saysNothing } from './cell-text.ts';
import { dayOfText } from './day-text.ts';
import { recogniseColumns } from './table-shape.ts';

/** How far the zones that exports name are from Greenwich; what is ambiguous (`CST`) is not among them. */
const offsets: Readonly<Record<string, string>> = {
  utc: '+00:00',
  gmt: '+00:00',
  pst: '-08:00',
  pdt: '-07:00',
  mst: '-07:00',
  mdt: '-06:00',
  cdt: '-05:00',
  est: '-05:00',
  edt: '-04:00',
  cet: '+01:00',
  cest: '+02:00',
  bst: '+01:00',
  jst: '+09:00',
  hkt: '+08:00',
  sgt: '+08:00',
  'asia/shanghai': '+08:00',
  'asia/hong_kong': '+08:00',
  北京时间: '+08:00',
  东八区: '+08:00',
  东8区: '+08:00',
  chinastandardtime: '+08:00',
  中国标准时间: '+08:00',
};
const here = '+08:00';

const offsetOf = (zone: string): string | null => {
  const plain = zone.normalize('NFKC').replaceAll(/\s/gu, '').toLowerCase();
  const [, sign, hours = '', minutes = '00'] = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d\d))?$/u.exec(plain) ?? [];
  return sign === undefined ? (offsets[plain] ?? null) : `${sign}${hours.padStart(2, '0')}:${minutes}`;
};

/** What was read of a day and its zone: the day in Shanghai, or what is wrong. */
export type ZonedDay = { readonly day: string } | { readonly reason: string };

const longestZone = 32;
const clock = /^\d{1,2}:\d{2}(?::\d{2})?$/u;
const advice = '请在导出时把时区选为北京时间';

/**
 * Reads the days of a file whose zone stands in a column of its own, as in the activities of PayPal: a day elsewhere is that of Shanghai by its time.
 * Null where a file has no such column.
 *
 * @param occurredOn the column of days
 */
export const zonedDays = (
  head: readonly string[],
  occurredOn: number | undefined,
): ((cells: readonly string[], day: string) => ZonedDay | null) | null => {
  const { zone, time } = recogniseColumns(head, { zone: ['时区', 'time zone'], time: ['时间', 'time'] });
  if (zone === undefined || occurredOn === undefined || zone === occurredOn) return null;
  return (cells, day) => {
    const named = cellText(cells[zone] ?? '');
    if (saysNothing(named)) return null;
    const offset = named.length > longestZone ? null : offsetOf(named);
    if (offset === here) return null;
    if (offset === null) return { reason: `时区“${named.slice(0, longestZone)}”换算不成北京时间，${advice}` };
    const own = time === undefined || time === occurredOn ? '' : cellText(cells[time] ?? '');
    const at = clock.test(own) ? `${day} ${own}` : day;
    const found = /\d:\d\d/u.test(at) ? dayOfText(`${at}${offset}`) : null;
    return found === null ? { reason: `没有时间，不能换算成北京时间的日期，${advice}` } : { day: found };
  };
};
