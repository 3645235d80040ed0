import { type RefObject, useRef, useState } from 'react';
import { createPlaceKeeper, type PlaceKeeper, type ReadingPlace } from '../../headless/place-keeper.ts';
import type { Section } from '../../headless/sections.ts';
import { useEvent } from '../use-event.ts';
import { usePageEffect } from '../use-page-effect.ts';

/** The top counts as reached within this distance. */
const reachPx = 40;

interface PlaceInput {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  sections: readonly Section[];
  from: number;
  /** Undefined where there is nothing older. */
  onReachTop: (() => void) | undefined;
}

/** Watches the reader's position and reports reaching the top, once for each oldest message. */
export function usePlace({ scroller, content, sections, from, onReachTop }: PlaceInput): {
  keeper: RefObject<PlaceKeeper | null>;
  following: boolean;
  farFromTop: boolean;
} {
  const keeper = useRef<PlaceKeeper>(null);
  const reached = useRef<number | undefined>(undefined);
  const first = sections[0]?.id;
  const [following, setFollowing] = useState(true);
  const [farFromTop, setFarFromTop] = useState(false);
  const onPlace = useEvent(({ following: isAtEnd, fromTop, viewHeight }: ReadingPlace) => {
    setFollowing(isAtEnd);
    setFarFromTop(fromTop > viewHeight && viewHeight > 0);
    if (fromTop > reachPx * 2) reached.current = undefined;
    if (fromTop > reachPx || viewHeight === 0 || from > 0 || first === undefined || reached.current === first) return;
    reached.current = first;
    onReachTop?.();
  });
  usePageEffect(() => {
    if (scroller.current === null || content.current === null) return;
    keeper.current = createPlaceKeeper({ scroller: scroller.current, content: content.current, onPlace });
    return keeper.current.start();
  }, [scroller, content, onPlace]);
  return { keeper, following, farFromTop };
}
