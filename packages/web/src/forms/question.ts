import { useState } from 'react';

/** A step that waits for the answer to its confirm pop-up. */
interface PendingStep {
  /** For `onConfirm`: runs the step. It never rejects; false keeps the pop-up open. */
  readonly confirm: () => Promise<boolean>;
  /** For `onClose`. */
  readonly cancel: () => void;
}

/** A question before the step of a form. */
export interface Question {
  /** The step that waits; undefined without one. */
  readonly pending: PendingStep | undefined;
  /**
   * Asks before it runs `step`; a step that returns false keeps the question open. Resolves with true when the step ran, with false when
   * the user cancelled. When the step fails, the question closes and this rejects, because the form shows failures.
   */
  readonly ask: (step: () => Promise<unknown>) => Promise<boolean>;
}

/** Asks with a confirm pop-up before a form is sent. @source R12.7, ux "Merchant area" */
export const useQuestion = (): Question => {
  const [pending, setPending] = useState<PendingStep>();
  const ask: Question['ask'] = (step) =>
    new Promise((resolve, reject) => {
      const confirm = async (): Promise<boolean> => {
        try {
          if ((await step()) === false) return false;
          resolve(true);
        } catch (error) {
          reject(error);
        }
        setPending(undefined);
        return true;
      };
      const cancel = (): void => {
        setPending(undefined);
        resolve(false);
      };
      setPending({ confirm, cancel });
    });
  return { pending, ask };
};
