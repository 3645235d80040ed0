import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

const watches = new Set<() => void>();

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: () => void;
      constructor(tell: IntersectionObserverCallback) {
        this.#tell = () => tell([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
      }
      observe(): void {
        watches.add(this.#tell);
      }
      disconnect(): void {
        watches.delete(this.#tell);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** Whether anything waits to come in sight. */
export const isWatched = (): boolean => watches.size > 0;

/** Brings in sight what is watched, which a DOM without a layout never does. */
export const comeInSight = (): void => act(() => watches.forEach((tell) => tell()));
