import { useLayoutEffect, useState } from 'react';
import { askDisabled, type DisabledSource, type DisabledState } from '../headless/disabled-answer.ts';

const isAsked = (source: DisabledSource): boolean => typeof source === 'function' || source instanceof Promise;

/**
 * Follows a disabled source: asked once for each source that is given, with the last answer standing until the next one comes.
 * Before the first answer the button is disabled and `pending`.
 */
export function useDisabledState(source: DisabledSource, failedText: string): DisabledState & { pending?: boolean } {
  const [answer, setAnswer] = useState<DisabledState & { pending?: boolean }>({ disabled: true, pending: true });
  useLayoutEffect(() => {
    if (!isAsked(source)) return;
    let isCurrent = true;
    const accept = (next: DisabledState): void => {
      if (isCurrent) setAnswer(next);
    };
    const asked = askDisabled(source, failedText);
    if (asked instanceof Promise) void asked.then(accept);
    else accept(asked);
    return () => {
      isCurrent = false;
    };
  }, [source, failedText]);
  if (isAsked(source)) return answer;
  const given = askDisabled(source, failedText);
  return given instanceof Promise ? answer : given;
}
