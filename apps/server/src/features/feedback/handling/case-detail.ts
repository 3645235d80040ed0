import type { OperationId, Output } from '@ronghui/contract';
import { dueOf, presentBill } from '@ronghui/domain/bill';
import { isUnanswered } from '@ronghui/domain/feedback';
import { taxIn } from '@ronghui/domain/money';
import { explainLines } from '#features/bill/bill.reads';
import { momentOf } from '#features/bill/bill.steps';
import { findLastStep } from '#features/staff/staff.reads';
import type { Db } from '#kernel/database/db';
import { standingNow } from '../answer/standing-now.ts';
import { stateOf } from '../feedback.sql.ts';
import { readDetail } from '../feedback-record.ts';
import { countProposalSteps, listProposals } from '../four-eyes/proposal.sql.ts';
import { proposalOf } from '../four-eyes/proposal-record.ts';

type Detail = Output<'ops.feedback.detail'>;

/** What both sides change a case by. */
export const stepEvents = [
  'feedback.add',
  'feedback.withdraw',
  'feedback.rate',
  'feedback.handle',
  'ops.feedback.add',
  'ops.feedback.release',
  'ops.feedback.sendBack',
  'ops.feedback.takeBack',
] as const satisfies readonly OperationId[];

const explainedLinesOf = (lines: Awaited<ReturnType<typeof explainLines>>): Detail['explainedLines'] =>
  lines.flatMap(({ lineId, loanNo, occurredOn, amount, computation, adjustedAmount }) =>
    amount === null
      ? []
      : [{ lineId, loanNo, occurredOn, amount, computation, standingAmount: adjustedAmount ?? amount }],
  );

/** A feedback as the desk reads it: with its bill, the chosen lines in words, and the answers that were proposed; undefined where there is none. */
export const readDeskDetail = async (
  db: Db,
  feedbackNo: string,
  { staffId, now }: { readonly staffId: string; readonly now: Date },
): Promise<Detail | undefined> => {
  const found = await readDetail(db, null, { feedbackNo, now });
  if (found === undefined) return undefined;
  const { row, bill, lines, detail } = found;
  const [explained, proposals, steps, last] = await Promise.all([
    explainLines(db, row.tenant_id, { billNo: bill.billNo, lineIds: row.line_ids ?? [] }),
    listProposals(db, row),
    countProposalSteps(db, row),
    findLastStep(db, feedbackNo, stepEvents),
  ]);
  const present = presentBill(bill.state, momentOf(bill, now));
  const waiting = isUnanswered(stateOf(row)) ? proposals.find(({ decision }) => decision === null) : undefined;
  return {
    ...detail,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    awaitsRelease: waiting !== undefined,
    revision: row.version + steps,
    billTaxAmount: taxIn(present.amount, bill.taxRate),
    billPaidAmount: present.paid,
    billDueOn: dueOf(present, bill.payDays).on,
    confirmBy: present.confirmBy.toISOString(),
    standsAmount: standingNow(bill, row, lines),
    explainedLines: explainedLinesOf(explained),
    proposal: waiting === undefined ? null : proposalOf(waiting, staffId),
    formerProposals: proposals
      .filter(({ decision }) => decision !== null)
      .slice(0, 50)
      .map((each) => proposalOf(each, staffId)),
    ...last,
  };
};
