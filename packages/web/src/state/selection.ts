import { useState } from 'react';
import type { QueryStatus } from './query-status.ts';

/** The list whose rows are selected, as `useListPage` returns it. */
interface SelectableList<Item> {
  readonly filter: Readonly<Record<string, string | undefined>>;
  readonly rows: QueryStatus<readonly Item[]>;
  /** The rows in sight are not the answer that was asked for. */
  readonly busy: boolean;
  /** When the rows were answered. @unit epoch ms */
  readonly answeredAt: number;
  readonly pages?: { readonly page: number; readonly pageSize: number } | undefined;
}

/** Which list, and which of its rows can be selected. */
export interface SelectionSpec<Item> {
  readonly list: SelectableList<Item>;
  readonly keyOf: (item: Item) => string;
  /** Whether a row is selectable; one that no longer is leaves the selection. All are by default. */
  readonly canChoose?: (item: Item) => boolean;
}

/** The selected rows of a list by key, those of other pages included, each as it was answered last. */
export interface ChosenRows<Item> {
  readonly chosen: ReadonlyMap<string, Item>;
  readonly onChosenChange: (chosen: ReadonlyMap<string, Item>) => void;
  readonly canChoose: (item: Item) => boolean;
}

/** A selected row; `page` is the page that held it last, none until a page has shown it. */
interface Entry<Item> {
  readonly row: Item;
  readonly page: string | undefined;
  readonly answeredAt: number;
}
type Entries<Item> = ReadonlyMap<string, Entry<Item>>;

/** The selection after an answer: newer rows replace older ones; what its page no longer holds, or is not selectable, leaves. */
const reconciled = <Item>(
  entries: Entries<Item>,
  { list: { rows, busy, answeredAt, pages }, keyOf, canChoose = () => true }: SelectionSpec<Item>,
): Entries<Item> => {
  if (busy || rows.status !== 'ready') return entries;
  const page = pages === undefined ? 'all' : `${pages.page} of ${pages.pageSize}`;
  const known = new Map(rows.data.map((row) => [keyOf(row), row]));
  const next = new Map<string, Entry<Item>>();
  let isSame = true;
  for (const [key, entry] of entries) {
    const row = known.get(key);
    if (row === undefined ? entry.page === page : answeredAt >= entry.answeredAt && !canChoose(row)) {
      isSame = false;
    } else if (row === undefined || answeredAt < entry.answeredAt || (row === entry.row && page === entry.page)) {
      next.set(key, entry);
    } else {
      next.set(key, { row, page, answeredAt });
      isSame = false;
    }
  }
  return isSame ? entries : next;
};

/**
 * Keeps the selection across pages. It holds rows as they were answered last; a row that its page no longer holds, or that is no longer
 * selectable, leaves it. A change of the filter clears it for good.
 *
 * @source R2.10
 */
export const useSelection = <Item>(spec: SelectionSpec<Item>): ChosenRows<Item> => {
  const { filter } = spec.list;
  const name = JSON.stringify(filter);
  const [state, setState] = useState<{ readonly name: string; readonly entries: Entries<Item> }>(() => ({
    name,
    entries: new Map(),
  }));
  const entries: Entries<Item> = state.name === name ? reconciled(state.entries, spec) : new Map();
  if (state.name !== name || state.entries !== entries) setState({ name, entries });
  return {
    chosen: new Map([...entries].map(([key, { row }]) => [key, row])),
    canChoose: spec.canChoose ?? (() => true),
    onChosenChange: (chosen) =>
      setState({
        name,
        entries: new Map(
          [...chosen].map(([key, row]) => {
            const known = entries.get(key);
            return [key, known?.row === row ? known : { row, page: undefined, answeredAt: 0 }];
          }),
        ),
      }),
  };
};
