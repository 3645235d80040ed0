export { LoanNote, QuoteLines } from './price-aside.tsx';
export { PurchaseAgreements } from './purchase-agreements.tsx';
export { type Product, useConfigProduct, useQuote } from './purchase-queries.ts';
