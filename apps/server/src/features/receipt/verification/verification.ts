export { listReceiptFaults as verifyReceipts } from './verification.sql.ts';
