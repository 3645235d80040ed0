import { createElement, type JSX, type ReactNode, useCallback, useState } from 'react';

/** A part of a long page that is rendered, and asks for its data, once somebody scrolls to it. */
export const WhenSeen = ({ children, waiting }: { children: ReactNode; waiting: ReactNode }): JSX.Element => {
  const [isSeen, setSeen] = useState(false);
  const watch = useCallback((place: HTMLElement | null) => {
    if (place === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return createElement('div', isSeen ? null : { ref: watch }, isSeen ? children : waiting);
};
