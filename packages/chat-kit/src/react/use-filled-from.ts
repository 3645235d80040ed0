import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../headless/idle.ts';
import { firstRows, type Section } from '../headless/sections.ts';

const mostInOneStep = 8;
const stepBudgetMs = 16;
const shownAtOnce = 4;

interface Filled {
  sections: readonly Section[];
  from: number;
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

/** The first section that was in the document before and still is in the list; a few above a complete list count as in. */
function filledFrom(sections: readonly Section[], last: Filled): number {
  const shown = new Set(last.sections.slice(last.from).map((section) => section.id));
  const from = sections.findIndex((section) => shown.has(section.id));
  if (from < 0) return firstShown(sections);
  return last.from === 0 && from <= shownAtOnce ? 0 : from;
}

/**
 * The index of the first section that is in the document. The end is there at once; older sections are put in while the
 * page is idle, as many as fit into a part of a frame. A few sections put in above a complete list come at once.
 */
export function useFilledFrom(sections: readonly Section[], paused: boolean): number {
  const [filled, setFilled] = useState<Filled>({ sections: [], from: 0 });
  const from = filled.sections === sections ? filled.from : filledFrom(sections, filled);
  if (filled.sections !== sections) setFilled({ sections, from });
  const fill = useEffectEvent((budgetMs: number, sectionMs: number): number => {
    const room = Math.min(budgetMs, stepBudgetMs) / sectionMs;
    const count = Math.min(from, Math.max(1, Math.min(mostInOneStep, Math.floor(room))));
    const startedAt = performance.now();
    flushSync(() => setFilled({ sections, from: from - count }));
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
