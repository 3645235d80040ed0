import { useState } from 'react';

/** A reader's settings of a table; stored on the device. */
export type TableChoice = {
  /** Keys of the hidden columns. */
  hidden: readonly string[];
  dense: boolean;
};

const keyOf = (name: string) => `table:${name}`;

const isChoice = (value: unknown): value is TableChoice =>
  typeof value === 'object' &&
  value !== null &&
  'hidden' in value &&
  Array.isArray(value.hidden) &&
  value.hidden.every((key) => typeof key === 'string') &&
  'dense' in value &&
  typeof value.dense === 'boolean';

function read(name: string): TableChoice | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null');
    return isChoice(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The stored settings of the named table; `initial` until there are any. */
export function useTableChoice(name: string, initial: TableChoice): [TableChoice, (next: TableChoice) => void] {
  const [choice, setChoice] = useState(() => read(name) ?? initial);
  return [
    choice,
    (next) => {
      setChoice(next);
      try {
        localStorage.setItem(keyOf(name), JSON.stringify(next));
      } catch {
        // A full or disabled storage must not prevent the change.
      }
    },
  ];
}
