export { PurchaseAgreements } from './purchase-agreements.tsx';
export { type Product, useConfigProduct, useQuote } from './purchase-queries.ts';
export { LoanNote, QuoteLines } from './quote-lines.tsx';
