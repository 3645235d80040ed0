import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

const watches = new Set<() => void>();

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #notify: () => void;
      constructor(notify: IntersectionObserverCallback) {
        this.#notify = () => notify([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
      }
      observe(): void {
        watches.add(this.#notify);
      }
      disconnect(): void {
        watches.delete(this.#notify);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** Whether any element is observed. */
export const isWatched = (): boolean => watches.size > 0;

/** Reports every observed element as visible, which a DOM without layout never does. */
export const intersectAll = (): void => act(() => watches.forEach((notify) => notify()));
