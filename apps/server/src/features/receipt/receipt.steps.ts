/** What other nouns may call within their transaction. */
export { confirmReceipts, insertBankReceipts, listOfSerials } from './banked.sql.ts';
export { insertChannelReceipt } from './channel.sql.ts';
export { deleteMatch, findMatched, hasPaymentOfSerial, insertMatch } from './match.sql.ts';
export { lockReceipts } from './proposal/facts.sql.ts';
export { findReceipt, type ReceiptRow, restoreUnapplied, takeBackUnapplied } from './receipt.sql.ts';
export { insertApplications } from './registered.sql.ts';
