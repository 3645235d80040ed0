import { useState } from 'react';

/** Whether two values hold the same things one level deep. */
export function isShallowSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.is(Reflect.get(a, name), Reflect.get(b, name)))
  );
}

/** Keeps the first of several values that are the same, so that an inline object does not count as a change. */
export function useStable<Value>(value: Value, isSame: (a: Value, b: Value) => boolean = isShallowSame): Value {
  const [kept, setKept] = useState({ value });
  if (isSame(kept.value, value)) return kept.value;
  setKept({ value });
  return value;
}
