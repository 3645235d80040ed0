import { useState } from 'react';

/** What a reader chose of a table; kept on the device. */
export type TableChoice = {
  /** Keys of columns that are put away. */
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

/** The choice for the table of this name; `initial` until one is made. */
export function useTableChoice(name: string, initial: TableChoice): [TableChoice, (next: TableChoice) => void] {
  const [choice, setChoice] = useState(() => read(name) ?? initial);
  return [
    choice,
    (next) => {
      setChoice(next);
      try {
        localStorage.setItem(keyOf(name), JSON.stringify(next));
      } catch {
        // A full or forbidden storage costs the choice's memory, not the choice.
      }
    },
  ];
}
