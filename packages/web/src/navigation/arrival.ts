import { createElement, Fragment, type JSX, type ReactNode, useEffect, useLayoutEffect } from 'react';

let lastArrived: string | undefined;

/** Scrolls to the top on entry, unless the visitor has been here in this history (back, forward, reload). @source R2.3, R2.10 */
export const useScrollOnEntry = (path: string, scrollTop: boolean): void => {
  useLayoutEffect(() => {
    const state: unknown = history.state;
    const visited = typeof state === 'object' && state !== null && 'visited' in state && state.visited === path;
    if (visited) return;
    history.replaceState({ visited: path }, '');
    if (scrollTop) scrollTo(0, 0);
  }, [path, scrollTop]);
};

/** Moves the focus to the heading of a page that was navigated to, so that a screen reader announces it. */
export const Arrival = ({ path, children }: { path: string; children: ReactNode }): JSX.Element => {
  useEffect(() => {
    const isFirst = lastArrived === undefined || lastArrived === path;
    lastArrived = path;
    if (isFirst) return;
    let isHere = true;
    let stop: (() => void) | undefined;
    // Not part of the first load; if it fails to load, the focus stays where the browser put it.
    import('./focus-heading.ts').then(
      ({ focusHeading }) => {
        if (isHere) stop = focusHeading();
      },
      () => undefined,
    );
    return () => {
      isHere = false;
      stop?.();
    };
  }, [path]);
  return createElement(Fragment, null, children);
};
