/**
 * Bills: what they amount to, what state they are in at a moment, and every step from the issue to the settlement (R4.9, R10.3,
 * billing.md).
 */

export {
  amountOf,
  amountOfLines,
  componentSums,
  standingAmount,
  withinLimits,
} from './bill/bill-amount.ts';
export {
  approveBill,
  billOutcomeNames,
  billOutcomes,
  type ConfirmDecision,
  confirmBatch,
  confirmBill,
  rejectApproval,
  type SeenBill,
} from './bill/bill-confirmation.ts';
export {
  type BillSpans,
  billSpanFaults,
  billSpans,
  confirmReminderDays,
  confirmReminderDue,
  dueOf,
  dueWhenConfirmed,
  isOverdue,
  type RemindedBill,
} from './bill/bill-dates.ts';
export {
  type BillKey,
  type ChargedLine,
  draftBills,
  leftOutNames,
  type StageLine,
} from './bill/bill-drafts.ts';
export { type BillHistoryRow, historyFault, readHistory } from './bill/bill-history.ts';
export { type BillHistoryKind, billEventNames, billHistoryNames } from './bill/bill-history-kinds.ts';
export {
  canTakeVoucher,
  normaliseSerial,
  openOf,
  type Payment,
  reversePayment,
  settleBill,
  undoWriteOff,
  writeOffNeedsSecond,
  writeOffRest,
  writtenOffOf,
} from './bill/bill-settlement.ts';
export {
  type BillMoment,
  type BillPayment,
  type BillState,
  type BillStatus,
  billApprovalNames,
  billApprovals,
  billDirectionNames,
  billPaymentNames,
  billPayments,
  billStatuses,
  billStatusNames,
  clockStep,
  issuedBill,
  presentBill,
  providerDirectionNames,
} from './bill/bill-status.ts';
export {
  adjustBill,
  disputeBill,
  keepAmount,
  reopenBill,
  withdrawDispute,
} from './bill/bill-steps.ts';
export { type ComparedBill, compareBills } from './bill/comparison.ts';
export { type BillDirection, billDirections } from './fee-rule.ts';
