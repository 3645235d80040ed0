import { makeStore, type Store } from '../state/store.ts';

/** A dangerous step that waits for a fresh proof of who asks for it. */
export interface ProofAsked<Scene extends string> {
  /** What the step is called, such as 邀请成员. */
  readonly step: string;
  readonly scene: Scene;
  /** Gives the ticket, or null when the user would rather not. */
  readonly settle: (ticket: string | null) => void;
}

/** Asking for a proof, and what waits for one. */
export interface StepUp<Scene extends string> {
  /** The step that waits, for the dialog of the shell. */
  readonly stepUpStore: Store<ProofAsked<Scene> | null>;
  /**
   * Asks the user for their password or a code again; the ticket goes with the step's call and serves once. Null when they gave up; a
   * second question takes the first one's place.
   */
  readonly askForProof: (step: string, scene?: Scene) => Promise<string | null>;
}

/** Makes an application's step-up; `normal` is the scene of a step that names none. @source R10.9 */
export const makeStepUp = <Scene extends string>(normal: Scene): StepUp<Scene> => {
  const stepUpStore = makeStore<ProofAsked<Scene> | null>(null);
  return {
    stepUpStore,
    askForProof: (step, scene = normal) => {
      stepUpStore.get()?.settle(null);
      return new Promise((resolve) => {
        const asked: ProofAsked<Scene> = {
          step,
          scene,
          settle: (ticket) => {
            if (stepUpStore.get() === asked) stepUpStore.set(null);
            resolve(ticket);
          },
        };
        stepUpStore.set(asked);
      });
    },
  };
};
