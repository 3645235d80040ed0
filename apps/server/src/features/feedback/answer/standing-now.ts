import { standingOf } from '@ronghui/domain/feedback';
import type { Fen } from '@ronghui/domain/money';
import type { ChargedLine } from '#features/bill/bill.reads';
import type { BillRecord } from '#features/bill/bill.steps';
import type { FeedbackRow } from '../feedback.sql.ts';

/** What stands now of what a feedback is about; a former answer may have changed it. */
export const standingNow = (
  { state: { amount } }: Pick<BillRecord, 'state'>,
  { line_ids: lineIds }: Pick<FeedbackRow, 'line_ids'>,
  lines: readonly ChargedLine[],
): Fen => standingOf(amount, lineIds === null ? {} : { lineIds }, new Map(lines.map((line) => [line.lineId, line])));
