import { isThenable } from './thenable.ts';

/** How a confirmed action ended; `error` is what it threw. */
export type ConfirmationEnd = { end: 'confirmed' | 'kept' } | { end: 'failed'; error: unknown };

/** Runs confirmed actions, one at a time. */
export interface Confirmation {
  /** Whether an action's promise has not settled yet. */
  isPending: () => boolean;
  /**
   * Runs an action, unless one is pending; answers at once for an action that is no promise, and undefined for one that
   * was not run.
   *
   * @reason kept    the action answered `false`: the pop-up stays as it was
   * @reason failed  the action threw or rejected: the pop-up stays and says so
   */
  run: (action: () => unknown) => ConfirmationEnd | Promise<ConfirmationEnd> | undefined;
}

const endOf = (answer: unknown): ConfirmationEnd => ({ end: answer === false ? 'kept' : 'confirmed' });
const failedWith = (error: unknown): ConfirmationEnd => ({ end: 'failed', error });

/**
 * Makes what runs behind a confirm pop-up: pending until the action's promise settles.
 *
 * @source R12.7
 */
export function createConfirmation(): Confirmation {
  let pending = false;
  return {
    isPending: () => pending,
    run(action) {
      if (pending) return undefined;
      try {
        const answer = action();
        if (!isThenable(answer)) return endOf(answer);
        pending = true;
        return Promise.resolve(answer)
          .then(endOf, failedWith)
          .finally(() => {
            pending = false;
          });
      } catch (error) {
        return failedWith(error);
      }
    },
  };
}
