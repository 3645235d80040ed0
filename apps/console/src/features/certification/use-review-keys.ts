import { usePlainKeys } from '#kernel/plain-keys.ts';

/** The steps of a review that a key takes. The way to another submission is by the buttons of its head. */
export interface ReviewKeys {
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

const steps: Readonly<Record<string, Exclude<keyof ReviewKeys, 'phrase'>>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  x: 'clear',
  e: 'write',
  z: 'zoom',
  a: 'approve',
  r: 'reject',
};

/** What is scrolled by its own arrows. */
const scrolls = ({ target, key }: KeyboardEvent): boolean =>
  key.startsWith('Arrow') && target instanceof Element && target.closest('[role="region"], [role="listbox"]') !== null;

/** A review by the keyboard alone. @source ux "Console" */
export const useReviewKeys = (keys: ReviewKeys): void =>
  usePlainKeys({
    stepOf: (event) => {
      const step = scrolls(event) ? undefined : steps[event.key];
      if (step !== undefined) return keys[step];
      return /^[1-9]$/.test(event.key) ? () => keys.phrase(Number(event.key)) : undefined;
    },
  });
