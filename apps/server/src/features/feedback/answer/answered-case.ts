import {
  type AnswerDecision,
  type AnsweredCase,
  type BillLines,
  type EarlierChanges,
  type FeedbackAction,
  type FeedbackAnswer,
  replacePart,
} from '@ronghui/domain/feedback';
import { type Fen, largestAmount, rmbText, sumFen } from '@ronghui/domain/money';
import { type ChargedLine, findBillLines, listChargedLines, sumMovedLines } from '#features/bill/bill.reads';
import type { BillRecord } from '#features/bill/bill.steps';
import type { Db } from '#kernel/database/db';
import { type FeedbackRow, stateOf } from '../feedback.sql.ts';
import { standingNow } from './standing-now.ts';

/** A feedback that is answered: its bill, and the lines that it is about. */
export interface Case {
  readonly row: FeedbackRow;
  readonly bill: BillRecord;
  readonly lines: readonly ChargedLine[];
  /** All lines of the bill, where it is about some of them. */
  readonly billLines?: BillLines;
}

/** The case of a feedback and its bill with the chosen lines. */
export const withLines = async (db: Db, { row, bill }: Pick<Case, 'row' | 'bill'>): Promise<Case> => {
  if (row.line_ids === null) return { row, bill, lines: [] };
  const lines = await listChargedLines(db, row.tenant_id, { ...bill, lineIds: row.line_ids });
  const billLines = await findBillLines(db, row.tenant_id, bill);
  return { row, bill, lines, ...(billLines !== undefined && { billLines }) };
};

/** What the domain decides on. */
export const answeredCaseOf = ({ row, bill, lines, billLines }: Case): AnsweredCase => ({
  feedback: stateOf(row),
  bill: bill.state,
  claimedAmount: row.claimed_fen,
  standing: standingNow(bill, row, lines),
  ...(row.line_ids === null ? {} : { lineIds: row.line_ids }),
  ...(billLines !== undefined && { billLines }),
});

/** What answers have changed of the bill since its issue. */
export const earlierChangesOf = async (db: Db, { row, bill }: Pick<Case, 'row' | 'bill'>): Promise<EarlierChanges> => ({
  adjusted: bill.adjusted,
  movedLines: await sumMovedLines(db, row.tenant_id, bill),
});

/** The amounts of the lines, by line; null where one is named twice or their sum is no amount. */
export const amountsOf = (
  given: readonly { readonly lineId: string; readonly amount: Fen }[],
): ReadonlyMap<string, Fen> | null => {
  const amounts = new Map(given.map(({ lineId, amount }) => [lineId, amount]));
  if (amounts.size < given.length) return null;
  try {
    sumFen(amounts.values());
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return amounts;
};

/** An answer as it was sent, with the amounts of lines: a claim about one line needs none, as the new amount is that line's. */
export const completeAnswer = ({ row }: Pick<Case, 'row'>, answer: FeedbackAnswer): FeedbackAnswer => {
  const [only, ...others] = row.line_ids ?? [];
  const { action, newAmount, lineAmounts } = answer;
  if (action !== 'adjust' || newAmount === undefined || lineAmounts !== undefined) return answer;
  return only === undefined || others.length > 0 ? answer : { ...answer, lineAmounts: new Map([[only, newAmount]]) };
};

/** Why an answer cannot even be reckoned: what stands of the bill is replaced by a part that it cannot have. */
export const reachFault = (found: Case, answer: FeedbackAnswer): 'tooLarge' | null => {
  const answered = answeredCaseOf(found);
  const by = answer.action === 'accept' ? found.row.claimed_fen : (answer.newAmount ?? answered.standing);
  try {
    replacePart(answered, by);
  } catch (error) {
    if (error instanceof RangeError) return 'tooLarge';
    throw error;
  }
  return null;
};

/** Why an answer is refused. */
export type AnswerFault = Extract<AnswerDecision, { ok: false }>['reason'];

/** What is wrong with an answer, at its field. */
export const answerFaults: Readonly<Partial<Record<AnswerFault, readonly [field: string, message: string]>>> = {
  reasonMissing: ['reason', '请填写答复说明，商户会看到它'],
  reasonTooLong: ['reason', '答复说明最多 500 字'],
  amountMissing: ['newAmount', '请填写调整后的金额'],
  amountNotAsked: ['newAmount', '只有调整才填写金额'],
  linesMissing: ['lineAmounts', '请填写每条所选明细调整后的金额'],
  linesDiffer: ['lineAmounts', '所选明细须各有一个金额，且合计等于调整后的金额'],
  negative: ['newAmount', '调整后账单金额不能低于 0'],
  unchanged: ['newAmount', '金额没有变化，请改用驳回'],
  tooLarge: ['newAmount', `调整后账单金额不能超过 ${rmbText(largestAmount)}`],
  belowPaid: ['newAmount', '调整后账单金额不能低于已结算的金额'],
};

/** Faults of the bill's new amount, which an accepted claim has without a field of its own. */
const ofAmount: readonly AnswerFault[] = ['negative', 'unchanged', 'tooLarge', 'belowPaid'];

/** Whether a claim cannot be accepted as it is. */
export const isUnacceptable = (fault: AnswerFault, action: FeedbackAction): boolean =>
  action === 'accept' && ofAmount.includes(fault);
