/** The result of a confirmed action; `error` is the thrown value. */
export type ConfirmationEnd = { end: 'confirmed' | 'kept' } | { end: 'failed'; error: unknown };

/** Runs confirmed actions, one at a time. */
export interface Confirmation {
  /** Whether an action is pending. */
  isPending: () => boolean;
  /**
   * Runs an action and resolves when it has settled; resolves with undefined if another action is pending and this one
   * did not run.
   *
   * @reason kept    the action answered `false`: the pop-up stays open
   * @reason failed  the action threw or rejected: the pop-up stays open and shows an error
   */
  run: (action: () => unknown) => Promise<ConfirmationEnd | undefined>;
}

/**
 * The runner behind a confirm pop-up: pending until the action's promise or other thenable settles.
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
