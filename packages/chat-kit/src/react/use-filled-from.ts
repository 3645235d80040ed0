import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../headless/idle.ts';
import { firstRows, type Section } from '../headless/sections.ts';

const mostInOneStep = 8;
const stepBudgetMs = 16;
const shownAtOnce = 4;

interface Filled {
  firstId: number | undefined;
  isComplete: boolean;
}

/** The section from which the end is painted first: the last ones that hold enough rows for a view. */
function firstShown(sections: readonly Section[]): number {
  let rows = 0;
  let from = sections.length;
  while (from > 0 && rows < firstRows) {
    from -= 1;
    rows += sections[from]?.raws.length ?? 0;
  }
  return from;
}

function filledFrom(sections: readonly Section[], { firstId, isComplete }: Filled): number {
  const from = sections.findIndex((section) => section.id === firstId);
  if (from < 0) return firstShown(sections);
  return isComplete && from <= shownAtOnce ? 0 : from;
}

/**
 * The index of the first section that is in the document. The end is there at once; older sections are put in while the
 * page is idle, as many as fit into a part of a frame. A few sections put in above a complete list come at once.
 */
export function useFilledFrom(sections: readonly Section[], paused: boolean): number {
  const [filled, setFilled] = useState<Filled>({ firstId: undefined, isComplete: false });
  const from = filledFrom(sections, filled);
  const firstId = sections[from]?.id;
  if (filled.firstId !== firstId || filled.isComplete !== (from === 0)) {
    setFilled({ firstId, isComplete: from === 0 });
  }
  const fill = useEffectEvent((budgetMs: number, sectionMs: number): number => {
    const room = Math.min(budgetMs, stepBudgetMs) / sectionMs;
    const count = Math.min(from, Math.max(1, Math.min(mostInOneStep, Math.floor(room))));
    const startedAt = performance.now();
    flushSync(() => setFilled({ firstId: sections[from - count]?.id, isComplete: from === count }));
    return Math.max(0.5, (performance.now() - startedAt) / count);
  });
  const isFilling = from > 0 && !paused;
  useEffect(() => {
    if (!isFilling) return;
    // the first step is a section alone: it finds code and fonts cold
    let sectionMs = stepBudgetMs;
    let cancel = (): void => {};
    const step = (budgetMs: number): void => {
      cancel = whenIdle(step);
      sectionMs = (sectionMs + fill(budgetMs, sectionMs)) / 2;
    };
    cancel = whenIdle(step);
    return () => cancel();
  }, [isFilling]);
  return from;
}
