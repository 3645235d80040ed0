import { singleKeysStore } from '@ronghui/web/state/single-keys';
import { useEffect, useRef } from 'react';

/** The steps of a review that a key takes; a key without a step does nothing. */
export interface ReviewKeys {
  /** Goes to another submission. */
  readonly next: () => void;
  readonly previous: () => void;
  /** Moves through the fields. */
  readonly down: () => void;
  readonly up: () => void;
  /** Chooses the phrase of a digit for the chosen field, from 1. */
  readonly phrase: (digit: number) => void;
  readonly clear: () => void;
  readonly write: () => void;
  readonly zoom: () => void;
  readonly approve: () => void;
  readonly reject: () => void;
}

/** What one types into, and questions in front of the page. A picture scrolls by its own arrows. */
const ownKeys = 'input, textarea, select, [contenteditable], dialog';

const stepOf = (key: string): Exclude<keyof ReviewKeys, 'phrase'> | undefined => {
  switch (key) {
    case 'j':
      return 'next';
    case 'k':
      return 'previous';
    case 'ArrowDown':
      return 'down';
    case 'ArrowUp':
      return 'up';
    case 'x':
      return 'clear';
    case 'e':
      return 'write';
    case 'z':
      return 'zoom';
    case 'a':
      return 'approve';
    case 'r':
      return 'reject';
    default:
      return undefined;
  }
};

const isElsewhere = ({ target, key }: KeyboardEvent): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest(ownKeys) !== null || document.querySelector('dialog[open]') !== null) return true;
  return key.startsWith('Arrow') && target.closest('[role="region"], [role="listbox"]') !== null;
};

/** A review by the keyboard alone, where single keys are on. @source ux "Console" */
export const useReviewKeys = (keys: ReviewKeys): void => {
  const now = useRef(keys);
  useEffect(() => {
    now.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!singleKeysStore.get() || event.metaKey || event.ctrlKey || event.altKey || isElsewhere(event)) return;
      const step = stepOf(event.key);
      if (step !== undefined) now.current[step]();
      else if (/^[1-9]$/.test(event.key)) now.current.phrase(Number(event.key));
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
};
