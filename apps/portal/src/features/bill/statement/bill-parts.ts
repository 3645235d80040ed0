/** What a statement shows later; a test fetches it ahead. */
export const loadBillParts = {
  /** Fetched when somebody scrolls to it. */
  rest: async () => ({ BillRest: (await import('./bill-rest.tsx')).BillRest }),
  /** Payment on line, fetched only where a channel is on; in the same file, which public pages then list once. */
  pay: async () => ({ PayOnline: (await import('./bill-rest.tsx')).PayOnline }),
  /** Fetched when somebody prints. */
  paper: () => import('../paper/bill-paper.tsx'),
};
