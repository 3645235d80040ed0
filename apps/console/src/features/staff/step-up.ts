import { makeStepUp } from '@ronghui/web/session/step-up';

export { proveIdentity } from './staff-queries.ts';

/** Asks for the password again before a dangerous step. @source R11.1 */
export const { stepUpStore, askForProof } = makeStepUp<'stepUp'>('stepUp');
