export { OwnCards } from './own-cards.tsx';
export { signOut } from './sign-out.ts';
export { useSafety } from './staff-queries.ts';
export { staffNames } from './staff-words.ts';
export { proveIdentity, stepUpStore, withProof, withProofIf } from './step-up.ts';
export { ColleagueNews } from './team/colleague-news.tsx';
export { useColleagueNews } from './team/colleague-queries.ts';
