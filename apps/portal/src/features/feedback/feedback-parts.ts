/** The question of a press is fetched then; a test fetches it ahead. */
export const loadWithdrawQuestion = () => import('./withdraw-question.tsx');
