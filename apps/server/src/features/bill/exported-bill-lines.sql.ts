import type { BillDirection } from '@ronghui/domain/bill';
import type { Fen } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { hasReference } from './bill.sql.ts';
import { type ExplainedLine, explainedColumns } from './explained-lines.sql.ts';

/** The lines of one issued bill; of them those whose reference is this or begins so. */
export interface ExportedBillLineFilter {
  readonly billNo: string;
  readonly loanNo?: string | undefined;
}

/** A line of a bill in an export. */
export interface ExportedBillLine extends ExplainedLine {
  readonly place: number;
  readonly borrower_masked: string | null;
  readonly fee_fen: Fen;
  /** What stands of the fee after the answers to feedback. */
  readonly stands_fen: Fen;
  readonly corrects_line_id: string | null;
  readonly line_id: string;
  readonly direction: BillDirection;
}

const ofBill = (tenantId: string, { billNo, loanNo }: ExportedBillLineFilter) => sql`
  from bill b
    join line_fee f on f.tenant_id = b.tenant_id and f.bill_id = b.bill_id and f.stage_id = b.stage_id
    join bill_line l on l.tenant_id = f.tenant_id and l.stage_id = f.stage_id and l.line_id = f.line_id
  where b.tenant_id = ${tenantId} and b.bill_no = ${billNo} and b.status <> 'draft'${loanNo === undefined ? sql`` : sql` and ${hasReference(loanNo)}`}`;

/** All lines of a bill in its order, as one statement to stream: by line_fee_of_bill and the key of bill_line. Issued bills keep their lines. */
export const exportedBillLines = (
  tenantId: string,
  filter: ExportedBillLineFilter,
): RawBuilder<ExportedBillLine> => sql<ExportedBillLine>`
  select b.bill_no, f.place, l.loan_no, l.occurred_on, l.borrower_masked, l.loan_fen, l.quantity, l.unit, l.rate_millionths, f.fee_fen,
    ${explainedColumns},
    coalesce((select a.to_fen from bill_line_adjustment a
      where a.tenant_id = f.tenant_id and a.bill_id = f.bill_id and a.line_id = f.line_id
      order by a.step_no desc limit 1), f.fee_fen) as stands_fen,
    l.corrects_line_id, l.line_id, b.direction${ofBill(tenantId, filter)} order by f.place`;

/** Whether the product of a bill is a loan: a published one that says at what rate it lends (R10.13). By the keys of numbers and products. */
export const isBillOfLoans = async (db: Db, tenantId: string, billNo: string): Promise<boolean> =>
  (await db
    .selectFrom('bill as b')
    .innerJoin('product as p', 'p.pid', 'b.product_id')
    .select('b.bill_no')
    .where('b.bill_no', '=', billNo)
    .where('b.tenant_id', '=', tenantId)
    .where('p.annual_rate', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** How many lines a bill has of a filter. */
export const countExportedBillLines = async (
  db: Db,
  tenantId: string,
  filter: ExportedBillLineFilter,
): Promise<number> => {
  const { rows } = await sql<{ found: number }>`select count(*) as found${ofBill(tenantId, filter)}`.execute(db);
  return rows[0]?.found ?? 0;
};

/** Whether a tenant has an issued bill of a number; by the key of the number. */
export const hasIssuedBill = async (db: Db, tenantId: string, billNo: string): Promise<boolean> =>
  (await db
    .selectFrom('bill')
    .select('bill_no')
    .where('bill_no', '=', billNo)
    .where('tenant_id', '=', tenantId)
    .where('status', '<>', 'draft')
    .executeTakeFirst()) !== undefined;
