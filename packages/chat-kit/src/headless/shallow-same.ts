/** Whether two values are equal one level deep; members are compared by identity or by the given function. */
export function isShallowSame(
  a: unknown,
  b: unknown,
  isSame: (a: unknown, b: unknown) => boolean = Object.is,
): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => isSame(Reflect.get(a, name), Reflect.get(b, name)))
  );
}
