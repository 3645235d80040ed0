import type { BillHistoryRow, StageLine } from '@ronghui/domain/bill';
import type { Fen, Rate } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { type VersionRow, versionOf } from '../fee-rule/fee-rule-terms.ts';

/** An issued bill to reckon again. */
export interface StoredBill {
  readonly tenant_id: string;
  readonly bill_id: string;
  readonly bill_no: string;
  readonly stage_id: string;
  readonly direction: string;
  readonly tax_millionths: Rate;
  readonly line_count: number;
  readonly basis: number;
  readonly lines_fen: Fen;
  readonly minimum_fen: Fen;
  readonly cap_fen: Fen;
  readonly adjusted_fen: Fen;
  readonly amount_fen: Fen;
  readonly tax_fen: Fen;
  readonly paid_fen: Fen;
  readonly status: string;
  readonly approval: string;
  readonly confirm_by: Date;
  readonly lines_sha256: string;
}

/** Where a list of bills goes on. */
export type BillKeyAfter = Pick<StoredBill, 'tenant_id' | 'bill_id'> | null;

/** Some issued bills after a key, or those of some numbers; by the primary key, or the key of numbers. */
export const listStoredBills = async (
  db: Db,
  billNos: readonly string[],
  { after, limit }: { readonly after: BillKeyAfter; readonly limit: number },
): Promise<readonly StoredBill[]> => {
  const { rows } = await sql<StoredBill>`
    select tenant_id, bill_id, bill_no, stage_id, direction, tax_millionths, line_count, basis, lines_fen, minimum_fen, cap_fen, adjusted_fen,
        amount_fen, tax_fen, paid_fen, status, approval, confirm_by, lines_sha256
      from bill where status <> 'draft' ${billNos.length === 0 ? sql`` : sql`and bill_no = any(${[...billNos]}::text[])`}
        ${after === null ? sql`` : sql`and (tenant_id, bill_id) > (${after.tenant_id}, ${after.bill_id})`}
      order by tenant_id, bill_id limit ${limit}`.execute(db);
  return rows;
};

/** A line of a bill as it was charged. */
export interface StoredLine {
  readonly line: StageLine;
  readonly place: number;
  readonly before: number;
  readonly ruleId: string;
  readonly version: number;
  readonly fee: Fen;
}

/** Some lines of a bill after a place, in their order. By line_fee_of_bill and the key of lines. */
export const listStoredLines = async (
  db: Db,
  { tenant_id: tenantId, bill_id: billId, stage_id: stageId }: StoredBill,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly StoredLine[]> => {
  const rows = await db
    .selectFrom('line_fee as f')
    .innerJoin('bill_line as l', (join) =>
      join
        .onRef('l.tenant_id', '=', 'f.tenant_id')
        .onRef('l.stage_id', '=', 'f.stage_id')
        .onRef('l.line_id', '=', 'f.line_id'),
    )
    .select([
      'l.line_id',
      'l.loan_no',
      'l.project_id',
      'l.product_id',
      'l.org_id',
      'l.loan_fen',
      'l.quantity',
      'l.unit',
    ])
    .select(['l.rate_millionths', 'l.occurred_on', 'f.place', 'f.before', 'f.rule_id', 'f.rule_version', 'f.fee_fen'])
    .where('f.tenant_id', '=', tenantId)
    .where('f.bill_id', '=', billId)
    .where('f.stage_id', '=', stageId)
    .where('f.place', '>', after)
    .orderBy('f.place')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    line: {
      lineId: row.line_id,
      loanNo: row.loan_no,
      tenantId,
      stageId,
      projectId: row.project_id,
      productId: row.product_id,
      orgId: row.org_id,
      occurredOn: row.occurred_on,
      basis: row.loan_fen ?? row.quantity ?? 0,
      unit: row.quantity === null ? null : row.unit,
      rate: row.rate_millionths as Rate | null,
    },
    place: row.place,
    before: row.before,
    ruleId: row.rule_id,
    version: row.rule_version,
    fee: row.fee_fen,
  }));
};

/** The versions that made a bill, with what each came to. By the primary keys. */
export const listStoredShares = async (db: Db, { tenant_id: tenantId, bill_id: billId }: StoredBill) => {
  const { rows } = await sql<VersionRow & { share_lines: number; share_basis: number; share_fen: Fen }>`
    select v.*, r.product_id, r.org_id, b.line_count as share_lines, b.basis as share_basis, b.fee_fen as share_fen
      from bill_rule b join fee_rule_version v on v.rule_id = b.rule_id and v.version = b.rule_version
        join fee_rule r on r.rule_id = b.rule_id
      where b.tenant_id = ${tenantId} and b.bill_id = ${billId}`.execute(db);
  return rows.map((row) => ({
    ...versionOf(row),
    share: { lines: row.share_lines, basis: row.share_basis, fee: row.share_fen },
  }));
};

/** The steps of a bill in their order. By the primary key. */
export const listStoredSteps = async (
  db: Db,
  { tenant_id: tenantId, bill_id: billId }: StoredBill,
): Promise<readonly BillHistoryRow[]> => {
  const rows = await db
    .selectFrom('bill_step')
    .select(['kind', 'at', 'by_id', 'amount_fen', 'confirm_by', 'waits', 'feedback_no', 'payment_fen'])
    .where('tenant_id', '=', tenantId)
    .where('bill_id', '=', billId)
    .orderBy('step_no')
    .execute();
  return rows.map((row) => ({
    // A check constraint allows the domain's words only.
    kind: row.kind as BillHistoryRow['kind'],
    at: row.at,
    by: row.by_id,
    amount: row.amount_fen,
    confirmBy: row.confirm_by,
    waits: row.waits,
    ...(row.feedback_no !== null && { feedbackNo: row.feedback_no }),
    ...(row.payment_fen !== null && { payment: row.payment_fen }),
  }));
};
