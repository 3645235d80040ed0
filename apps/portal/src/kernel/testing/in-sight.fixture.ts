import { afterEach, beforeEach, vi } from 'vitest';

// Without layout nothing is ever scrolled to: here every part is in sight at once.
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #notify: IntersectionObserverCallback;
      constructor(notify: IntersectionObserverCallback) {
        this.#notify = notify;
      }
      observe(): void {
        this.#notify([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
      }
      disconnect(): void {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());
