import type { BillHistoryRow } from '@ronghui/domain/bill';
import type { Db } from '#kernel/database/db';
import type { Differences } from './differences.ts';
import { compareAnswer, isAnswer, isTrailedAnswer, trailedText } from './trailed-answers.ts';
import {
  listFeedbackNos,
  listReleasedProposals,
  listStoredAnswers,
  listTrailedSteps,
  type StoredAnswer,
  type StoredStep,
  type TrailedStep,
} from './trailed-steps.sql.ts';
import type { StoredBill, StoredLineChange } from './verification.sql.ts';

const payments = ['ops.bill.settle', 'ops.receipt.apply', 'ops.receipt.applyExact', 'job.intent.apply'];
/** The events of the trail by which each kind of step is written, by a call and by a command or an earlier version; those of feedbacks stand at their feedback. */
const eventsOf: Readonly<Record<BillHistoryRow['kind'], readonly string[]>> = {
  // Its event seals the bill, and is compared with more than the step.
  issued: [],
  confirmed: ['bill.batchConfirm', 'bill.confirmed'],
  approved: ['bill.approve', 'bill.approved'],
  sentBack: ['bill.rejectApproval', 'bill.sentBack'],
  autoConfirmed: ['job.bill.autoConfirmed'],
  autoApproved: ['job.bill.autoApproved'],
  paid: payments,
  settled: payments,
  paymentReversed: ['ops.bill.reversePayment'],
  writtenOff: ['ops.bill.writeOff', 'ops.bill.decideWriteOff'],
  writeOffUndone: ['ops.bill.undoWriteOff'],
  disputed: [],
  reopened: [],
  adjusted: [],
  kept: [],
  withdrawn: [],
};

const isOf = (step: StoredStep, billNo: string, trailed: TrailedStep): boolean =>
  step.feedbackNo !== undefined
    ? trailed.object === step.feedbackNo && isTrailedAnswer(trailed) === isAnswer(step)
    : trailed.object === billNo &&
      eventsOf[step.kind].includes(trailed.event) &&
      (step.payment ?? null) === trailed.payment_fen &&
      // A proposal has the name of the step as well, and gives nothing up.
      (step.kind !== 'writtenOff' || step.writtenOff === trailed.written_off_fen);

/** A serial that an earlier version took for the number of a card stands in the trail with its last digits only. */
const isMasked = (text: string | null): boolean => text === null || text.includes('*');

/** Who took a step that is no answer, why, and when and by which transfer was paid. */
const compareStep = (step: StoredStep, event: TrailedStep, found: Differences): void => {
  const what = `第 ${step.stepNo} 步 ${step.kind} 的`;
  const isPerson = event.actor_kind === 'user' || event.actor_kind === 'staff';
  if (isPerson) found.compareWithTrail(`${what}操作人`, step.by, event.actor_id);
  if (event.reason !== null) found.compareWithTrail(`${what}原因`, trailedText(step.reason), event.reason);
  if (step.kind === 'paymentReversed') return;
  if (event.payment_on !== null) found.compareWithTrail(`${what}付款日期`, step.paidOn, event.payment_on);
  if (!isMasked(event.payment_serial)) found.compareWithTrail(`${what}银行流水号`, step.serial, event.payment_serial);
};

/** What is stored of a bill, beside its lines. */
interface StoredHistory {
  readonly steps: readonly StoredStep[];
  readonly changes: readonly StoredLineChange[];
}

/** What the trail has of the issue of a bill, and whether it has all that is compared: events of earlier versions say less. */
interface TrailedIssue {
  readonly sealed: TrailedStep | undefined;
  readonly isComplete: boolean;
}

/** Takes the rows of each feedback one after the other. */
const inTurn = (rows: readonly StoredAnswer[]): ((feedbackNo: string) => StoredAnswer | undefined) => {
  const byFeedback = Map.groupBy(rows, ({ feedback_no }) => feedback_no);
  return (feedbackNo) => byFeedback.get(feedbackNo)?.shift();
};

/**
 * The steps of a bill of which the trail, whose rows are sealed, does not tell, or tells otherwise, and the payments and answers in it that are no step:
 * what was written past the system, changed, or removed.
 *
 * @source R10.3, R11.7
 */
export const compareWithTrail = async (
  db: Db,
  bill: StoredBill,
  { steps, changes, found }: StoredHistory & { readonly found: Differences },
): Promise<TrailedIssue> => {
  const { bill_no: billNo } = bill;
  const known = await listFeedbackNos(db, bill);
  const feedbackNos = [...new Set([...known, ...steps.flatMap(({ feedbackNo }) => feedbackNo ?? [])])];
  const events = await listTrailedSteps(db, [billNo, ...feedbackNos]);
  const messageOf = inTurn(feedbackNos.length === 0 ? [] : await listStoredAnswers(db, bill, feedbackNos));
  const proposalOf = inTurn(feedbackNos.length === 0 ? [] : await listReleasedProposals(db, bill, feedbackNos));
  const trailed = new Set(events);
  let isComplete = true;
  for (const step of steps) {
    const { feedbackNo, kind, stepNo } = step;
    if (feedbackNo === undefined && eventsOf[kind].length === 0) continue;
    const [event] = [...trailed].filter((each) => isOf(step, billNo, each));
    if (event === undefined) {
      found.compare(`第 ${stepNo} 步 ${kind}`, step.payment ?? '有', '审计记录中没有');
      continue;
    }
    trailed.delete(event);
    if (feedbackNo === undefined) compareStep(step, event, found);
    else if (isAnswer(step)) {
      const rows = {
        step,
        message: messageOf(feedbackNo),
        proposal: event.proposed_by === null ? undefined : proposalOf(feedbackNo),
        changes: changes.filter(({ step_no }) => step_no === stepNo),
      };
      isComplete = compareAnswer(rows, event, found) && isComplete;
    }
  }
  for (const event of trailed) {
    const { object, payment_fen: payment, written_off_fen: writtenOff, to_fen: amount } = event;
    const moved = payment ?? (writtenOff === 0 ? null : writtenOff);
    if (object === billNo && moved !== null) found.compare(`审计记录中的 ${event.event}`, '账单没有这一步', moved);
    else if (isTrailedAnswer(event)) found.compare(`审计记录中的 ${event.event}`, '账单没有这一步', amount);
  }
  return { sealed: events.find(({ object, seal }) => object === billNo && seal !== null), isComplete };
};
