import { makeStepUp } from '@ronghui/web/session/step-up';

/** What a proof is for: a dangerous step, or the closing of the account, whose proof serves nothing else. */
export type ProofScene = 'stepUp' | 'closeAccount';

/** The step that waits for a fresh proof, and the question for one. @source R10.9 */
export const { stepUpStore, askForProof } = makeStepUp<ProofScene>('stepUp');
