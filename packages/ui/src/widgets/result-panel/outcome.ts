import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls to an outcome, unless its head is in the upper half of the window, and focuses its heading, so that it is read aloud.
 *
 * @source ux "Always"
 */
export function standAt(outcome: HTMLElement | null): void {
  if (outcome === null) return;
  const { top } = outcome.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) outcome.scrollIntoView({ block: 'start' });
  const heading = outcome.querySelector<HTMLElement>('h1, h2, h3');
  if (heading === null) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** The ref of a part that is scrolled to whenever its state changes, not when it is first known. */
export function useOutcome(state: string | number | undefined): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    const former = before.current;
    before.current = state;
    if (former !== undefined && state !== undefined && former !== state) standAt(ref.current);
  }, [state]);
  return ref;
}
