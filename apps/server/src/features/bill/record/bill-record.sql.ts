import { type BillDirection, type BillState, writtenOffOf } from '@ronghui/domain/bill';
import { differenceOf, type Rate, taxIn } from '@ronghui/domain/money';
import { type Selectable, sql } from 'kysely';
import { asksSecondApprover } from '#features/tenant/tenant.reads';
import type { Db, Tx } from '#kernel/database/db';
import type { Tables } from '#tables';
import type { BillRecord, BillStepTaken } from './bill-record.ts';

/** An issued bill's row, with the setting of its tenant. */
type BillRow = Selectable<Tables['bill']> & { readonly second_approver: boolean };

/** The bill of a row that is issued. */
export const billRecordOf = (row: BillRow): BillRecord => {
  const { bill_no: billNo, issued_at: issuedAt, confirm_by: confirmBy } = row;
  if (billNo === null || issuedAt === null || confirmBy === null)
    throw new Error('an issued bill has its number and its time');
  // The check constraints allow the domain's words only.
  const state: BillState = {
    status: row.status as BillState['status'],
    approval: row.approval as BillState['approval'],
    amount: row.amount_fen,
    paid: row.paid_fen,
    ...(row.written_off_fen > 0 && { writtenOff: row.written_off_fen }),
    confirmBy,
    confirmedAt: row.confirmed_at,
    confirmedBy: row.confirmed_by,
    autoConfirmed: row.auto_confirmed,
    approvedAt: row.approved_at,
    approvedBy: row.approved_by,
    autoApproved: row.auto_approved,
  };
  return {
    tenantId: row.tenant_id,
    billId: row.bill_id,
    billNo,
    direction: row.direction as BillDirection,
    stageId: row.stage_id,
    stageName: row.stage_name,
    productName: row.product_name,
    taxRate: row.tax_millionths as Rate,
    issuedAt,
    payDays: row.pay_days,
    adjusted: row.adjusted_fen,
    stepNo: row.step_no,
    version: row.version,
    secondApprover: row.second_approver,
    state,
  };
};

/** Which bills are locked, or read: by their numbers, of one tenant or, for ops and jobs, of any. */
export interface LockedBills {
  readonly tenantId: string | null;
  readonly billNos: readonly string[];
}

/** Issued bills with the setting of their tenants, in the order of their keys. By bill_no. */
const issuedBills = (db: Db, { tenantId, billNos }: LockedBills) =>
  db
    .selectFrom('bill as b')
    .innerJoin('tenant as t', 't.tenant_id', 'b.tenant_id')
    .selectAll('b')
    .select(asksSecondApprover('t'))
    .where('b.bill_no', 'in', [...billNos, ''])
    .where('b.status', '<>', 'draft')
    .$if(tenantId !== null, (query) => query.where('b.tenant_id', '=', tenantId ?? ''))
    .orderBy('b.tenant_id')
    .orderBy('b.bill_id');

const byNumber = (rows: readonly BillRow[]): ReadonlyMap<string, BillRecord> =>
  new Map(rows.map(billRecordOf).map((record) => [record.billNo, record]));

/**
 * Locks issued bills until the transaction ends, always in the order of their keys, so that batches that overlap wait and do not deadlock.
 * By the key of numbers.
 */
export const lockBills = async (tx: Tx, asked: LockedBills): Promise<ReadonlyMap<string, BillRecord>> =>
  byNumber(await issuedBills(tx, asked).forNoKeyUpdate('b').execute());

/** The same bills as they are stored, for a read: another transaction may change them meanwhile. */
export const findBills = async (db: Db, asked: LockedBills): Promise<ReadonlyMap<string, BillRecord>> =>
  byNumber(await issuedBills(db, asked).execute());

/** The columns of a bill after its last step. */
const columnsAfter = (last: BillStepTaken, stepNo: number) => {
  const { bill, after, at } = last;
  const isTimeNew = after.confirmBy.getTime() !== bill.state.confirmBy.getTime();
  return {
    tenant_id: bill.tenantId,
    bill_id: bill.billId,
    version: bill.version,
    step_no: stepNo,
    status: after.status,
    approval: after.approval,
    amount_fen: after.amount,
    adjusted_fen: bill.adjusted + differenceOf(after.amount, bill.state.amount),
    tax_fen: taxIn(after.amount, bill.taxRate),
    paid_fen: after.paid,
    written_off_fen: writtenOffOf(after),
    confirm_by: after.confirmBy,
    time_set_at: isTimeNew ? at : null,
    confirmed_at: after.confirmedAt,
    confirmed_by: after.confirmedBy,
    auto_confirmed: after.autoConfirmed,
    approved_at: after.approvedAt,
    approved_by: after.approvedBy,
    auto_approved: after.autoApproved,
    settled_at: after.status === 'settled' ? at : null,
  };
};

/** The columns of a step that hold money; the sum of a payment that is taken back stands at both steps. */
const paymentColumns = ({ payment, paymentRound, reverses }: BillStepTaken) => ({
  payment_fen: payment?.amount ?? reverses?.amount ?? null,
  payment_on: payment?.on ?? null,
  payment_serial: payment?.serial ?? null,
  payment_round: paymentRound ?? 0,
  reverses_step: reverses?.stepNo ?? null,
});

const stepRow = (step: BillStepTaken, stepNo: number) => {
  const { bill, kind, after, at, author, reason, feedbackNo } = step;
  return {
    tenant_id: bill.tenantId,
    bill_id: bill.billId,
    step_no: stepNo,
    kind,
    at,
    actor: author.actor,
    by_id: author.id,
    by_name: author.name,
    address: author.address,
    amount_fen: after.amount,
    from_fen: kind === 'adjusted' ? bill.state.amount : null,
    confirm_by: after.confirmBy,
    waits: kind === 'confirmed' && after.approval === 'waiting',
    feedback_no: feedbackNo ?? null,
    reason: reason ?? null,
    written_off_fen: step.writtenOff ?? null,
    ...paymentColumns(step),
  };
};

/** Steps with the numbers that they will bear in the histories of their bills. */
export const numberSteps = (
  steps: readonly BillStepTaken[],
): readonly { readonly step: BillStepTaken; readonly stepNo: number }[] => {
  const taken = new Map<string, number>();
  return steps.map((step) => {
    const stepNo = (taken.get(step.bill.billId) ?? step.bill.stepNo) + 1;
    taken.set(step.bill.billId, stepNo);
    return { step, stepNo };
  });
};

/**
 * Stores steps of locked bills and the bills as the last step of each leaves them: two statements, whatever their number. Steps of one bill
 * stand in their order, and each names the bill as it was locked.
 */
export const storeBillSteps = async (tx: Tx, steps: readonly BillStepTaken[]): Promise<void> => {
  if (steps.length === 0) return;
  const all = numberSteps(steps);
  const last = new Map(all.map((each) => [each.step.bill.billId, each]));
  const bills = [...last.values()].map(({ step, stepNo }) => columnsAfter(step, stepNo));
  // A payment is the service's, and so is a write-off; a tenant's role has no privilege on their columns.
  const isPaid = steps.some(({ payment, reverses }) => payment !== undefined || reverses !== undefined);
  const isWrittenOff = steps.some(({ writtenOff }) => writtenOff !== undefined);
  const changed = await sql`
    update bill b set status = n.status, approval = n.approval, amount_fen = n.amount_fen, adjusted_fen = n.adjusted_fen, tax_fen = n.tax_fen,
      confirm_by = n.confirm_by, confirm_by_set_at = coalesce(n.time_set_at, b.confirm_by_set_at),
      reminded_days = case when n.time_set_at is null then b.reminded_days end,
      confirmed_at = n.confirmed_at, confirmed_by = n.confirmed_by, auto_confirmed = n.auto_confirmed,
      approved_at = n.approved_at, approved_by = n.approved_by, auto_approved = n.auto_approved,
      ${isPaid ? sql`paid_fen = n.paid_fen,` : sql``} ${isWrittenOff ? sql`written_off_fen = n.written_off_fen,` : sql``} settled_at = n.settled_at,
      step_no = n.step_no, version = b.version + 1, updated_at = app_now()
    from jsonb_to_recordset(${JSON.stringify(bills)}::jsonb) n (tenant_id text, bill_id text, version bigint, step_no int, status text,
      approval text, amount_fen bigint, adjusted_fen bigint, tax_fen bigint, paid_fen bigint, confirm_by timestamptz, time_set_at timestamptz,
      confirmed_at timestamptz, confirmed_by text, auto_confirmed boolean, approved_at timestamptz, approved_by text, auto_approved boolean,
      settled_at timestamptz, written_off_fen bigint)
    where b.tenant_id = n.tenant_id and b.bill_id = n.bill_id and b.version = n.version`.execute(tx);
  if (changed.numAffectedRows !== BigInt(bills.length)) throw new Error('a locked bill changed');
  await sql`
    insert into bill_step (tenant_id, bill_id, step_no, kind, at, actor, by_id, by_name, address, amount_fen, from_fen, confirm_by, waits,
      feedback_no, payment_fen, payment_on, payment_serial, payment_round, reverses_step, reason, written_off_fen)
    select n.tenant_id, n.bill_id, n.step_no, n.kind, n.at, n.actor, n.by_id, coalesce(n.by_name, user_label(n.by_id), ''), n.address, n.amount_fen,
      n.from_fen, n.confirm_by, n.waits, n.feedback_no, n.payment_fen, n.payment_on, n.payment_serial, n.payment_round,
      n.reverses_step, n.reason, n.written_off_fen
    from jsonb_to_recordset(${JSON.stringify(all.map(({ step, stepNo }) => stepRow(step, stepNo)))}::jsonb) n (tenant_id text, bill_id text,
      step_no int, kind text, at timestamptz, actor text, by_id text, by_name text, address text, amount_fen bigint, from_fen bigint,
      confirm_by timestamptz, waits boolean, feedback_no text, payment_fen bigint, payment_on date, payment_serial text, payment_round int,
      reverses_step int, reason text, written_off_fen bigint)`.execute(tx);
  const lines = all.flatMap(({ step: { bill, lineAmounts = [] }, stepNo }) =>
    lineAmounts.map(({ lineId, from, to }) => ({
      tenant_id: bill.tenantId,
      bill_id: bill.billId,
      step_no: stepNo,
      line_id: lineId,
      from_fen: from,
      to_fen: to,
    })),
  );
  if (lines.length > 0) await tx.insertInto('bill_line_adjustment').values(lines).execute();
};
