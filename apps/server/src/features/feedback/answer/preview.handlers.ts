import type { feedbackOpsOperations, Output } from '@ronghui/contract';
import { type BillState, dueOf, presentBill } from '@ronghui/domain/bill';
import { laterDeadline, type WorkingCalendar } from '@ronghui/domain/calendar';
import {
  answerFeedback,
  type FeedbackAnswer,
  lineChangesOf,
  needsRelease,
  previewAnswer,
} from '@ronghui/domain/feedback';
import { type Fen, largestAmount, noFen, rmbText, taxIn } from '@ronghui/domain/money';
import { findBillRecord } from '#features/bill/bill.reads';
import { type BillRecord, momentOf } from '#features/bill/bill.steps';
import { findFourEyes } from '#features/site/site.reads';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { findFeedback } from '../feedback.sql.ts';
import {
  amountsOf,
  answeredCaseOf,
  answerFaults,
  type Case,
  completeAnswer,
  earlierChangesOf,
  isUnacceptable,
  reachFault,
  withLines,
} from './answered-case.ts';

type Preview = Output<'ops.feedback.preview'>;

/** When an answer would be given, and the working days that its dates are reckoned by. */
interface Moment {
  readonly now: Date;
  readonly calendar: WorkingCalendar;
}

/** An answer is previewed before its reason is written. */
const reason = '预览';
const unacceptable = `不能按主张金额同意：账单金额会低于零、低于已结算金额、超过 ${rmbText(largestAmount)} 或没有变化`;

/** Why an answer could not be given now, in words. */
const obstacleOf = (found: Case, answer: FeedbackAnswer, at: Moment): string | null => {
  const step = answerFeedback(answeredCaseOf(found), answer, at);
  if (step.ok) return null;
  if (isUnacceptable(step.reason, answer.action)) return unacceptable;
  return answerFaults[step.reason]?.[1] ?? '这条反馈已有答复或已撤回';
};

/** What an answer would change of the lines, with their references. */
const changedLines = ({ row, lines }: Case, answer: FeedbackAnswer): Preview['lines'] => {
  const references = new Map(lines.map(({ lineId, loanNo }) => [lineId, loanNo]));
  return lineChangesOf(lines, answer, row.claimed_fen).map(({ lineId, from, to }) => ({
    lineId,
    loanNo: references.get(lineId) ?? lineId,
    fromAmount: from,
    toAmount: to,
  }));
};

/** What an answer would make of tax and dates, were it given now. */
const effectOnBill = (bill: BillRecord, to: Fen, { now, calendar }: Moment) => {
  const present = presentBill(bill.state, momentOf(bill, now));
  const confirmBy = laterDeadline(calendar, bill.state.confirmBy, { now }).at;
  const answered: BillState = { ...bill.state, status: 'pending', confirmBy };
  return {
    fromTaxAmount: taxIn(present.amount, bill.taxRate),
    toTaxAmount: to < 0 ? noFen : taxIn(to, bill.taxRate),
    confirmBy: confirmBy.toISOString(),
    fromDueOn: dueOf(present, bill.payDays).on,
    toDueOn: dueOf(answered, bill.payDays).on,
  };
};

/** What an answer would do, before it is given (R11.6). */
export const previewHandlers: HandlersFor<Pick<typeof feedbackOpsOperations, 'ops.feedback.preview'>> = {
  'ops.feedback.preview': async ({ feedbackNo, action, newAmount, lineAmounts }, { db, ports, fail }) => {
    const row = await findFeedback(db, { tenantId: null, feedbackNo });
    const bill = row && (await findBillRecord(db, row.tenant_id, row.bill_no));
    if (row === undefined || bill === undefined) return fail('notFound');
    const amounts = lineAmounts === undefined ? undefined : amountsOf(lineAmounts);
    if (amounts === null) return fail('invalid', wrongField('lineAmounts', '所选明细须各有一个金额'));
    const found = await withLines(db, { row, bill });
    const answer = completeAnswer(found, {
      action,
      reason,
      ...(newAmount === undefined ? {} : { newAmount }),
      ...(amounts === undefined ? {} : { lineAmounts: amounts }),
    });
    if (reachFault(found, answer) !== null) return fail('invalid', wrongField('newAmount', '金额过大'));
    const effect = previewAnswer(answeredCaseOf(found), answer);
    if (effect === null) return fail('invalid', wrongField('newAmount', '请填写调整后的金额'));
    const { fromAmount, toAmount, difference: differenceAmount } = effect;
    const at = { now: ports.clock.now(), calendar: ports.calendar };
    const obstacle = obstacleOf(found, answer, at);
    const [{ aboveAmount }, earlier] = await Promise.all([findFourEyes(db), earlierChangesOf(db, found)]);
    const lines = lineChangesOf(found.lines, answer, row.claimed_fen);
    return {
      fromAmount,
      toAmount,
      differenceAmount,
      ...effectOnBill(bill, toAmount, at),
      lines: changedLines(found, answer),
      needsRelease: needsRelease({ from: fromAmount, to: toAmount, lines, earlier }, aboveAmount),
      ...(obstacle === null ? {} : { obstacle }),
    };
  },
};
