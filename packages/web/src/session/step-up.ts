import { CallError } from '@ronghui/client';
import { currentLocation } from '../navigation/hash-location.ts';
import { makeStore, type Store } from '../state/store.ts';

/** A dangerous step that waits for a fresh proof of the user's identity. */
export interface PendingProof<Scene extends string> {
  /** The name of the step, such as 邀请成员. */
  readonly step: string;
  readonly scene: Scene;
  /** A proof was given, and was over before the step arrived. */
  readonly isAgain: boolean;
  /** Passes the ticket on, or null when the user cancelled. */
  readonly settle: (ticket: string | null) => void;
}

/** Asks for proofs, and holds the step that waits for one. */
export interface StepUp<Scene extends string> {
  /** The step that waits, for the dialog of the shell. */
  readonly stepUpStore: Store<PendingProof<Scene> | null>;
  /**
   * Takes a dangerous step with a fresh proof: asks the user for their password or a code, sends with the ticket, which is valid once, and asks
   * again where the server does not take it any more. Null when the user cancelled; what was entered for the step stays with the caller. A
   * second question cancels the first one.
   */
  readonly withProof: <Reply>(
    step: string,
    send: (ticket: string) => Promise<Reply>,
    scene?: Scene,
  ) => Promise<Reply | null>;
  /**
   * The same for a step that may need none: it is sent without where none is expected, and asked for if the server wants one all the same.
   * `given`: a proof was given before, and its caller sends it; the question says then that it is over.
   */
  readonly withProofIf: <Reply>(
    expected: boolean | 'given',
    step: string,
    send: (ticket: string | undefined) => Promise<Reply>,
  ) => Promise<Reply | null>;
}

/** Whether the server wants a fresh proof: there was none, or it is over, or used. @source contract RHAC003 */
export const wantsProof = (error: unknown): boolean => error instanceof CallError && error.errCode === 'RHAC003';

/** Creates an application's step-up; `normal` is the scene of a step without one. @source R10.9, R11.1 */
export const makeStepUp = <Scene extends string>(normal: Scene): StepUp<Scene> => {
  const stepUpStore = makeStore<PendingProof<Scene> | null>(null);
  const ask = (question: Omit<PendingProof<Scene>, 'settle'>): Promise<string | null> => {
    stepUpStore.get()?.settle(null);
    return new Promise((resolve) => {
      const pending: PendingProof<Scene> = {
        ...question,
        settle: (ticket) => {
          if (stepUpStore.get() === pending) stepUpStore.set(null);
          resolve(ticket);
        },
      };
      stepUpStore.set(pending);
    });
  };
  const prove = async <Reply>(
    question: Omit<PendingProof<Scene>, 'settle'>,
    send: (ticket: string) => Promise<Reply>,
  ): Promise<Reply | null> => {
    const { path } = currentLocation();
    const ticket = await ask(question);
    if (ticket === null) return null;
    try {
      return await send(ticket);
    } catch (error) {
      // Nobody is asked about a page that was left.
      if (!wantsProof(error) || currentLocation().path !== path) throw error;
    }
    return prove({ ...question, isAgain: true }, send);
  };
  return {
    stepUpStore,
    withProof: (step, send, scene = normal) => prove({ step, scene, isAgain: false }, send),
    withProofIf: async (expected, step, send) => {
      if (expected !== true) {
        try {
          return await send(undefined);
        } catch (error) {
          if (!wantsProof(error)) throw error;
        }
      }
      return prove({ step, scene: normal, isAgain: expected === 'given' }, send);
    },
  };
};
