import type { Output } from '@ronghui/contract';
import type { BillDirection, BillStatus } from '@ronghui/domain/bill';
import { addSums, differenceOfSums, type FenSum } from '@ronghui/domain/money';
import { sql } from 'kysely';
import { type Db, readPlanned } from '#kernel/database/db';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';
import { dueOn, isDueExpected, presentApproval, presentBillStatus } from '../record/bill-status.sql.ts';
import { type BillFilter, wantedBills } from './bill-filter.sql.ts';

type Bill = Output<'bill.page'>['items'][number];

/** The fields that depend on the time, and those that a draft has not. */
type Decided = 'billNo' | 'status' | 'approval' | 'confirmBy' | 'dueOn' | 'dueIsExpected' | 'inCheck' | 'issuedAt';

/** The columns of a bill in any list, the desk's too. */
export const billColumns = {
  direction: 'b.direction',
  stageId: 'b.stage_id',
  stageName: 'b.stage_name',
  projectId: 'b.project_id',
  projectName: 'b.project_name',
  productId: 'b.product_id',
  productName: 'b.product_name',
  orgId: 'b.org_id',
  orgName: 'b.org_name',
  lineCount: 'b.line_count',
  amount: 'b.amount_fen',
  taxAmount: 'b.tax_fen',
  paidAmount: 'b.paid_fen',
  version: 'b.version',
} as const;

const listedBill = wireList<Omit<Bill, Decided>>()(
  { b: 'bill' },
  { always: billColumns, present: { settledAt: 'b.settled_at' } },
)
  .plus<{ readonly bill_no: string }>('bill_no', sql`b.bill_no`)
  .plus<{ readonly issued_at: Date }>('issued_at', sql`b.issued_at`)
  .plus<{ readonly confirm_by: Date }>('confirm_by', sql`b.confirm_by`)
  .plus<{ readonly present_status: BillStatus }>('present_status', presentBillStatus)
  .plus<{ readonly present_approval: 'none' | 'waiting' }>('present_approval', presentApproval)
  .plus<{ readonly due_on: string }>('due_on', dueOn)
  .plus<{ readonly due_is_expected: boolean }>('due_is_expected', isDueExpected)
  .plus<{ readonly in_check: boolean }>('in_check', sql`(b.status = 'confirmed' and b.in_check)`);

/** The columns of a bill in a list. */
type BillRow = RowOf<typeof listedBill>;

/** A bill in the contract's shape (contract 5). */
export const billOf = (row: BillRow): Bill => ({
  ...listedBill.recordOf(row),
  billNo: row.bill_no,
  status: row.present_status,
  approval: row.present_approval,
  confirmBy: row.confirm_by.toISOString(),
  dueOn: row.due_on,
  dueIsExpected: row.due_is_expected,
  inCheck: row.in_check,
  issuedAt: row.issued_at.toISOString(),
});

/** The sort key of a bill in a list. */
export const keyOfBill = ({ issued_at, bill_no }: BillRow) => ({ at: issued_at, key: bill_no });

/**
 * A page of a tenant's bills, newest first, with the total where it is asked for: one statement. Scans bill_newest alone from the tenant's
 * newest, or from the cursor, or the index of a filter, and fetches the rows of the page by their numbers. Planned for its values, which takes
 * a millisecond: whether a filter leaves few or nearly all of a tenant's bills decides between the indexes.
 */
export const listBills = (
  db: Db,
  tenantId: string,
  { filter, listing }: { readonly filter: BillFilter; readonly listing: Listing },
): Promise<ReadPart<BillRow>> => {
  const { after } = listing;
  return readPart(db, listing, {
    list: listedBill,
    from: sql`bill b`,
    where: wantedBills(tenantId, filter),
    beyond: after === null ? sql`` : sql` and (b.issued_at, b.bill_no) < (${after.at}, ${after.key})`,
    orderBy: sql`issued_at desc, bill_no desc`,
    key: 'bill_no',
    keyed: { alias: 'b', columns: ['bill_no'] },
    planning: 'fresh',
  });
};

type Sums = Output<'bill.sum'>;
type SomeBills = Sums['byStatus']['pending'];

interface SummedRow {
  readonly direction: BillDirection;
  readonly status: BillStatus;
  readonly count: number;
  readonly amount_fen: FenSum;
  readonly paid_fen: FenSum;
}

const together = (rows: readonly SummedRow[]): SomeBills => ({
  count: rows.reduce((sum, { count }) => sum + count, 0),
  amount: addSums(rows.map(({ amount_fen }) => amount_fen)),
});

const sumsOf = (rows: readonly SummedRow[]) => {
  const of = (status: BillStatus) => together(rows.filter((row) => row.status === status));
  const byStatus = {
    pending: of('pending'),
    disputed: of('disputed'),
    confirmed: of('confirmed'),
    settled: of('settled'),
  };
  const open = rows.filter(({ status }) => status !== 'settled');
  return {
    ...together(rows),
    paidAmount: addSums(rows.map(({ paid_fen }) => paid_fen)),
    openAmount: addSums(open.map(({ amount_fen, paid_fen }) => differenceOfSums(amount_fen, paid_fen))),
    byStatus,
  };
};

/** The sums of a filter by status and direction, which are never netted: one statement, from bill_by_status or bill_newest alone. */
export const sumBills = async (db: Db, tenantId: string, filter: BillFilter): Promise<Sums> => {
  const statement = sql<SummedRow>`
    select b.direction, ${presentBillStatus} as status, count(*)::int as count, sum(b.amount_fen) as amount_fen,
        sum(b.paid_fen) as paid_fen
      from bill b
      where ${wantedBills(tenantId, filter)} group by 1, 2`;
  const rows = await readPlanned(db, 'fresh', statement.compile(db));
  const of = (direction: BillDirection) => sumsOf(rows.filter((row) => row.direction === direction));
  const { count, amount, byStatus } = sumsOf(rows);
  return {
    count,
    totalAmount: amount,
    byStatus,
    byDirection: { payable: of('payable'), receivable: of('receivable') },
  };
};
