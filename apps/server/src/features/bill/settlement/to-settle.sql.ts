import type { Input, Output } from '@ronghui/contract';
import type { BillDirection } from '@ronghui/domain/bill';
import { differenceOf, type FenSum, noFen } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import { isTaken, type Taken, takenBy } from '#features/staff/staff.reads';
import type { Db } from '#kernel/database/db';
import { dayOf } from '#kernel/database/fragments.sql';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import type { Keyset, Listing, ReadPart } from '#kernel/listing';
import { dueOn, hasApproval, hasStatus, presentBillStatus } from '../record/bill-status.sql.ts';
import { type BillFilter, billConditions } from '../statement/bill-filter.sql.ts';
import { billColumns } from '../statement/bill-list.sql.ts';

type Bill = Output<'ops.bill.toSettle'>['items'][number];
type Sums = Output<'ops.bill.toSettleSum'>;
type Queue = NonNullable<Input<'ops.bill.toSettle'>['queue']>;

/** The filter of the settlement desk. */
export type SettleFilter = Pick<BillFilter, 'direction' | 'stageId' | 'billNo' | 'dueFrom' | 'dueTo'> & {
  readonly queue: Queue;
  readonly tenantId?: string | undefined;
  readonly taken?: Taken | undefined;
};

/** A voucher waits to be checked: stored on confirmed bills alone. */
const inCheck = sql<boolean>`(b.status = 'confirmed' and b.in_check)`;
/** The end of the due day has passed: `isOverdue` of the domain, for a bill that is confirmed. */
const isPastDue = sql<boolean>`(b.status <> 'settled' and b.due_on < ${dayOf(sql`(select app_now())`)})`;

/** A write-off is proposed of it. By bill_write_off_waits. */
const hasProposal = sql<boolean>`exists (
  select from bill_write_off p where p.tenant_id = b.tenant_id and p.bill_id = b.bill_id and p.decision is null)`;

const { lineCount: _lines, taxAmount: _tax, ...columns } = billColumns;
const list = wireList<
  Omit<Bill, 'billNo' | 'status' | 'dueOn' | 'isOverdue' | 'inCheck' | 'remainingAmount' | 'takenBy'>
>()(
  { b: 'bill', t: 'tenant' },
  { always: { ...columns, tenantId: 'b.tenant_id', tenantName: 't.name' }, present: { settledAt: 'b.settled_at' } },
)
  .plus<{ readonly bill_no: string }>('bill_no', sql`b.bill_no`)
  .plus<{ readonly present_status: Bill['status'] }>('present_status', presentBillStatus)
  .plus<{ readonly due_on: string }>('due_on', dueOn)
  .plus<{ readonly is_past_due: boolean }>('is_past_due', isPastDue)
  // The column itself, which bill_to_settle is in the order of; only what is confirmed has a voucher in check.
  .plus<{ readonly in_check: boolean }>('in_check', sql`b.in_check`)
  .plus<{ readonly taken_by: string | null }>('taken_by', takenBy('bill', sql`b.bill_no`));

type Row = RowOf<typeof list>;

/** A bill in the contract's shape. */
export const settledBillOf = (row: Row): Bill => ({
  ...list.recordOf(row),
  billNo: row.bill_no,
  status: row.present_status,
  // A rest that was written off is not open.
  remainingAmount: row.present_status === 'settled' ? noFen : differenceOf(row.amount_fen, row.paid_fen),
  dueOn: row.due_on,
  isOverdue: row.is_past_due,
  inCheck: row.in_check && row.present_status === 'confirmed',
  ...(row.taken_by === null ? {} : { takenBy: row.taken_by }),
});

const ofQueue: Readonly<Record<Queue, readonly RawBuilder<unknown>[]>> = {
  open: [],
  check: [inCheck],
  overdue: [isPastDue],
  release: [hasProposal],
  settled: [],
};

const wanted = ({ queue, tenantId, taken, ...filter }: SettleFilter): RawBuilder<unknown> =>
  sql.join(
    [
      ...(queue === 'settled' ? [sql`b.status = 'settled'`] : [hasStatus('confirmed'), hasApproval('none')]),
      ...ofQueue[queue],
      ...(tenantId === undefined ? [] : [sql`b.tenant_id = ${tenantId}`]),
      ...(taken === undefined ? [] : [isTaken(taken, 'bill', sql`b.bill_no`)]),
      ...billConditions(filter),
    ],
    sql` and `,
  );

/** The sort key of a row: of what is open a voucher first, then the due day; of what is settled the last. */
export const settleKeyOf =
  (queue: Queue) =>
  (row: Row): Keyset =>
    queue === 'settled'
      ? { at: row.settled_at ?? new Date(0), key: row.bill_no }
      : { at: new Date(`${row.due_on}T00:00:00Z`), key: `${row.in_check ? '0' : '1'}-${row.bill_no}` };

const beyond = (queue: Queue, after: Keyset | null): RawBuilder<unknown> => {
  if (after === null) return sql``;
  const { at, key } = after;
  if (queue === 'settled') return sql` and (b.settled_at, b.bill_no) < (${at}, ${key})`;
  const day = at.toISOString().slice(0, 10);
  const later = sql`(b.due_on, b.bill_no) > (${day}::date, ${key.slice(2)})`;
  return key.startsWith('0') ? sql` and (not b.in_check or ${later})` : sql` and not b.in_check and ${later}`;
};

/** A page of the bills of all tenants that are to be settled, by bill_to_settle, or were, by bill_settled; or by the index of a filter. */
export const listToSettle = (
  db: Db,
  { filter, listing }: { readonly filter: SettleFilter; readonly listing: Listing },
): Promise<ReadPart<Row>> =>
  readPart(db, listing, {
    list,
    from: sql`bill b join tenant t using (tenant_id)`,
    countedFrom: sql`bill b`,
    where: wanted(filter),
    beyond: beyond(filter.queue, listing.after),
    orderBy: filter.queue === 'settled' ? sql`settled_at desc, bill_no desc` : sql`in_check desc, due_on, bill_no`,
    key: 'bill_no',
  });

interface SummedRow {
  readonly direction: BillDirection;
  readonly count: number;
  readonly remaining_fen: FenSum;
  readonly overdue: number;
  readonly overdue_fen: FenSum;
  readonly checks: number;
}

/** The sums of a filter, each direction its own: reads what is open by bill_to_settle. */
export const sumToSettle = async (db: Db, filter: SettleFilter): Promise<Sums> => {
  const { rows } = await sql<SummedRow>`
    select b.direction, count(*)::int as count, coalesce(sum(b.amount_fen - b.paid_fen), 0) as remaining_fen,
        (count(*) filter (where ${isPastDue}))::int as overdue,
        coalesce(sum(b.amount_fen - b.paid_fen) filter (where ${isPastDue}), 0) as overdue_fen,
        (count(*) filter (where ${inCheck}))::int as checks
      from bill b where ${wanted(filter)} group by 1`.execute(db);
  const of = (direction: BillDirection): Sums['payable'] => {
    const row = rows.find((each) => each.direction === direction);
    return {
      count: row?.count ?? 0,
      remainingAmount: row?.remaining_fen ?? noFen,
      overdueCount: row?.overdue ?? 0,
      overdueAmount: row?.overdue_fen ?? noFen,
      inCheckCount: row?.checks ?? 0,
    };
  };
  return { payable: of('payable'), receivable: of('receivable') };
};

/** Whether a file is part of a voucher that names the bill. By the keys of items and vouchers. */
export const isOfBillVoucher = async (
  db: Db,
  tenantId: string,
  { billId, fileId }: { readonly billId: string; readonly fileId: string },
): Promise<boolean> => {
  const row = await db
    .selectFrom('bill_voucher_item as i')
    .innerJoin('bill_voucher as w', (join) =>
      join.onRef('w.tenant_id', '=', 'i.tenant_id').onRef('w.voucher_id', '=', 'i.voucher_id'),
    )
    .select('w.voucher_id')
    .where('i.tenant_id', '=', tenantId)
    .where('i.bill_id', '=', billId)
    .where(sql<boolean>`${fileId} = any(w.file_ids)`)
    .executeTakeFirst();
  return row !== undefined;
};
