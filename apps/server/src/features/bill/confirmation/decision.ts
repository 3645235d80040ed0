import type { Input, Output } from '@ronghui/contract';
import {
  type BillHistoryKind,
  type BillState,
  type ConfirmDecision,
  confirmBatch,
  type SeenBill,
} from '@ronghui/domain/bill';
import type { MerchantContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { actorOf, recordEvent } from '#kernel/observe/audit';
import { notifyBillSteps } from '../record/bill-notice.ts';
import { lockBills, storeBillSteps } from '../record/bill-record.sql.ts';
import { type BillStepTaken, momentOf, type StepAuthor } from '../record/bill-record.ts';
import { announceClockSteps, clockStepsOf } from '../record/clock-step.ts';

/** What a person decides on bills. */
export interface Decision {
  readonly operation: 'bill.batchConfirm' | 'bill.approve' | 'bill.rejectApproval';
  readonly kind: Extract<BillHistoryKind, 'confirmed' | 'approved' | 'sentBack'>;
  readonly decide: (bill: BillState | null, by: SeenBill) => ConfirmDecision;
  readonly reason?: string;
}

const authorOf = ({ userId, address }: MerchantContext): StepAuthor => ({
  actor: 'merchant',
  id: userId,
  name: null,
  address,
});

/** One event for each bill that changed: who, from where, and what was seen. */
const auditSteps = (tx: Tx, context: MerchantContext, { operation }: Decision, steps: readonly BillStepTaken[]) => {
  const { session, address, requestId } = context;
  const origin = { operation, sessionId: session.sessionId, address, requestId };
  for (const { bill, after, reason } of steps) {
    const event = {
      event: operation,
      object: bill.billNo,
      before: { status: bill.state.status, approval: bill.state.approval },
      after: { status: after.status, approval: after.approval, amount: after.amount, reason },
    };
    recordEvent(tx, actorOf(session), event, origin);
  }
};

/**
 * Decides on bills in one transaction: they are locked in the order of their keys, what the clock has done is stored first, and each entry
 * gets its outcome, in the order sent.
 *
 * @source R4.9, R4.12, R10.3
 */
export const decideOnBills = async (
  tx: Tx,
  context: MerchantContext,
  { bills: entries, decision }: { readonly bills: Input<'bill.approve'>['bills']; readonly decision: Decision },
): Promise<Output<'bill.approve'>> => {
  const { tenantId, userId, ports } = context;
  const locked = await lockBills(tx, { tenantId, billNos: [...new Set(entries.map(({ billNo }) => billNo))] });
  // Time may have passed while the call waited for the bills.
  const now = ports.clock.now();
  const clockSteps = clockStepsOf(locked.values(), now);
  const states = new Map([...locked].map(([billNo, { state }]) => [billNo, state]));
  const [any] = locked.values();
  const at = any === undefined ? { now, secondApprover: false } : momentOf(any, now);
  const { decide, kind, reason } = decision;
  const { results, changed } = confirmBatch(states, entries, (bill, seen) => decide(bill, { seen, userId, at }));
  const author = authorOf(context);
  const steps = [...changed].flatMap(([billNo, after]): BillStepTaken[] => {
    const bill = locked.get(billNo);
    return bill === undefined
      ? []
      : [{ bill, kind, after, at: now, author, ...(reason === undefined ? {} : { reason }) }];
  });
  // The clock's bills are settled by it, so that no person decides on them: each bill has one step.
  await storeBillSteps(tx, [...clockSteps, ...steps]);
  announceClockSteps(tx, clockSteps);
  auditSteps(tx, context, decision, steps);
  notifyBillSteps(tx, steps);
  context.audit({ after: { bills: entries.length, changed: steps.length } });
  return { results: [...results] };
};
