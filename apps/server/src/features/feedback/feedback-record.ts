import type { Output } from '@ronghui/contract';
import { presentBill } from '@ronghui/domain/bill';
import { canReopen, isAnswered, isAnsweredTwice, isLate } from '@ronghui/domain/feedback';
import { type Fen, fen } from '@ronghui/domain/money';
import { type ChargedLine, findBillRecord, listChargedLines } from '#features/bill/bill.reads';
import { type BillRecord, momentOf } from '#features/bill/bill.steps';
import { listFiles } from '#features/file/file.reads';
import type { Db } from '#kernel/database/db';
import { listFormerCases, stateOf } from './feedback.sql.ts';
import { type FeedbackDetailRow, findFeedbackDetail, type ListedRow, listedFeedback } from './feedback-list.sql.ts';

type Item = Output<'feedback.page'>['items'][number];
type Detail = Output<'feedback.detail'>;
type Message = Detail['messages'][number];

/** A feedback in a list, in the contract's shape. */
export const itemOf = (row: ListedRow, now: Date): Item => ({
  ...listedFeedback.recordOf(row),
  lineCount: row.line_count,
  late: isLate(stateOf(row), now),
});

const fenOrNull = (amount: number | null): Fen | null => (amount === null ? null : fen(amount));

const messageOf = (row: FeedbackDetailRow['messages'][number], names: ReadonlyMap<string, string>): Message => {
  const [from, to] = [fenOrNull(row.from_fen), fenOrNull(row.to_fen)];
  return {
    // The check constraints allow the contract's words only.
    kind: row.kind as Message['kind'],
    from: row.sender as Message['from'],
    by: row.by_name,
    content: row.content,
    files: row.file_ids.map((fileId) => ({ fileId, name: names.get(fileId) ?? '已删除的文件' })),
    at: new Date(row.at).toISOString(),
    ...(row.action === null || from === null || to === null
      ? {}
      : { action: row.action as NonNullable<Message['action']>, fromAmount: from, toAmount: to }),
  };
};

/** The answer that holds: the last one, unless the merchant reopened the case after it. */
const answerOf = (messages: readonly Message[]): Detail['answer'] => {
  const last = messages.findLast(({ kind }) => kind === 'answer');
  if (last?.action === undefined || last.fromAmount === undefined || last.toAmount === undefined) return undefined;
  const { action, fromAmount, toAmount, content: reason, at } = last;
  return { action, fromAmount, toAmount, reason, at };
};

const ratedOf = ({ helpful, rating_comment: comment, rated_at: at }: FeedbackDetailRow): Detail['rated'] =>
  helpful === null || at === null
    ? undefined
    : { helpful, at: at.toISOString(), ...(comment === null ? {} : { comment }) };

/** What stood of the chosen lines, in the order of the claim. */
const linesOf = (row: FeedbackDetailRow, lines: readonly ChargedLine[]): Detail['lines'] => {
  const references = new Map(lines.map(({ lineId, loanNo }) => [lineId, loanNo]));
  return (row.line_ids ?? []).map((lineId, at) => ({
    lineId,
    loanNo: references.get(lineId) ?? lineId,
    amount: fen(row.line_fen?.[at] ?? 0),
  }));
};

/** The rows that a detail is made of. */
interface Found {
  readonly row: FeedbackDetailRow;
  readonly bill: BillRecord;
  readonly lines: readonly ChargedLine[];
  readonly fileNames: ReadonlyMap<string, string>;
  /** Whether the answers about the same are the last word. */
  readonly isClosed: boolean;
}

const detailOf = ({ row, bill, lines, fileNames, isClosed }: Found, now: Date): Detail => {
  const state = stateOf(row);
  const present = presentBill(bill.state, momentOf(bill, now));
  const messages = row.messages.map((message) => messageOf(message, fileNames));
  const [answer, rated] = [isAnswered(state) ? answerOf(messages) : undefined, ratedOf(row)];
  return {
    feedbackNo: row.feedback_no,
    billNo: row.bill_no,
    direction: bill.direction,
    stageName: row.stage_name,
    productName: row.product_name,
    orgName: row.org_name,
    status: state.status,
    withdrawn: row.is_withdrawn,
    claimedAmount: row.claimed_fen,
    standingAmount: row.standing_fen,
    lineCount: row.line_ids?.length ?? 0,
    answerBy: row.answer_by.toISOString(),
    late: isLate(state, now),
    createdAt: row.created_at.toISOString(),
    version: row.version,
    reason: row.reason,
    lineIds: row.line_ids ?? [],
    lines: linesOf(row, lines),
    messages,
    billAmount: present.amount,
    billStatus: present.status,
    reopened: row.is_reopened,
    canReopen: canReopen(state, bill.state, momentOf(bill, now)) && !isClosed,
    ...(answer === undefined ? {} : { answer }),
    ...(rated === undefined ? {} : { rated }),
  };
};

/** A feedback in the contract's shape, of a tenant or, for ops, of any; undefined where there is none. */
export const readDetail = async (
  db: Db,
  tenantId: string | null,
  { feedbackNo, now }: { readonly feedbackNo: string; readonly now: Date },
) => {
  const row = await findFeedbackDetail(db, tenantId, feedbackNo);
  if (row === undefined) return undefined;
  const fileIds = [...new Set(row.messages.flatMap(({ file_ids }) => file_ids))];
  const [bill, files, cases] = await Promise.all([
    findBillRecord(db, row.tenant_id, row.bill_no),
    listFiles(db, row.tenant_id, fileIds),
    listFormerCases(db, row.tenant_id, row.bill_no),
  ]);
  if (bill === undefined) throw new Error('a feedback is about an issued bill');
  const lines =
    row.line_ids === null ? [] : await listChargedLines(db, row.tenant_id, { ...bill, lineIds: row.line_ids });
  const fileNames = new Map(files.map(({ file_id, name }) => [file_id, name]));
  const isClosed = isAnsweredTwice(cases, row.line_ids === null ? {} : { lineIds: row.line_ids });
  return { row, bill, lines, detail: detailOf({ row, bill, lines, fileNames, isClosed }, now) };
};
