import { useCallback, useInsertionEffect, useRef } from 'react';

/** A function that stays the same and calls the newest render's one; not to be called while rendering. */
export function useEvent<Given extends readonly unknown[], Result>(
  run: (...given: Given) => Result,
): (...given: Given) => Result {
  const newest = useRef(run);
  useInsertionEffect(() => {
    newest.current = run;
  });
  return useCallback((...given: Given): Result => newest.current(...given), []);
}
