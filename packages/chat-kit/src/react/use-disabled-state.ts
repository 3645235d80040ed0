import { useEffect, useState } from 'react';
import { askDisabled, type DisabledSource, type DisabledState, toDisabledState } from '../headless/disabled-answer.ts';

/**
 * Follows a disabled source: evaluated once per source, and the last answer holds until the next one arrives. Before
 * the first answer the button is disabled and `pending`.
 */
export function useDisabledState(source: DisabledSource, failedText: string): DisabledState & { pending?: boolean } {
  const [answer, setAnswer] = useState<DisabledState & { pending?: boolean }>({ disabled: true, pending: true });
  const given =
    typeof source === 'function' || (source && typeof source === 'object' && 'then' in source)
      ? undefined
      : toDisabledState(source);
  const isAsked = given === undefined;
  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    void askDisabled(source, failedText).then((next) => {
      if (isCurrent) setAnswer(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [source, failedText, isAsked]);
  return given ?? answer;
}
