import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../headless/idle.ts';
import type { Section } from '../headless/sections.ts';

/** A quarter of the longest frame that is allowed: one section more, its rendering and what else comes have room beside it. */
const stepMs = 12;
const shownAtOnce = 4;

interface Filled {
  sections: readonly Section[];
  from: number;
}

/** The first section that was in the document before and still is in the list; a few above a complete list count as in. */
function filledFrom(sections: readonly Section[], last: Filled): number {
  const shown = new Set(last.sections.slice(last.from).map((section) => section.id));
  const from = sections.findIndex((section) => shown.has(section.id));
  // the last section of a list that is new holds enough for a view
  if (from < 0) return Math.max(0, sections.length - 1);
  return last.from === 0 && from <= shownAtOnce ? 0 : from;
}

/**
 * The index of the first section that is in the document. The end is there at once; older sections are put in while the
 * page is idle. A step is as many as fit into its time, whatever is left of the frame: each step brings a frame about,
 * whose own cost is the same for one section and for several. A few sections put in above a complete list come at once.
 */
export function useFilledFrom(sections: readonly Section[], paused: boolean): number {
  const [filled, setFilled] = useState<Filled>({ sections: [], from: 0 });
  let { from } = filled;
  if (filled.sections !== sections) {
    from = filledFrom(sections, filled);
    setFilled({ sections, from });
  }
  // the first step is a section alone: it finds code and fonts cold
  const sectionMs = useRef(stepMs);
  useEffect(() => {
    if (from === 0 || paused) return;
    return whenIdle(() => {
      const count = Math.ceil(stepMs / sectionMs.current);
      const startedAt = performance.now();
      flushSync(() => setFilled((last) => ({ ...last, from: Math.max(0, last.from - count) })));
      sectionMs.current = (sectionMs.current + (performance.now() - startedAt) / count) / 2;
    });
  }, [from, paused]);
  return from;
}
