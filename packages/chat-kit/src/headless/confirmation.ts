/** How a confirmed action ended; `error` is what it threw. */
export type ConfirmationEnd = { end: 'confirmed' | 'kept' } | { end: 'failed'; error: unknown };

/** Runs confirmed actions, one at a time. */
export interface Confirmation {
  /** Whether an action has not settled yet. */
  isPending: () => boolean;
  /**
   * Runs an action at once and answers when it has settled; with undefined where another one is pending and this one was
   * not run.
   *
   * @reason kept    the action answered `false`: the pop-up stays as it was
   * @reason failed  the action threw or rejected: the pop-up stays and says so
   */
  run: (action: () => unknown) => Promise<ConfirmationEnd | undefined>;
}

/**
 * Makes what runs behind a confirm pop-up: pending until the action's promise, or whatever else has a `then`, settles.
 *
 * @source R12.7
 */
export function createConfirmation(): Confirmation {
  let pending = false;
  return {
    isPending: () => pending,
    async run(action) {
      if (pending) return undefined;
      pending = true;
      try {
        return { end: (await action()) === false ? 'kept' : 'confirmed' };
      } catch (error) {
        return { end: 'failed', error };
      } finally {
        pending = false;
      }
    },
  };
}
