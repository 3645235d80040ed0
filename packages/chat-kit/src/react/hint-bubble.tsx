import type { JSX, RefObject } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { placeNear } from '../headless/place-near.ts';

interface HintBubbleProps {
  /** The element beside which the bubble appears. */
  anchor: RefObject<HTMLElement | null>;
  id: string;
  text: string;
  /** A warning is announced at once; without a type the text describes its anchor. */
  type?: 'warning' | 'info' | 'error' | 'success';
}

/** A small text in the top layer beside its anchor; it is in the DOM only while it is shown. */
export function HintBubble({ anchor, id, text, type }: HintBubbleProps): JSX.Element {
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = bubble.current;
    const near = anchor.current;
    if (!element || !near) return;
    // a browser without popovers, which knows no :popover-open either, shows it in the page
    if (typeof element.showPopover === 'function' && !element.matches(':popover-open')) element.showPopover();
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const put = (): void => {
      const place = placeNear(near.getBoundingClientRect(), element.getBoundingClientRect(), { width, height });
      element.style.left = `${place.left}px`;
      element.style.top = `${place.top}px`;
    };
    put();
    document.addEventListener('scroll', put, true);
    return () => document.removeEventListener('scroll', put, true);
  });
  return (
    <span
      ref={bubble}
      id={id}
      role={type ? 'alert' : 'tooltip'}
      popover="manual"
      className={`ck ck-hint ck-hint-${type}`}
    >
      {text}
    </span>
  );
}
