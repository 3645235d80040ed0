/** What other nouns may call within their transaction. */

export { type AddedLine, insertLines } from './added-lines.sql.ts';
export { lockSerials } from './billing/billing.sql.ts';
export { payOfReceived, type ReceivedOutcome } from './billing/received-money.ts';
export { drawUpDrafts } from './generation/generation.ts';
export { countDrafts } from './issue/issue.sql.ts';
export { issuePart } from './issue/issue.ts';
export { lockBills, storeBillSteps } from './record/bill-record.sql.ts';
export { type BillRecord, momentOf } from './record/bill-record.ts';
export { announceClockSteps, clockStepsOf } from './record/clock-step.ts';
