import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../../headless/idle.ts';
import type { Section } from '../../headless/sections.ts';

/** A quarter of the longest allowed frame, which leaves room for one more section and for other work. */
const stepMs = 12;
const shownAtOnce = 4;

interface Filled {
  sections: readonly Section[];
  from: number;
}

/** The first section that was rendered before and is still in the list; a few sections above a complete list count as rendered. */
function filledFrom(sections: readonly Section[], last: Filled): number {
  const shown = new Set(last.sections.slice(last.from).map((section) => section.id));
  const from = sections.findIndex((section) => shown.has(section.id));
  // the last section of a new list is enough for a view
  if (from < 0) return Math.max(0, sections.length - 1);
  return last.from === 0 && from <= shownAtOnce ? 0 : from;
}

/**
 * The index of the first rendered section. The end is rendered at once, older sections while the page is idle. A step
 * renders as many sections as fit its time, because each step costs one frame however many sections it renders. A few
 * sections prepended to a complete list are rendered at once.
 */
export function useFilledFrom(sections: readonly Section[], paused: boolean): number {
  const [filled, setFilled] = useState<Filled>({ sections: [], from: 0 });
  let { from } = filled;
  if (filled.sections !== sections) {
    from = filledFrom(sections, filled);
    setFilled({ sections, from });
  }
  // the first step renders one section, because code and fonts are not warm yet
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
