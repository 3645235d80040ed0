export { ConsentBoxes } from './consent-boxes.tsx';
export { LoanNote, QuoteLines } from './price-aside.tsx';
export { type Product, useConfigProduct, useQuote } from './purchase-queries.ts';
