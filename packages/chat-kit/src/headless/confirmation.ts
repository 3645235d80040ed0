/** Where a confirmation stands. */
export type ConfirmationPhase = 'idle' | 'pending' | 'failed';

/** A confirmation's state; `error` is what the action threw, present only after a failure. */
export interface ConfirmationState {
  phase: ConfirmationPhase;
  error?: unknown;
}

/** Runs a confirmed action once at a time. */
export interface Confirmation {
  getState: () => ConfirmationState;
  /** Calls the listener after each change of state; the returned function ends that. */
  subscribe: (listener: () => void) => () => void;
  /**
   * Runs the action and tells whether the pop-up may close. While one runs, another is ignored.
   *
   * @reason kept    the action answered `false`: the pop-up stays as it was
   * @reason failed  the action threw or rejected: the pop-up stays, and the state holds the error
   */
  run: (action: () => unknown) => Promise<'confirmed' | 'kept' | 'failed' | 'ignored'>;
  /** Forgets a failure, for a pop-up that is opened again. */
  reset: () => void;
}

/**
 * Makes the state behind a confirm pop-up: pending until the action's promise settles.
 *
 * @source R12.7
 */
export function createConfirmation(): Confirmation {
  let state: ConfirmationState = { phase: 'idle' };
  const listeners = new Set<() => void>();
  const set = (next: ConfirmationState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async run(action) {
      if (state.phase === 'pending') return 'ignored';
      try {
        const result = action();
        if (result instanceof Promise) {
          set({ phase: 'pending' });
          const settled: unknown = await result;
          set({ phase: 'idle' });
          return settled === false ? 'kept' : 'confirmed';
        }
        set({ phase: 'idle' });
        return result === false ? 'kept' : 'confirmed';
      } catch (error) {
        set({ phase: 'failed', error });
        return 'failed';
      }
    },
    reset() {
      if (state.phase === 'failed') set({ phase: 'idle' });
    },
  };
}
