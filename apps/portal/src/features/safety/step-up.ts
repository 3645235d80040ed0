import { makeStepUp } from '@ronghui/web/session/step-up';

/** The purpose of a proof: a dangerous step, or closing the account, whose proof is valid for nothing else. */
export type ProofScene = 'stepUp' | 'closeAccount';

/** The step that waits for a fresh proof, and the question for one. @source R10.9 */
export const { stepUpStore, askForProof } = makeStepUp<ProofScene>('stepUp');
