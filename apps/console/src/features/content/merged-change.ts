const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What a change from `was` to `is` makes of `now`, which has changed since `was`: places that the change leaves alone are as they are now, and a
 * list whose length differs is that of the change.
 *
 * @param was plain data, as are the others
 */
export const mergedChange = (was: unknown, is: unknown, now: unknown): unknown => {
  if (isSame(was, is)) return now;
  if (isSame(was, now)) return is;
  if (isRecord(was) && isRecord(is) && isRecord(now)) {
    const keys = [...new Set([...Object.keys(now), ...Object.keys(is)])];
    return Object.fromEntries(keys.map((key) => [key, mergedChange(was[key], is[key], now[key])]));
  }
  if (
    Array.isArray(was) &&
    Array.isArray(is) &&
    Array.isArray(now) &&
    was.length === is.length &&
    is.length === now.length
  )
    return was.map((each, at) => mergedChange(each, is[at], now[at]));
  return is;
};
