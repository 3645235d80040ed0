import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../headless/idle.ts';
import { firstRows, type Section } from '../headless/sections.ts';

const mostInOneStep = 8;
/** A quarter of the longest frame that is allowed: one section more, its rendering and what else comes have room beside it. */
const stepMs = 12;
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
 * page is idle. A step is as many as fit into its time, whatever is left of the frame: each step brings a frame about,
 * whose own cost is the same for one section and for several. A few sections put in above a complete list come at once.
 */
export function useFilledFrom(sections: readonly Section[], paused: boolean): number {
  const [filled, setFilled] = useState<Filled>({ sections: [], from: 0 });
  const from = filled.sections === sections ? filled.from : filledFrom(sections, filled);
  if (filled.sections !== sections) setFilled({ sections, from });
  const fill = useEffectEvent((sectionMs: number): number => {
    const count = Math.min(from, mostInOneStep, Math.ceil(stepMs / sectionMs));
    const startedAt = performance.now();
    flushSync(() => setFilled({ sections, from: from - count }));
    return (performance.now() - startedAt) / count;
  });
  const isFilling = from > 0 && !paused;
  useEffect(() => {
    if (!isFilling) return;
    // the first step is a section alone: it finds code and fonts cold
    let sectionMs = stepMs;
    const step = (): void => {
      cancel = whenIdle(step);
      sectionMs = (sectionMs + fill(sectionMs)) / 2;
    };
    let cancel = whenIdle(step);
    return () => cancel();
  }, [isFilling]);
  return from;
}
