import { makeStore, type Store } from '../state/store.ts';

/** A dangerous step that waits for a fresh proof of the user's identity. */
export interface PendingProof<Scene extends string> {
  /** The name of the step, such as 邀请成员. */
  readonly step: string;
  readonly scene: Scene;
  /** Passes the ticket on, or null when the user cancelled. */
  readonly settle: (ticket: string | null) => void;
}

/** Asks for a proof, and holds the step that waits for one. */
export interface StepUp<Scene extends string> {
  /** The step that waits, for the dialog of the shell. */
  readonly stepUpStore: Store<PendingProof<Scene> | null>;
  /**
   * Asks the user for their password or a code again; the ticket is sent with the step's call and is valid once. Null when the user
   * cancelled; a second question replaces the first one.
   */
  readonly askForProof: (step: string, scene?: Scene) => Promise<string | null>;
}

/** Creates an application's step-up; `normal` is the scene of a step without one. @source R10.9 */
export const makeStepUp = <Scene extends string>(normal: Scene): StepUp<Scene> => {
  const stepUpStore = makeStore<PendingProof<Scene> | null>(null);
  return {
    stepUpStore,
    askForProof: (step, scene = normal) => {
      stepUpStore.get()?.settle(null);
      return new Promise((resolve) => {
        const pending: PendingProof<Scene> = {
          step,
          scene,
          settle: (ticket) => {
            if (stepUpStore.get() === pending) stepUpStore.set(null);
            resolve(ticket);
          },
        };
        stepUpStore.set(pending);
      });
    },
  };
};
