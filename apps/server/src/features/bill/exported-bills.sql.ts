import type { BillDirection, BillStatus, billApprovals } from '@ronghui/domain/bill';
import type { Fen } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { billClockAt, dueOn } from './record/bill-status.sql.ts';
import { type BillFilter, wantedBills } from './statement/bill-filter.sql.ts';

type BillApproval = (typeof billApprovals)[number];

/** A bill in an export. */
export interface ExportedBill {
  readonly bill_no: string;
  readonly direction: BillDirection;
  readonly stage_name: string;
  readonly project_name: string;
  readonly product_name: string;
  readonly org_name: string;
  readonly line_count: number;
  readonly lines_fen: Fen;
  readonly minimum_fen: Fen;
  readonly cap_fen: Fen;
  readonly adjusted_fen: Fen;
  readonly amount_fen: Fen;
  readonly tax_fen: Fen;
  readonly paid_fen: Fen;
  readonly written_off_fen: Fen;
  readonly status: BillStatus;
  readonly approval: BillApproval;
  readonly confirm_by: Date;
  readonly due_on: string;
  readonly due_is_expected: boolean;
  readonly issued_at: Date;
  readonly settled_at: Date | null;
}

/**
 * All bills of a filter that were issued until a moment, newest first, as one statement to stream; by bill_newest. The filter and the statuses are
 * those of that moment, as far as the clock decides them.
 */
export const exportedBills = (tenantId: string, filter: BillFilter, until: Date): RawBuilder<ExportedBill> => {
  const clock = billClockAt(until);
  return sql<ExportedBill>`
  select b.bill_no, b.direction, b.stage_name, b.project_name, b.product_name, b.org_name, b.line_count, b.lines_fen, b.minimum_fen,
    b.cap_fen, b.adjusted_fen, b.amount_fen, b.tax_fen, b.paid_fen, b.written_off_fen, ${clock.status} as status, ${clock.approval} as approval,
    b.confirm_by, ${dueOn} as due_on, ${clock.isDueExpected} as due_is_expected, b.issued_at, b.settled_at
  from bill b where ${wantedBills(tenantId, filter, clock)} and b.issued_at <= ${until}
  order by b.issued_at desc, b.bill_no desc`;
};

/** How many bills those are; by bill_newest. */
export const countExportedBills = async (
  db: Db,
  tenantId: string,
  { filter, until }: { readonly filter: BillFilter; readonly until: Date },
): Promise<number> => {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from bill b where ${wantedBills(tenantId, filter, billClockAt(until))} and b.issued_at <= ${until}`.execute(
    db,
  );
  return rows[0]?.found ?? 0;
};
