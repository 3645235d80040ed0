/**
 * Bills: what they amount to, what state they are in at a moment, and every step from the issue to the settlement (R4.9, R10.3,
 * billing.md).
 */

export {
  type AmountComponents,
  amountOf,
  amountOfLines,
  type BillAmount,
  componentSums,
  standingAmount,
} from './bill/bill-amount.ts';
export {
  approveBill,
  type BatchResult,
  type BillOutcome,
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
  type DueDate,
  dueOf,
  isOverdue,
} from './bill/bill-dates.ts';
export {
  type BillKey,
  billKeyOf,
  type DraftBill,
  draftBills,
  type LeftOut,
  type LeftOutReason,
  leftOutNames,
  type StageLine,
} from './bill/bill-drafts.ts';
export { type BillHistoryKind, type BillHistoryRow, historyFault } from './bill/bill-history.ts';
export { canTakeVoucher, type Payment, type Settlement, settleBill } from './bill/bill-settlement.ts';
export {
  type BillApproval,
  type BillMoment,
  type BillState,
  type BillStatus,
  billApprovalNames,
  billApprovals,
  billDirectionNames,
  billStatuses,
  billStatusNames,
  type ClockStep,
  clockStep,
  issuedBill,
  presentBill,
} from './bill/bill-status.ts';
export {
  adjustBill,
  type BillStep,
  disputeBill,
  keepAmount,
  reopenBill,
  withdrawDispute,
} from './bill/bill-steps.ts';
export { type ComparedBill, type ComparisonPart, compareBills } from './bill/comparison.ts';
export { type BillDirection, billDirections } from './fee-rule.ts';
