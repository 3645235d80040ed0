import type { BillHistoryRow } from '@ronghui/domain/bill';
import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { type IssueSeal, sealEvent } from '../record/sealed-parts.ts';
import type { StoredBill } from './verification.sql.ts';

/** A step of a bill with all that the trail tells of it too. */
export interface StoredStep extends BillHistoryRow {
  readonly stepNo: number;
  /** `adjusted`: what it was before. */
  readonly from: Fen | null;
  readonly reason: string | null;
  /** `paid` and `settled`. */
  readonly paidOn: string | null;
  readonly serial: string | null;
}

/** The steps of a bill in their order. By the primary key. */
export const listStoredSteps = async (
  db: Db,
  { tenant_id: tenantId, bill_id: billId }: StoredBill,
): Promise<readonly StoredStep[]> => {
  const rows = await db
    .selectFrom('bill_step')
    .select([
      'step_no',
      'kind',
      'at',
      'by_id',
      'amount_fen',
      'from_fen',
      'confirm_by',
      'waits',
      'feedback_no',
      'reason',
    ])
    .select(['payment_fen', 'payment_on', 'payment_serial', 'reverses_step', 'written_off_fen'])
    .where('tenant_id', '=', tenantId)
    .where('bill_id', '=', billId)
    .orderBy('step_no')
    .execute();
  return rows.map((row) => ({
    stepNo: row.step_no,
    // A check constraint allows the domain's words only.
    kind: row.kind as BillHistoryRow['kind'],
    at: row.at,
    by: row.by_id,
    amount: row.amount_fen,
    from: row.from_fen,
    confirmBy: row.confirm_by,
    waits: row.waits,
    reason: row.reason,
    paidOn: row.payment_on,
    serial: row.payment_serial,
    ...(row.feedback_no !== null && { feedbackNo: row.feedback_no }),
    ...(row.payment_fen !== null && { payment: row.payment_fen }),
    ...(row.reverses_step !== null && { reverses: row.reverses_step }),
    ...(row.written_off_fen !== null && { writtenOff: row.written_off_fen }),
  }));
};

/** The feedbacks to a bill. By feedback_of_bill. */
export const listFeedbackNos = async (
  db: Db,
  { tenant_id: tenantId, bill_no: billNo }: StoredBill,
): Promise<readonly string[]> => {
  const { rows } = await sql<{ readonly feedback_no: string }>`
    select feedback_no from feedback where tenant_id = ${tenantId} and bill_no = ${billNo} order by created_at, feedback_no`.execute(
    db,
  );
  return rows.map(({ feedback_no }) => feedback_no);
};

/** An answer as its thread has it, or a proposal that was released: who wrote it, and what it came to. */
export interface StoredAnswer {
  readonly feedback_no: string;
  readonly action: string;
  readonly reason: string;
  readonly from_fen: Fen;
  readonly to_fen: Fen;
  readonly written_by: string;
  /** A proposal: who released it. */
  readonly released_by: string | null;
}

/** The answers in the threads of some feedbacks, in their order. By the primary key. */
export const listStoredAnswers = async (
  db: Db,
  { tenant_id: tenantId }: StoredBill,
  feedbackNos: readonly string[],
): Promise<readonly StoredAnswer[]> => {
  const { rows } = await sql<StoredAnswer>`
    select feedback_no, action, content as reason, from_fen, to_fen, by_id as written_by, null as released_by from feedback_message
      where tenant_id = ${tenantId} and feedback_no = any(${[...feedbackNos]}::text[]) and kind = 'answer' order by feedback_no, message_no`.execute(
    db,
  );
  return rows;
};

/** The proposals to some feedbacks that were released, in their order. By the primary key. */
export const listReleasedProposals = async (
  db: Db,
  { tenant_id: tenantId }: StoredBill,
  feedbackNos: readonly string[],
): Promise<readonly StoredAnswer[]> => {
  const { rows } = await sql<StoredAnswer>`
    select feedback_no, action, reason, from_fen, to_fen, proposed_by as written_by, decided_by as released_by from feedback_proposal
      where tenant_id = ${tenantId} and feedback_no = any(${[...feedbackNos]}::text[]) and decision = 'released' order by feedback_no, proposal_no`.execute(
    db,
  );
  return rows;
};

/** An event of the trail that tells of a bill, or of a feedback to it. */
export interface TrailedStep {
  readonly object: string;
  readonly event: string;
  readonly tenant_id: string | null;
  readonly actor_kind: string | null;
  readonly actor_id: string | null;
  readonly action: string | null;
  readonly reason: string | null;
  /** Of an answer: the bill before and after it. */
  readonly from_fen: number | null;
  readonly to_fen: number | null;
  /** Of an answer that was released: who proposed it. */
  readonly proposed_by: string | null;
  /** Of an answer; null where an earlier version recorded it. */
  readonly confirm_by: string | null;
  readonly line_changes:
    | readonly { readonly lineId: string; readonly fromAmount: number; readonly toAmount: number }[]
    | null;
  /** Of a payment that was registered or taken back. */
  readonly payment_fen: number | null;
  readonly payment_on: string | null;
  readonly payment_serial: string | null;
  /** Of a write-off; null of one that is proposed. */
  readonly written_off_fen: number | null;
  /** Of the issue. */
  readonly seal: IssueSeal | null;
}

/** What the trail tells of a bill and of its feedbacks, in its order. By audit_event_object. */
export const listTrailedSteps = async (db: Db, objects: readonly string[]): Promise<readonly TrailedStep[]> => {
  const { rows } = await sql<TrailedStep>`
    select object, event, tenant_id, actor_kind, actor_id, after ->> 'action' as action, after ->> 'reason' as reason,
        case when before ->> 'amount' ~ '^-?[0-9]{1,18}$' then (before ->> 'amount')::bigint end as from_fen,
        case when after ->> 'amount' ~ '^-?[0-9]{1,18}$' then (after ->> 'amount')::bigint end as to_fen,
        after ->> 'proposedBy' as proposed_by, after ->> 'confirmBy' as confirm_by, after -> 'lineChanges' as line_changes,
        (after #>> '{payment,amount}')::bigint as payment_fen, after #>> '{payment,on}' as payment_on, after #>> '{payment,serial}' as payment_serial,
        case when after ->> 'writtenOffAmount' ~ '^[0-9]{1,18}$' then (after ->> 'writtenOffAmount')::bigint end as written_off_fen,
        case when event = ${sealEvent} then after end as seal
      from audit_event where object = any(${[...objects]}::text[]) and result = 'ok' order by at, event_id`.execute(db);
  return rows;
};
