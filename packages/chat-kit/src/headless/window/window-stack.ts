/** Windows in their order, the lowest first. */
export interface WindowStack<Item> {
  /** Adds a window at the top. */
  add: (item: Item) => void;
  /** Moves a window to the top; false if it is there already or was not added. */
  raise: (item: Item) => boolean;
  remove: (item: Item) => void;
}

/**
 * Keeps the order of floating windows; `place` gets each window's number, counted from 0, when it changes.
 *
 * @source R12.5
 */
export function createWindowStack<Item>(place: (item: Item, order: number) => void): WindowStack<Item> {
  let items: readonly Item[] = [];
  const arrange = (next: readonly Item[]): void => {
    for (const [order, item] of next.entries()) if (items[order] !== item) place(item, order);
    items = next;
  };
  const without = (item: Item): readonly Item[] => items.filter((one) => one !== item);
  const add = (item: Item): void => arrange([...without(item), item]);
  return {
    add,
    raise(item) {
      if (items.at(-1) === item || !items.includes(item)) return false;
      add(item);
      return true;
    },
    remove: (item) => arrange(without(item)),
  };
}
