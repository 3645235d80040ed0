import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Where something is dropped at an item. */
export type DropPlace = 'before' | 'after' | 'inside';

/** An item that is dragged, and at which others are dropped. */
interface DragSpec {
  /** Items are dropped at items of the same kind alone. */
  readonly kind: string;
  readonly id: string;
  readonly enabled: boolean;
  /** Where an item may be dropped at this one. */
  readonly places: (dragged: string) => readonly DropPlace[];
  readonly onDrop: (dragged: string, place: DropPlace) => void;
}

/** The same, as the library is given it. */
export interface Dragging extends DragSpec {
  readonly onOver: (place: DropPlace | undefined) => void;
}

interface Drag<Source extends HTMLElement, Target extends HTMLElement> {
  /** The element that is dragged. */
  readonly source: RefObject<Source | null>;
  /** The element that others are dropped at. */
  readonly target: RefObject<Target | null>;
  /** Where an item would be dropped that is dragged over this one. */
  readonly over: DropPlace | undefined;
}

/** Lets an item be dragged to its place. Whatever can be dragged has buttons that do the same; they work before the library is loaded, and without it. */
export const useDrag = <Source extends HTMLElement, Target extends HTMLElement>(
  spec: DragSpec,
): Drag<Source, Target> => {
  const source = useRef<Source>(null);
  const target = useRef<Target>(null);
  const [over, setOver] = useState<DropPlace>();
  const { kind, id, enabled } = spec;
  const latest = useRef(spec);
  useEffect(() => {
    latest.current = spec;
  });
  const attach = useEffectEvent(async (): Promise<(() => void) | undefined> => {
    const { attachDrag } = await import('./drag-adapter.ts');
    const [dragged, reached] = [source.current, target.current];
    if (dragged === null || reached === null) return undefined;
    return attachDrag({ source: dragged, target: reached }, () => ({ ...latest.current, onOver: setOver }));
  });
  useEffect(() => {
    if (!enabled) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    attach().then(
      (detach) => {
        if (isOver) detach?.();
        else stop = detach;
      },
      // The chunk did not load: the buttons remain.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [kind, id, enabled]);
  return { source, target, over };
};
