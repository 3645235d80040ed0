import { useContext, useState } from 'react';
import { storageKeyOf, TableOwner } from './table-owner.ts';

/** A reader's settings of a table; stored on the device under their owner. */
export type TableChoice = {
  /** Keys of the hidden columns. */
  hidden: readonly string[];
  dense: boolean;
};

const isChoice = (value: unknown): value is TableChoice =>
  typeof value === 'object' &&
  value !== null &&
  'hidden' in value &&
  Array.isArray(value.hidden) &&
  value.hidden.every((key) => typeof key === 'string') &&
  'dense' in value &&
  typeof value.dense === 'boolean';

function read(key: string | undefined): TableChoice | undefined {
  if (key === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isChoice(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The owner's stored settings of the named table; `initial` until there are any. */
export function useTableChoice(name: string, initial: TableChoice): [TableChoice, (next: TableChoice) => void] {
  const owner = useContext(TableOwner);
  const key = owner === undefined ? undefined : storageKeyOf(owner, name);
  const [state, setState] = useState(() => ({ key, choice: read(key) }));
  const own = state.key === key ? state : { key, choice: read(key) };
  if (own !== state) setState(own);
  return [
    own.choice ?? initial,
    (choice) => {
      setState({ key, choice });
      try {
        if (key !== undefined) localStorage.setItem(key, JSON.stringify(choice));
      } catch {
        // A full or disabled storage must not prevent the change.
      }
    },
  ];
}
