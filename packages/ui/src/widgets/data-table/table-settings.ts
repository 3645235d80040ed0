import { useContext, useState } from 'react';
import { storageKeyOf, TableOwner } from './table-owner.ts';

/** A reader's settings of a table; stored on the device under their owner. */
export type TableSettings = {
  /** Keys of the hidden columns. */
  hidden: readonly string[];
  dense: boolean;
};

const isTableSettings = (value: unknown): value is TableSettings =>
  typeof value === 'object' &&
  value !== null &&
  'hidden' in value &&
  Array.isArray(value.hidden) &&
  value.hidden.every((key) => typeof key === 'string') &&
  'dense' in value &&
  typeof value.dense === 'boolean';

function read(key: string | undefined): TableSettings | undefined {
  if (key === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isTableSettings(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The owner's stored settings of the named table; `initial` until there are any. */
export function useTableSettings(name: string, initial: TableSettings): [TableSettings, (next: TableSettings) => void] {
  const owner = useContext(TableOwner);
  const key = owner === undefined ? undefined : storageKeyOf(owner, name);
  const [state, setState] = useState(() => ({ key, settings: read(key) }));
  const own = state.key === key ? state : { key, settings: read(key) };
  if (own !== state) setState(own);
  return [
    own.settings ?? initial,
    (settings) => {
      setState({ key, settings });
      try {
        if (key !== undefined) localStorage.setItem(key, JSON.stringify(settings));
      } catch {
        // A full or disabled storage must not prevent the change.
      }
    },
  ];
}
