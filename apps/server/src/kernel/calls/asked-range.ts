import { isDay } from '@ronghui/domain/calendar';
import { rangeEnd, rangeStart } from '@ronghui/domain/day-range';
import { wrongField } from './wrong-field.ts';

type Range = { readonly from: Date | undefined; readonly before: Date | undefined };
type Asked = { readonly from?: string | undefined; readonly to?: string | undefined };

/** The days of a filter as moments, or the 422 that names the wrong one; `names` are its fields. */
export const rangeOf = (
  { from, to }: Asked,
  names: readonly [from: string, to: string] = ['from', 'to'],
):
  | { readonly range: Range; readonly wrong?: undefined }
  | { readonly range?: undefined; readonly wrong: ReturnType<typeof wrongField> } => {
  const start = from === undefined ? undefined : rangeStart(from);
  const end = to === undefined ? undefined : rangeEnd(to);
  if (start === null) return { wrong: wrongField(names[0], '请填写有效的日期') };
  if (end === null) return { wrong: wrongField(names[1], '请填写有效的日期') };
  return { range: { from: start, before: end } };
};

const dayMs = 86_400_000;

/** What is wrong with the days of figures, both ends included, as the data of a 422; undefined where nothing is. */
export const dayFaultOf = (
  { from, to }: { readonly from: string; readonly to: string },
  daysAtMost: number,
): ReturnType<typeof wrongField> | undefined => {
  const { range, wrong } = rangeOf({ from, to });
  if (wrong !== undefined) return wrong;
  if (!isDay(from) || !isDay(to)) return wrongField(isDay(from) ? 'to' : 'from', '请填写有效的日期');
  if (from > to) return wrongField('to', '结束日期不能早于开始日期');
  const days = (Number(range.before) - Number(range.from)) / dayMs;
  return days > daysAtMost ? wrongField('to', `一次最多查看 ${daysAtMost} 天`) : undefined;
};
