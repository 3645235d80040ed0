import { useState } from 'react';

/** The selected rows of a list by key, those of other pages included. */
export interface ChosenRows<Item> {
  readonly chosen: ReadonlyMap<string, Item>;
  readonly onChosenChange: (chosen: ReadonlyMap<string, Item>) => void;
}

/** Keeps the selection across pages; a change of the filter clears it. @source R2.10 */
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
