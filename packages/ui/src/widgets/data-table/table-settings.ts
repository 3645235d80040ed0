import { useState } from 'react';

/** A reader's settings of a table; stored on the device. */
export type TableSettings = {
  /** Keys of the hidden columns. */
  hidden: readonly string[];
  dense: boolean;
};

const keyOf = (name: string) => `table:${name}`;

const isTableSettings = (value: unknown): value is TableSettings =>
  typeof value === 'object' &&
  value !== null &&
  'hidden' in value &&
  Array.isArray(value.hidden) &&
  value.hidden.every((key) => typeof key === 'string') &&
  'dense' in value &&
  typeof value.dense === 'boolean';

function read(name: string): TableSettings | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null');
    return isTableSettings(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The stored settings of the named table; `initial` until there are any. */
export function useTableSettings(name: string, initial: TableSettings): [TableSettings, (next: TableSettings) => void] {
  const [settings, setSettings] = useState(() => read(name) ?? initial);
  return [
    settings,
    (next) => {
      setSettings(next);
      try {
        localStorage.setItem(keyOf(name), JSON.stringify(next));
      } catch {
        // A full or disabled storage must not prevent the change.
      }
    },
  ];
}
