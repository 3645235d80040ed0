import { makeStore } from './store.ts';

/** What a proof is for: a dangerous step, or the closing of the account, whose proof serves nothing else. */
export type ProofScene = 'stepUp' | 'closeAccount';

/** A dangerous step that waits for a fresh proof of who asks for it. */
export interface ProofAsked {
  /** What the step is called, such as 邀请成员. */
  readonly step: string;
  readonly scene: ProofScene;
  /** Gives the ticket, or null when the user would rather not. */
  readonly settle: (ticket: string | null) => void;
}

/** The step that waits, for the dialog of the shell. */
export const stepUpStore = makeStore<ProofAsked | null>(null);

/**
 * Asks the user for their password or a code again; the ticket goes with the step's call and serves once. Null when they gave up; a
 * second question takes the first one's place.
 *
 * @source R10.9
 */
export const askForProof = (step: string, scene: ProofScene = 'stepUp'): Promise<string | null> => {
  stepUpStore.get()?.settle(null);
  return new Promise((resolve) => {
    const asked: ProofAsked = {
      step,
      scene,
      settle: (ticket) => {
        if (stepUpStore.get() === asked) stepUpStore.set(null);
        resolve(ticket);
      },
    };
    stepUpStore.set(asked);
  });
};
