export { PrepaidNote } from './prepaid-note.tsx';
export { openPaymentSet } from './receipt-queries.ts';
