import { useState } from 'react';

/** The rows of a list that are chosen, by key: on this page and on others. */
export interface ChosenRows<Item> {
  readonly chosen: ReadonlyMap<string, Item>;
  readonly onChosenChange: (chosen: ReadonlyMap<string, Item>) => void;
}

/** Keeps what is chosen from page to page; another filter is another list, and begins with nothing chosen. @source R2.10 */
export const useSelection = <Item>({
  filter,
}: {
  readonly filter: Readonly<Record<string, string | undefined>>;
}): ChosenRows<Item> => {
  const name = JSON.stringify(filter);
  const [state, setState] = useState<{ readonly name: string; readonly chosen: ReadonlyMap<string, Item> }>();
  return {
    chosen: state?.name === name ? state.chosen : new Map(),
    onChosenChange: (chosen) => setState({ name, chosen }),
  };
};
