/** What other nouns may call within their transaction. */
export { confirmReceipts, insertBankReceipts, listOfSerials } from './banked.sql.ts';
