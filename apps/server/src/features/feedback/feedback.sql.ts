import type { FeedbackAction, FeedbackState, FeedbackStatus, FormerCase } from '@ronghui/domain/feedback';
import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { columnsOf } from '#kernel/database/listed-rows.sql';

/** A feedback of a tenant, or of any for ops. */
interface Asked {
  readonly tenantId: string | null;
  readonly feedbackNo: string;
}

/** A feedback as its steps need it. By feedback_feedback_no_key. */
const selectFeedback = (db: Db, { tenantId, feedbackNo }: Asked) =>
  db
    .selectFrom('feedback as f')
    .selectAll('f')
    .where('f.feedback_no', '=', feedbackNo)
    .$if(tenantId !== null, (query) => query.where('f.tenant_id', '=', tenantId ?? ''));

/** Reads a feedback. */
export const findFeedback = (db: Db, asked: Asked) => selectFeedback(db, asked).executeTakeFirst();

/** Locks a feedback until the transaction ends. Where its bill changes too, the bill is locked first. */
export const lockFeedback = (tx: Tx, asked: Asked) => selectFeedback(tx, asked).forNoKeyUpdate('f').executeTakeFirst();

/** A stored feedback. */
export type FeedbackRow = NonNullable<Awaited<ReturnType<typeof findFeedback>>>;

/** What the domain decides by. */
export const stateOf = (row: FeedbackStateRow): FeedbackState => ({
  // The check constraint allows the domain's words only.
  status: row.status as FeedbackStatus,
  answerBy: row.answer_by,
  answeredAt: row.answered_at,
  isWithdrawn: row.is_withdrawn,
  isReopened: row.is_reopened,
  helpful: row.helpful,
});

/** The feedbacks that a bill has had, `feedbackPerBill` at most; who decides by them has locked the bill. By feedback_of_bill. */
export const listFormerCases = async (db: Db, tenantId: string, billNo: string): Promise<FormerCase[]> => {
  const rows = await db
    .selectFrom('feedback')
    .select(['status', 'answer_by', 'answered_at', 'is_withdrawn', 'is_reopened', 'helpful', 'line_ids'])
    .where('tenant_id', '=', tenantId)
    .where('bill_no', '=', billNo)
    .execute();
  return rows.map((row) => ({ state: stateOf(row), lineIds: row.line_ids }));
};

/** The columns of a feedback's state. */
export type FeedbackStateRow = Pick<
  FeedbackRow,
  'status' | 'answer_by' | 'answered_at' | 'is_withdrawn' | 'is_reopened' | 'helpful'
>;

/** A feedback as it is opened. */
export interface NewFeedback {
  readonly tenantId: string;
  readonly billId: string;
  readonly billNo: string;
  readonly userId: string;
  readonly claimedFen: Fen;
  readonly standingFen: Fen;
  /** The chosen lines, and what stands of each; null for the whole bill. */
  readonly lineIds: string[] | null;
  readonly lineFen: Fen[] | null;
  readonly reason: string;
  readonly answerBy: Date;
}

/** Adds a feedback, whose claim is its first message; false, and no row added, when the number is taken. */
export const insertFeedback = async (tx: Tx, feedbackNo: string, feedback: NewFeedback): Promise<boolean> => {
  const added = await tx
    .insertInto('feedback')
    .values({ ...columnsOf('feedback', feedback), feedback_no: feedbackNo, message_no: 1 })
    .onConflict((conflict) => conflict.column('feedback_no').doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
};

/** An entry of the thread. */
export interface NewMessage {
  readonly kind: 'claim' | 'message' | 'answer' | 'reopen' | 'withdraw';
  readonly sender: 'merchant' | 'ops';
  readonly byId: string;
  /** Null: the user's own. */
  readonly byName: string | null;
  readonly content: string;
  readonly fileIds?: readonly string[];
  readonly at: Date;
  readonly answer?: { readonly action: FeedbackAction; readonly from: Fen; readonly to: Fen };
}

type Numbered = Pick<FeedbackRow, 'tenant_id' | 'feedback_no' | 'message_no'>;

/** Adds to the thread of a feedback that is locked, or new. */
export const insertMessage = async (tx: Tx, feedback: Numbered, message: NewMessage): Promise<void> => {
  const { kind, sender, byId, byName, content, fileIds = [], at, answer } = message;
  await tx
    .insertInto('feedback_message')
    .values({
      tenant_id: feedback.tenant_id,
      feedback_no: feedback.feedback_no,
      message_no: feedback.message_no + 1,
      kind,
      sender,
      by_id: byId,
      by_name: byName ?? sql<string>`coalesce(user_label(${byId}), '')`,
      content,
      file_ids: [...fileIds],
      action: answer?.action ?? null,
      from_fen: answer?.from ?? null,
      to_fen: answer?.to ?? null,
      at,
    })
    .execute();
};

/** What a step leaves of a feedback. */
export interface FeedbackStep {
  readonly after: FeedbackState;
  /** Whether the step added to the thread. */
  readonly addsMessage: boolean;
  readonly rating?: { readonly comment: string | null; readonly at: Date };
}

/** Stores a step of a locked feedback. A rating lasts until it is reopened. @returns the new version */
export const updateFeedback = async (
  tx: Tx,
  row: FeedbackRow,
  { after, addsMessage, rating }: FeedbackStep,
): Promise<number> => {
  const version = row.version + 1;
  const isRated = after.helpful !== null;
  const { numUpdatedRows } = await tx
    .updateTable('feedback')
    .set({
      status: after.status,
      answer_by: after.answerBy,
      answered_at: after.answeredAt,
      is_withdrawn: after.isWithdrawn,
      is_reopened: after.isReopened,
      helpful: after.helpful,
      rating_comment: isRated ? (rating === undefined ? row.rating_comment : rating.comment) : null,
      rated_at: isRated ? (rating?.at ?? row.rated_at) : null,
      message_no: row.message_no + (addsMessage ? 1 : 0),
      updated_at: sql`app_now()`,
      version,
    })
    .where('tenant_id', '=', row.tenant_id)
    .where('feedback_no', '=', row.feedback_no)
    .where('version', '=', row.version)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error('a locked feedback changed');
  return version;
};

/** Whether a message of a feedback names a file. By the primary key. */
export const isAttached = async (
  db: Db,
  { tenant_id: tenantId, feedback_no: feedbackNo }: FeedbackRow,
  fileId: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('feedback_message')
    .select('message_no')
    .where('tenant_id', '=', tenantId)
    .where('feedback_no', '=', feedbackNo)
    .where(sql<boolean>`${fileId} = any(file_ids)`)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Which of some feedbacks stand: they wait for their answer, or changed something. Neither withdrawn nor rejected, and none becomes so until the
 * transaction ends. By the primary key.
 */
export const holdStanding = async (
  tx: Tx,
  tenantId: string,
  feedbackNos: readonly string[],
): Promise<readonly string[]> => {
  const rows = await tx
    .selectFrom('feedback')
    .select('feedback_no')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`feedback_no = any(${[...feedbackNos]}::text[])`)
    .where('status', '<>', 'rejected')
    .where('is_withdrawn', '=', false)
    .orderBy('feedback_no')
    .forShare()
    .execute();
  return rows.map((row) => row.feedback_no);
};
