import { type RefObject, useEffect, useRef, useState } from 'react';

/** The items with one of them moved to another place. */
const moved = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = items.filter((_, place) => place !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
};

/** Where the item of a place stands after one was moved. */
export const placeAfterMove = (place: number, from: number, to: number): number => {
  if (place === from) return to;
  const left = place > from ? place - 1 : place;
  return left >= to ? left + 1 : left;
};

/** How a list is put into order. */
export interface Order<Item> {
  /** An id for each item, which goes with it. */
  readonly ids: readonly string[];
  readonly move: (from: number, to: number) => void;
  readonly add: (item: Item, at: number) => void;
  readonly remove: (place: number) => void;
}

interface OrderSpec<Item> {
  readonly items: readonly Item[];
  readonly unit: string;
  readonly titleOf: (item: Item) => string;
  readonly onItemsChange: (items: readonly Item[]) => void;
}

let made = 0;
const freshId = (): string => {
  made += 1;
  return `item-${made}`;
};

interface OrderedList<Item> {
  readonly list: RefObject<HTMLOListElement | null>;
  /** What is announced to screen readers. */
  readonly announcement: string;
  readonly order: Order<Item>;
}

/** Moves, adds and removes items that have no ids of their own; says what happened, and keeps the focus with the item. */
export const useOrder = <Item>({ items, unit, titleOf, onItemsChange }: OrderSpec<Item>): OrderedList<Item> => {
  const [known, setIds] = useState<readonly string[]>([]);
  const [announcement, announce] = useState('');
  const [wanted, setWanted] = useState<{ readonly place: number; readonly button: string }>();
  const list = useRef<HTMLOListElement>(null);
  // More or fewer than were known: a colleague's draft took the place of this one.
  const ids = items.map((_, place) => known[place] ?? `place-${place}`);
  useEffect(() => {
    if (wanted === undefined) return;
    const item = list.current?.children[wanted.place];
    // Where none is left, what adds one.
    if (item === undefined) return list.current?.parentElement?.querySelector<HTMLElement>('[data-add]')?.focus();
    const first = (selector: string) => item.querySelector<HTMLElement>(selector);
    const own = first(`[data-order="${wanted.button}"]:not(:disabled)`);
    const field = wanted.button === 'open' ? first('input, select, textarea') : null;
    (own ?? field ?? first('[data-order]:not(:disabled)'))?.focus();
  }, [wanted]);
  const named = (item: Item | undefined): string => (item === undefined ? unit : titleOf(item) || unit);
  const order: Order<Item> = {
    ids,
    move: (from, to) => {
      if (from === to || to < 0 || to >= items.length) return;
      setIds(moved(ids, from, to));
      announce(`${named(items[from])} 现在是第 ${to + 1}\u00a0项，共 ${items.length}\u00a0项`);
      setWanted({ place: to, button: to < from ? 'up' : 'down' });
      onItemsChange(moved(items, from, to));
    },
    add: (item, at) => {
      setIds([...ids.slice(0, at), freshId(), ...ids.slice(at)]);
      announce(`${named(item)} 已添加为第 ${at + 1}\u00a0项`);
      setWanted({ place: at, button: 'open' });
      onItemsChange([...items.slice(0, at), item, ...items.slice(at)]);
    },
    remove: (place) => {
      setIds(ids.filter((_, each) => each !== place));
      announce(`${named(items[place])} 已移除，发布后生效`);
      setWanted({ place: Math.max(0, Math.min(place, items.length - 2)), button: 'open' });
      onItemsChange(items.filter((_, each) => each !== place));
    },
  };
  return { list, announcement, order };
};
