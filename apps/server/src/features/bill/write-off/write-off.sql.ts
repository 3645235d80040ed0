import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import type { BillRecord } from '../record/bill-record.ts';

type Key = Pick<BillRecord, 'tenantId' | 'billId'>;

const ofBill = (db: Db, { tenantId, billId }: Key) =>
  db.selectFrom('bill_write_off as p').where('p.tenant_id', '=', tenantId).where('p.bill_id', '=', billId);

/** The write-off of a bill that waits for its second member of staff. By bill_write_off_waits. */
export const findWaitingWriteOff = (db: Db, bill: Key) =>
  ofBill(db, bill).selectAll('p').where('p.decision', 'is', null).executeTakeFirst();

/** A write-off as it is proposed. */
export interface NewWriteOff {
  readonly amount: Fen;
  readonly reason: string;
  readonly staffId: string;
  readonly at: Date;
}

/** Adds a proposal to a bill that is locked. */
export const insertWriteOff = async (
  tx: Tx,
  bill: Key,
  { amount, reason, staffId, at }: NewWriteOff,
): Promise<number> => {
  const { last } = await ofBill(tx, bill)
    .select((eb) => eb.fn.coalesce(eb.fn.max('p.proposal_no'), sql<number>`0`).as('last'))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('bill_write_off')
    .values({
      tenant_id: bill.tenantId,
      bill_id: bill.billId,
      proposal_no: last + 1,
      amount_fen: amount,
      reason,
      proposed_by: staffId,
      proposed_at: at,
    })
    .execute();
  return last + 1;
};

/** What was made of a proposal. */
export interface WriteOffDecision {
  readonly decision: 'released' | 'sentBack' | 'takenBack';
  readonly staffId: string;
  readonly at: Date;
  readonly reason: string | null;
}

/** Stores the decision on the proposal of a locked bill. */
export const decideWriteOff = async (
  tx: Tx,
  { tenantId, billId, proposalNo }: Key & { readonly proposalNo: number },
  { decision, staffId, at, reason }: WriteOffDecision,
): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('bill_write_off')
    .set({ decision, decided_by: staffId, decided_at: at, decision_reason: reason })
    .where('tenant_id', '=', tenantId)
    .where('bill_id', '=', billId)
    .where('proposal_no', '=', proposalNo)
    .where('decision', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error('the proposal of a locked bill changed');
};
