import { laterDeadline, type WorkingCalendar } from '../calendar.ts';
import type { Fen } from '../money.ts';
import { type BillMoment, type BillState, presentBill, settledIfPaid, unconfirmed } from './bill-status.ts';

/** What became of a bill in a call that confirms, approves or sends back. @source contract 5 */
export const billOutcomes = [
  'confirmed',
  'waitingApproval',
  'changed',
  'sentBack',
  'samePerson',
  'notConfirmable',
  'notFound',
] as const;
export type BillOutcome = (typeof billOutcomes)[number];

/** The Chinese name of an outcome. @source R10.3 */
export const billOutcomeNames: Readonly<Record<BillOutcome, string>> = {
  confirmed: '已确认',
  waitingApproval: '已提交，待复核',
  changed: '金额已变化，请重新核对',
  sentBack: '已退回',
  samePerson: '确认与复核不能是同一人',
  notConfirmable: '当前状态不能办理',
  notFound: '账单不存在',
};

/** Who decides, when, and on which amount. */
export interface SeenBill {
  /** The amount that the person saw. */
  readonly seen: Fen;
  readonly userId: string;
  readonly at: BillMoment;
}

export type ConfirmDecision =
  | {
      readonly ok: true;
      readonly outcome: 'confirmed' | 'waitingApproval' | 'sentBack';
      readonly bill: BillState;
    }
  | { readonly ok: false; readonly reason: 'changed'; readonly amount: Fen }
  | { readonly ok: false; readonly reason: 'samePerson' | 'notConfirmable' | 'notFound' };

const refused = (reason: 'samePerson' | 'notConfirmable' | 'notFound'): ConfirmDecision => ({ ok: false, reason });

/**
 * Confirms a bill for the amount that the merchant saw. One with nothing left to pay is settled by that, or by its approval.
 *
 * @reason notFound        there is no such bill
 * @reason notConfirmable  it is not pending, by the clock either
 * @reason changed         its amount differs from the one that was seen; nothing is changed
 * @source R4.9, R10.3, billing.md, bills
 */
export const confirmBill = (stored: BillState | null, { seen, userId, at }: SeenBill): ConfirmDecision => {
  if (stored === null) return refused('notFound');
  const bill = presentBill(stored, at);
  if (bill.status !== 'pending') return refused('notConfirmable');
  if (bill.amount !== seen) return { ok: false, reason: 'changed', amount: bill.amount };
  const outcome = at.secondApprover ? 'waitingApproval' : 'confirmed';
  const approval = at.secondApprover ? 'waiting' : 'none';
  return {
    ok: true,
    outcome,
    bill: settledIfPaid({
      ...bill,
      ...unconfirmed,
      status: 'confirmed',
      approval,
      confirmedAt: at.now,
      confirmedBy: userId,
    }),
  };
};

/** What keeps a person from deciding on a confirmation that waits. */
const approvalFault = (bill: BillState, { seen, userId }: SeenBill): ConfirmDecision | null => {
  if (bill.status !== 'confirmed' || bill.approval !== 'waiting') return refused('notConfirmable');
  if (bill.confirmedBy === userId) return refused('samePerson');
  return bill.amount === seen ? null : { ok: false, reason: 'changed', amount: bill.amount };
};

/**
 * Approves a confirmation that waits. It also waits after the tenant has switched the second approver off.
 *
 * @reason notFound        there is no such bill
 * @reason notConfirmable  no approval waits, by the clock either
 * @reason samePerson      the user confirmed it, whatever the roles are now
 * @reason changed         the amount differs from the one that was seen
 * @source R4.9, R10.3, billing.md, bills
 */
export const approveBill = (stored: BillState | null, by: SeenBill): ConfirmDecision => {
  if (stored === null) return refused('notFound');
  const bill = presentBill(stored, by.at);
  return (
    approvalFault(bill, by) ?? {
      ok: true,
      outcome: 'confirmed',
      bill: settledIfPaid({ ...bill, approval: 'none', approvedAt: by.at.now, approvedBy: by.userId }),
    }
  );
};

/**
 * Sends a confirmation that waits back: the bill is pending again, with at least three working days to confirm.
 *
 * @reason notFound, notConfirmable, samePerson, changed  as for an approval
 * @source R4.9, R10.3, billing.md, bills
 */
export const rejectApproval = (stored: BillState | null, by: SeenBill, calendar: WorkingCalendar): ConfirmDecision => {
  if (stored === null) return refused('notFound');
  const bill = presentBill(stored, by.at);
  const confirmBy = laterDeadline(calendar, bill.confirmBy, by.at).at;
  return (
    approvalFault(bill, by) ?? {
      ok: true,
      outcome: 'sentBack',
      bill: { ...bill, ...unconfirmed, status: 'pending', confirmBy },
    }
  );
};

/** The outcome of a bill of a batch; `amount` is its present one where it differs from what was seen. */
export interface BatchResult {
  readonly billNo: string;
  readonly outcome: BillOutcome;
  readonly amount?: Fen;
}

type Decide = (bill: BillState | null, seen: Fen) => ConfirmDecision;

/** A bill that this batch has decided on: named again with the same amount it has the same outcome, with another one it has changed. */
const repeated = (done: BillOutcome, bill: BillState, seen: Fen): Omit<BatchResult, 'billNo'> =>
  bill.amount === seen ? { outcome: done } : { outcome: 'changed', amount: bill.amount };

/**
 * Decides on the bills of a batch: an outcome for each entry in the order sent, and the bills that changed. A bill that is named twice is
 * one effect.
 *
 * @param decide  `confirmBill`, `approveBill` or `rejectApproval` for the person
 * @source R4.12, R10.3
 */
export const confirmBatch = (
  bills: ReadonlyMap<string, BillState>,
  entries: readonly { readonly billNo: string; readonly amount: Fen }[],
  decide: Decide,
): { readonly results: readonly BatchResult[]; readonly changed: ReadonlyMap<string, BillState> } => {
  const changed = new Map<string, BillState>();
  const outcomes = new Map<string, BillOutcome>();
  const results = entries.map(({ billNo, amount }): BatchResult => {
    const after = changed.get(billNo);
    const done = outcomes.get(billNo);
    if (after !== undefined && done !== undefined) return { billNo, ...repeated(done, after, amount) };
    const decision = decide(bills.get(billNo) ?? null, amount);
    if (!decision.ok) {
      return {
        billNo,
        outcome: decision.reason,
        ...(decision.reason === 'changed' ? { amount: decision.amount } : {}),
      };
    }
    changed.set(billNo, decision.bill);
    outcomes.set(billNo, decision.outcome);
    return { billNo, outcome: decision.outcome };
  });
  return { results, changed };
};
