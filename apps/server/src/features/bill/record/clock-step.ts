import type { Tx } from '#kernel/database/db';
import { systemAuthor } from '#kernel/observe/audit';
import { notifyBillSteps } from './bill-notice.ts';
import { type BillRecord, type BillStepTaken, clockStepOf } from './bill-record.ts';

/** The steps of the clock that are due on locked bills and not stored yet. @source R4.9 */
export const clockStepsOf = (bills: Iterable<BillRecord>, now: Date): readonly BillStepTaken[] =>
  [...bills].flatMap((bill) => clockStepOf(bill, now) ?? []);

/** Writes audit and notices of the clock's steps, in the transaction that stores them: each once, whichever writer stores it. */
export const announceClockSteps = (tx: Tx, steps: readonly BillStepTaken[]): void => {
  for (const { bill, kind, after } of steps) {
    const { tenantId, billNo, state } = bill;
    systemAuthor.record(tx, {
      event: `job.bill.${kind}`,
      tenantId,
      object: billNo,
      before: { status: state.status, approval: state.approval },
      after: { status: after.status, approval: after.approval, amount: after.amount },
    });
  }
  notifyBillSteps(tx, steps);
};
