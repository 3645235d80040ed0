import type { BillHistoryRow } from '@ronghui/domain/bill';
import type { Db } from '#kernel/database/db';
import { listTrailedSteps, type TrailedStep } from './verification.sql.ts';

/** The events of the trail by which each kind of step is written, by a call and by a command or an earlier version; those of feedbacks stand at their feedback. */
const eventsOf: Readonly<Record<BillHistoryRow['kind'], readonly string[]>> = {
  // Of a stage, and not of each of its bills.
  issued: [],
  confirmed: ['bill.batchConfirm', 'bill.confirmed'],
  approved: ['bill.approve', 'bill.approved'],
  sentBack: ['bill.rejectApproval', 'bill.sentBack'],
  autoConfirmed: ['job.bill.autoConfirmed'],
  autoApproved: ['job.bill.autoApproved'],
  paid: ['ops.bill.settle'],
  settled: ['ops.bill.settle'],
  paymentReversed: ['ops.bill.reversePayment'],
  disputed: [],
  reopened: [],
  adjusted: [],
  kept: [],
  withdrawn: [],
};

const isOf = (step: BillHistoryRow, billNo: string, { object, event, payment_fen }: TrailedStep): boolean =>
  step.feedbackNo !== undefined
    ? object === step.feedbackNo
    : object === billNo && eventsOf[step.kind].includes(event) && (step.payment ?? null) === payment_fen;

/**
 * The steps of a bill of which the trail, whose rows are sealed, does not tell, and the payments in it that are no step: what was written past the system,
 * or removed. A payment is compared with its sum, anything else by its kind.
 *
 * @source R10.3, R11.7
 */
export const compareWithTrail = async (
  db: Db,
  billNo: string,
  {
    steps,
    compare,
  }: {
    readonly steps: readonly BillHistoryRow[];
    readonly compare: (what: string, stored: unknown, trailed: unknown) => void;
  },
): Promise<void> => {
  const trailed = new Set(
    await listTrailedSteps(db, [billNo, ...new Set(steps.flatMap(({ feedbackNo }) => feedbackNo ?? []))]),
  );
  for (const [at, step] of steps.entries()) {
    if (step.feedbackNo === undefined && eventsOf[step.kind].length === 0) continue;
    const [event] = [...trailed].filter((each) => isOf(step, billNo, each));
    if (event !== undefined) trailed.delete(event);
    else compare(`第 ${at + 1} 步 ${step.kind}`, step.payment ?? '有', '审计记录中没有');
  }
  for (const { object, event, payment_fen } of trailed) {
    const isPayment = event === 'ops.bill.settle' || event === 'ops.bill.reversePayment';
    if (object === billNo && isPayment && payment_fen !== null)
      compare(`审计记录中的 ${event}`, '账单没有这一步', payment_fen);
  }
};
