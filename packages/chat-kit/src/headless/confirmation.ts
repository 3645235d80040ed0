/** The result of a confirmed action; `error` is the thrown value. */
export type ConfirmationEnd = { end: 'confirmed' | 'kept' } | { end: 'failed'; error: unknown };

/** Runs confirmed actions, one at a time. */
export interface Confirmation {
  /** Whether an action is pending. */
  isPending: () => boolean;
  /**
   * Runs an action and resolves when it has settled; resolves with undefined if another action is pending and this one
   * did not run, or if the question was left meanwhile.
   *
   * @reason kept    the action answered `false`: the pop-up stays open
   * @reason failed  the action threw or rejected: the pop-up stays open and shows an error
   */
  run: (action: () => unknown) => Promise<ConfirmationEnd | undefined>;
  /** Leaves the question: nothing is pending any more, and the end of a pending action is not reported. */
  leave: () => void;
}

/**
 * The runner behind a confirm pop-up: pending until the action's promise or other thenable settles.
 *
 * @source R12.7
 */
export function createConfirmation(): Confirmation {
  let running: object | undefined;
  return {
    isPending: () => running !== undefined,
    async run(action) {
      if (running !== undefined) return undefined;
      const own = {};
      running = own;
      let result: ConfirmationEnd;
      try {
        result = { end: (await action()) === false ? 'kept' : 'confirmed' };
      } catch (error) {
        result = { end: 'failed', error };
      }
      if (running !== own) return undefined;
      running = undefined;
      return result;
    },
    leave() {
      running = undefined;
    },
  };
}
