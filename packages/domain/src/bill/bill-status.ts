import type { BillDirection } from '../fee-rule.ts';
import { type Fen, noFen } from '../money.ts';

/** 待确认 → 已确认 → 已结清; 差异处理中 while a feedback on it is open. Drafts, which only ops sees, have none of these yet. @source R4.9 */
export const billStatuses = ['pending', 'disputed', 'confirmed', 'settled'] as const;
export type BillStatus = (typeof billStatuses)[number];

/** The Chinese name of a status. @source R4.9 */
export const billStatusNames: Readonly<Record<BillStatus, string>> = {
  pending: '待确认',
  disputed: '差异处理中',
  confirmed: '已确认',
  settled: '已结清',
};

/** Whether a confirmed bill waits for a second person (复核). @source R4.9, R10.3 */
export const billApprovals = ['none', 'waiting'] as const;
export type BillApproval = (typeof billApprovals)[number];

/** The Chinese name; none where nothing waits. */
export const billApprovalNames: Readonly<Record<BillApproval, string>> = { none: '', waiting: '待复核' };

/** How far the payment of a confirmed payable bill is: nothing was sent for what is open of it, or a voucher is checked. @source R10.3 */
export const billPayments = ['open', 'inCheck'] as const;
export type BillPayment = (typeof billPayments)[number];

export const billPaymentNames: Readonly<Record<BillPayment, string>> = { open: '未提交凭证', inCheck: '凭证审核中' };

/** The Chinese name of a direction. @source billing.md, bills */
export const billDirectionNames: Readonly<Record<BillDirection, string>> = { payable: '应付', receivable: '应收' };

/** The same as the provider's staff say it, so that nobody has to think whose 应付 it is. @source R11.6 */
export const providerDirectionNames: Readonly<Record<BillDirection, string>> = {
  payable: '向商户收',
  receivable: '付给商户',
};

/** What the steps of a bill depend on. Who confirmed is kept here, not looked up by role. */
export interface BillState {
  readonly status: BillStatus;
  readonly approval: BillApproval;
  readonly amount: Fen;
  /** The sum of the payments so far. */
  readonly paid: Fen;
  /** What was given up of it (差额核销), by which it is settled: of a settled bill alone, and no part of `paid`. @source receipts 1.6 */
  readonly writtenOff?: Fen;
  /** The end of a day; past it the bill is confirmed by the clock. */
  readonly confirmBy: Date;
  readonly confirmedAt: Date | null;
  /** The user; null where the clock confirmed. */
  readonly confirmedBy: string | null;
  readonly autoConfirmed: boolean;
  readonly approvedAt: Date | null;
  readonly approvedBy: string | null;
  /** The approval counts as given by the clock. */
  readonly autoApproved: boolean;
}

/** A confirmation and an approval that are not there, or that a step has taken back. */
export const unconfirmed = {
  approval: 'none',
  confirmedAt: null,
  confirmedBy: null,
  autoConfirmed: false,
  approvedAt: null,
  approvedBy: null,
  autoApproved: false,
} as const;

/** A bill as its issue leaves it. */
export const issuedBill = (amount: Fen, confirmBy: Date): BillState => ({
  status: 'pending',
  amount,
  paid: noFen,
  confirmBy,
  ...unconfirmed,
});

/** When a bill is looked at, and whether its tenant asks for a second approver then. */
export interface BillMoment {
  readonly now: Date;
  readonly secondApprover: boolean;
}

/** What the clock has done to a bill although it may not be stored yet: the job and every write store it, once. */
export type ClockStep = 'autoConfirm' | 'autoApprove';

/**
 * The step of the clock that is due: past confirm-by a pending bill is confirmed and a waiting approval counts as given. A disputed bill
 * waits for its answer.
 *
 * In SQL: `status = 'pending' and confirm_by <= app_now()`, and `status = 'confirmed' and approval = 'waiting' and confirm_by <= app_now()`.
 *
 * @source R4.9, billing.md, bills
 */
export const clockStep = ({ status, approval, confirmBy }: BillState, now: Date): ClockStep | null => {
  if (confirmBy > now) return null;
  if (status === 'pending') return 'autoConfirm';
  return status === 'confirmed' && approval === 'waiting' ? 'autoApprove' : null;
};

/**
 * A bill that is settled where it is confirmed and approved and nothing is left to pay of it: an answer may have brought it to 0, or to what
 * was paid before.
 *
 * @source R4.9, billing.md, bills
 */
export const settledIfPaid = (bill: BillState): BillState =>
  bill.status === 'confirmed' && bill.approval === 'none' && bill.amount === bill.paid
    ? { ...bill, status: 'settled' }
    : bill;

/**
 * A bill as it is at a moment, whether the job has run or not. What the clock did, it did at confirm-by. With a second approver asked for,
 * the approval of an automatic confirmation counts as given.
 *
 * @source R4.9, billing.md, bills
 */
export const presentBill = (bill: BillState, { now, secondApprover }: BillMoment): BillState => {
  const step = clockStep(bill, now);
  if (step === null) return settledIfPaid(bill);
  const approved = { approval: 'none', approvedAt: bill.confirmBy, approvedBy: null, autoApproved: true } as const;
  if (step === 'autoApprove') return settledIfPaid({ ...bill, ...approved });
  const confirmed = { status: 'confirmed', confirmedAt: bill.confirmBy, autoConfirmed: true } as const;
  return settledIfPaid({ ...bill, ...unconfirmed, ...confirmed, ...(secondApprover ? approved : {}) });
};
