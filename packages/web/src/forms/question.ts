import { useState } from 'react';

/** A step that waits for the answer to its confirm pop-up. */
interface Asked {
  /** For `onConfirm`: takes the step. It never rejects; false leaves the pop-up open. */
  readonly take: () => Promise<boolean>;
  /** For `onClose`. */
  readonly leave: () => void;
}

/** A question before the step of a form. */
export interface Question {
  /** The step that waits; undefined while none does. */
  readonly asked: Asked | undefined;
  /**
   * Asks before `step` is taken, which answers false to be asked about further. True when it was taken, false when the user would
   * rather not; what it fails with is the form's to tell, so the question goes first and the failure is thrown here.
   */
  readonly ask: (step: () => Promise<unknown>) => Promise<boolean>;
}

/** Puts a confirm pop-up between a form and what it sends. @source R12.7, ux "Merchant area" */
export const useQuestion = (): Question => {
  const [asked, setAsked] = useState<Asked>();
  const ask: Question['ask'] = (step) =>
    new Promise((resolve, reject) => {
      const take = async (): Promise<boolean> => {
        try {
          if ((await step()) === false) return false;
          resolve(true);
        } catch (error) {
          reject(error);
        }
        setAsked(undefined);
        return true;
      };
      const leave = (): void => {
        setAsked(undefined);
        resolve(false);
      };
      setAsked({ take, leave });
    });
  return { asked, ask };
};
