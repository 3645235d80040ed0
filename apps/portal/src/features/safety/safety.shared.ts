export { withProof, withProofIf } from './step-up.ts';
