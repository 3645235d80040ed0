import { type RefObject, useEffect, useRef, useState } from 'react';

interface RemovalFocus<List> {
  /** Holds the entries, whose buttons have `data-remove`, and what takes the focus once there are none: it has `data-add`. */
  readonly list: RefObject<List | null>;
  /** The entry of a place went with its button; `kind` is the value of `data-remove` where there are several. */
  readonly onRemoved: (place: number, kind?: string) => void;
}

/** Keeps the focus where an entry goes with the button that was pressed: the next entry's button has it then, or the last one's. @source ux "Always" */
export const useRemovalFocus = <List extends HTMLElement>(): RemovalFocus<List> => {
  const list = useRef<List>(null);
  const [removed, setRemoved] = useState<{ readonly place: number; readonly kind: string }>();
  useEffect(() => {
    if (removed === undefined) return;
    const { place, kind } = removed;
    const left = [...(list.current?.querySelectorAll<HTMLElement>(`[data-remove="${kind}"]`) ?? [])];
    (left[place] ?? left.at(-1) ?? list.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  }, [removed]);
  return { list, onRemoved: (place, kind = 'true') => setRemoved({ place, kind }) };
};
