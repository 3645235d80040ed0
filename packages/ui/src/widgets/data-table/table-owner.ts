import { createContext } from 'react';

/**
 * Whose settings of tables these are: an application and its user, as one word. Without an owner they last as long as the page.
 */
export const TableOwner = createContext<string | undefined>(undefined);

const beginOf = (owner: string) => `table:${owner}:`;

/** Where the settings of a table are stored on the device. */
export const storageKeyOf = (owner: string, name: string): string => beginOf(owner) + name;

/** Forgets an owner's settings of all tables on this device. */
export function forgetTables(owner: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(beginOf(owner))) localStorage.removeItem(key);
  } catch {
    // Without a storage there is nothing to forget.
  }
}
