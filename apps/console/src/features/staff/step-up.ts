import { makeStepUp } from '@ronghui/web/session/step-up';

export { proveIdentity } from './staff-queries.ts';

/** Takes dangerous steps with the password of the one who is signed in, asked for again. @source R11.1 */
export const { stepUpStore, withProof, withProofIf } = makeStepUp<'stepUp'>('stepUp');
