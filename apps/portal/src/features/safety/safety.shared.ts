export { askForProof } from './step-up.ts';
