export { OwnCards } from './own-cards.tsx';
export { signOut } from './sign-out.ts';
export { staffNames } from './staff-words.ts';
export { proveIdentity, stepUpStore, withProof, withProofIf } from './step-up.ts';
