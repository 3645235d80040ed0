/** The question of a press is fetched when the drawer stands, or with the press; a test fetches it ahead. */
export const loadWithdrawQuestion = () => import('./withdraw-question.tsx');
