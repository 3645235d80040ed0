import { useState } from 'react';
import { isShallowSame } from '../headless/shallow-same.ts';

/** Keeps the first of several equal values, so that an inline object is not a change. */
export function useStable<Value>(value: Value, isSame: (a: Value, b: Value) => boolean = isShallowSame): Value {
  const [kept, setKept] = useState({ value });
  if (isSame(kept.value, value)) return kept.value;
  setKept({ value });
  return value;
}
