import { type JSX, type ReactNode, useEffect, useLayoutEffect } from 'react';

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

/** Moves the focus to the heading of a page that one has come to, so that a screen reader says where it is. */
export const Arrival = ({ path, children }: { path: string; children: ReactNode }): JSX.Element => {
  useEffect(() => {
    if (lastArrived === undefined || lastArrived === path) {
      lastArrived = path;
      return;
    }
    lastArrived = path;
    const main = document.getElementById('main');
    const target = main?.querySelector<HTMLElement>('h1') ?? main;
    const active = document.activeElement;
    // A page that put the focus into a field of its own keeps it.
    if (target === null || target === undefined || (active !== main && main?.contains(active))) return;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [path]);
  return <>{children}</>;
};
