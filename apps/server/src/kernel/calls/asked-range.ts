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
