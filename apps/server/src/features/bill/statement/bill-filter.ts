import type { Input } from '@ronghui/contract';
import { isDay } from '@ronghui/domain/calendar';
import { rangeEnd, rangeStart } from '@ronghui/domain/day-range';
import { wrongField } from '#kernel/calls/wrong-field';
import type { BillFilter } from './bill-filter.sql.ts';

/** The days of a filter as they are sent. */
type SentDays = Pick<Input<'bill.sum'>, 'from' | 'to' | 'dueFrom' | 'dueTo'>;

type ReadFilter<Sent extends SentDays> =
  | { readonly ok: true; readonly filter: Omit<Sent, 'from' | 'to'> & Pick<BillFilter, 'from' | 'before'> }
  | { readonly ok: false; readonly wrong: ReturnType<typeof wrongField> };

/** A filter with its days as moments, or the 422 that names the one that does not exist. */
export const billFilterOf = <Sent extends SentDays>({ from, to, ...rest }: Sent): ReadFilter<Sent> => {
  const start = from === undefined ? undefined : rangeStart(from);
  const end = to === undefined ? undefined : rangeEnd(to);
  const wrongDue = (['dueFrom', 'dueTo'] as const).find((path) => {
    const day = rest[path];
    return day !== undefined && !isDay(day);
  });
  const wrong = start === null ? 'from' : end === null ? 'to' : wrongDue;
  return wrong === undefined
    ? { ok: true, filter: { ...rest, from: start ?? undefined, before: end ?? undefined } }
    : { ok: false, wrong: wrongField(wrong, '请填写有效的日期') };
};
