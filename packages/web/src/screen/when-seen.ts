import { createElement, type JSX, type ReactNode, useCallback, useEffect, useState } from 'react';

interface WhenSeenProps {
  readonly children: ReactNode;
  readonly waiting: ReactNode;
  /** It is rendered after this long even if nobody has scrolled to it. @unit ms */
  readonly orAfterMs?: number;
}

/** A part of a long page that is rendered, and asks for its data, once somebody scrolls to it. */
export const WhenSeen = ({ children, waiting, orAfterMs }: WhenSeenProps): JSX.Element => {
  const [isSeen, setSeen] = useState(false);
  const watch = useCallback((place: HTMLElement | null) => {
    if (place === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (orAfterMs === undefined) return;
    const timer = setTimeout(() => setSeen(true), orAfterMs);
    return () => clearTimeout(timer);
  }, [orAfterMs]);
  return createElement('div', isSeen ? null : { ref: watch }, isSeen ? children : waiting);
};
