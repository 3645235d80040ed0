export { OwnCards } from './own-cards.tsx';
export { signOut } from './sign-out.ts';
export { staffNames } from './staff-words.ts';
export { askForProof, proveIdentity, stepUpStore } from './step-up.ts';
