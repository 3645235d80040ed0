/** What a statement shows later; a test fetches it ahead. */
export const loadBillParts = {
  /** Fetched when somebody scrolls to it. */
  rest: () => import('./bill-rest.tsx'),
  /** Fetched when somebody prints. */
  paper: () => import('../paper/bill-paper.tsx'),
};
