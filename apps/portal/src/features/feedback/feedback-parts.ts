/** The question of a press is fetched when the drawer stands, or with the press; a test fetches it ahead. */
export const loadWithdrawQuestion = () => import('./withdraw-question.tsx');
/** The form at the end of the thread: fetched when somebody scrolls to it, or reopens the case. */
export const loadFeedbackReply = () => import('./feedback-reply.tsx');
