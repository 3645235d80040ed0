import { makeStepUp } from '@ronghui/web/session/step-up';

/** The purpose of a proof: a dangerous step, or closing the account, whose proof is valid for nothing else. */
export type ProofScene = 'stepUp' | 'closeAccount';

/** Takes dangerous steps with a fresh proof. @source R10.9 */
export const { stepUpStore, withProof, withProofIf } = makeStepUp<ProofScene>('stepUp');
