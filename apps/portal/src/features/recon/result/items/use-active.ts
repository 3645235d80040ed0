import { useEffect, useRef, useState } from 'react';
import type { Item, ItemList } from '../result-queries.ts';
import { isOpenItem } from './item-parts.tsx';

/** Moves to where a difference is; where the list has none, through all of its rows. */
const nextAt = (items: readonly Item[], at: number, by: 1 | -1): number | undefined => {
  const isStop = items.some(isOpenItem) ? isOpenItem : () => true;
  for (let place = at + by; place >= 0 && place < items.length; place += by) {
    const item = items[place];
    if (item !== undefined && isStop(item)) return place;
  }
  return undefined;
};

/** The item at which the keyboard is. One that a step took away leaves its place to the next. */
export const useActive = (list: ItemList, items: readonly Item[]) => {
  const [place, setPlace] = useState<{ readonly no?: number; readonly at: number }>({ at: 0 });
  const isFocusWanted = useRef(false);
  const known = items.findIndex(({ itemNo }) => itemNo === place.no);
  const at = known >= 0 ? known : Math.max(0, Math.min(place.at, items.length - 1));
  const active = items[at];
  const no = active?.itemNo;
  useEffect(() => {
    if (!isFocusWanted.current || no === undefined) return;
    isFocusWanted.current = false;
    const row = document.querySelector<HTMLElement>(`tr[data-item="${no}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  });
  const goTo = (to: number): void => {
    const item = items[to];
    isFocusWanted.current = true;
    setPlace(item === undefined ? { at: to } : { no: item.itemNo, at: to });
  };
  return {
    active,
    activate: (itemNo: number): void => {
      const to = items.findIndex((item) => item.itemNo === itemNo);
      if (to >= 0 && itemNo !== no) setPlace({ no: itemNo, at: to });
    },
    move: (by: 1 | -1): void => {
      const to = nextAt(items, at, by);
      const { pages, total = 0 } = list;
      if (to !== undefined) goTo(to);
      else if (by === 1 && pages !== undefined && total > pages.page * pages.pageSize) {
        isFocusWanted.current = true;
        setPlace({ at: 0 });
        pages.onPageChange(pages.page + 1);
      }
    },
    /** Keeps the keyboard at this place after a step. */
    stay: (): void => {
      isFocusWanted.current = true;
      setPlace({ ...(no !== undefined && { no }), at });
    },
  };
};
