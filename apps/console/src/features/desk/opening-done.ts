import { useEffect, useState } from 'react';

const key = 'ronghui.opening';
const dayMs = 86_400_000;
/** Kept while steps are left; afterwards the time since when none is. */
const left = 'left';

const read = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    // The storage is switched off: the line is left out.
    return null;
  }
};

const keep = (value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The same.
  }
};

/**
 * Whether to say that the opening is done: for a day, to one who saw steps of it left in this browser.
 *
 * @param isDone undefined while that is unknown, or nothing of theirs
 * @source R11.2
 */
export const useJustDone = (isDone: boolean | undefined): boolean => {
  const [now] = useState(() => Date.now());
  const seen = read();
  useEffect(() => {
    if (isDone === false && seen !== left) keep(left);
    if (isDone === true && seen === left) keep(String(now));
  }, [isDone, seen, now]);
  return isDone === true && seen !== null && (seen === left || now - Number(seen) < dayMs);
};
