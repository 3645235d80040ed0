import { useEffect, useLayoutEffect, useState } from 'react';
import { askDisabled, type DisabledSource, type DisabledState } from '../headless/disabled-answer.ts';

const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

const isSame = (a: DisabledState | undefined, b: DisabledState): boolean =>
  a?.disabled === b.disabled && a.message === b.message;

/**
 * Follows a disabled source: asked once for each source that is given, with the last answer standing until the next one comes.
 * Before the first answer the button is disabled and `pending`.
 */
export function useDisabledState(
  source: DisabledSource,
  failedText: string,
): { state: DisabledState; pending: boolean } {
  const fixed = typeof source === 'function' || source instanceof Promise ? undefined : askDisabled(source, failedText);
  const [answer, setAnswer] = useState<DisabledState>();
  useBrowserLayoutEffect(() => {
    if (typeof source !== 'function' && !(source instanceof Promise)) return;
    let current = true;
    const accept = (next: DisabledState): void => {
      if (current) setAnswer((last) => (isSame(last, next) ? last : next));
    };
    const asked = askDisabled(source, failedText);
    if (asked instanceof Promise) void asked.then(accept);
    else accept(asked);
    return () => {
      current = false;
    };
  }, [source, failedText]);
  if (fixed !== undefined && !(fixed instanceof Promise)) return { state: fixed, pending: false };
  return answer === undefined ? { state: { disabled: true }, pending: true } : { state: answer, pending: false };
}
