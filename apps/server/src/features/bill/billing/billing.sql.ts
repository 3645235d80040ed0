import type { Output } from '@ronghui/contract';
import type { BillDirection, BillStatus } from '@ronghui/domain/bill';
import type { Fen, FenSum } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { type RowOf, readPart, wireList } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';
import { dueOn, presentApproval, presentBillStatus } from '../record/bill-status.sql.ts';
import { type BillFilter, billConditions } from '../statement/bill-filter.sql.ts';
import { billColumns } from '../statement/bill-list.sql.ts';

/** The filter of the desk's list: that of merchants, of any tenant, and drafts. */
export type OpsFilter = Omit<BillFilter, 'status'> & {
  readonly tenantId?: string | undefined;
  readonly status?: 'draft' | BillStatus | undefined;
};

type DeskBill = Output<'ops.bill.page'>['items'][number];

const isIssued = sql`b.status <> 'draft'`;

const list = wireList<Omit<DeskBill, 'status' | 'approval' | 'dueOn'>>()(
  { b: 'bill', t: 'tenant' },
  {
    always: {
      ...billColumns,
      billId: 'b.bill_id',
      tenantId: 'b.tenant_id',
      tenantName: 't.name',
      billNo: 'b.bill_no',
      issuedAt: 'b.issued_at',
      confirmBy: 'b.confirm_by',
    },
    present: {},
  },
  ['b.created_at'],
)
  .plus<{ readonly present_status: DeskBill['status'] }>('present_status', presentBillStatus)
  .plus<{ readonly present_approval: DeskBill['approval'] }>('present_approval', presentApproval)
  .plus<{ readonly due_on: string | null }>('due_on', sql`case when ${isIssued} then ${dueOn} end`);

type OpsRow = RowOf<typeof list>;

/** A bill or a draft in the contract's shape. */
export const opsBillOf = (row: OpsRow): DeskBill => ({
  ...list.recordOf(row),
  status: row.present_status,
  approval: row.present_approval,
  dueOn: row.due_on,
});

const wanted = ({ tenantId, status, ...filter }: OpsFilter): RawBuilder<unknown> =>
  sql.join(
    [
      // Drafts have no approval yet, not even none.
      filter.approval === undefined ? sql`true` : isIssued,
      ...(tenantId === undefined ? [] : [sql`b.tenant_id = ${tenantId}`]),
      ...(status === 'draft' ? [sql`b.status = 'draft'`] : []),
      ...billConditions({ ...filter, status: status === 'draft' ? undefined : status }),
    ],
    sql` and `,
  );

/** A page of the bills and drafts of all tenants, the last drawn up first. By bill_made, or the index of a filter. */
export const listOpsBills = (
  db: Db,
  { filter, listing }: { readonly filter: OpsFilter; readonly listing: Listing },
): Promise<ReadPart<OpsRow>> => {
  const { after } = listing;
  return readPart(db, listing, {
    list,
    from: sql`bill b join tenant t using (tenant_id)`,
    countedFrom: sql`bill b`,
    where: wanted(filter),
    beyond: after === null ? sql`` : sql` and (b.created_at, b.bill_id) < (${after.at}, ${after.key})`,
    orderBy: sql`created_at desc, bill_id desc`,
    key: 'bill_id',
  });
};

/** The sums of the drafts, or of the issued bills, of a stage in one direction. */
export interface StageSum {
  readonly direction: BillDirection;
  readonly is_draft: boolean;
  readonly bills: number;
  readonly lines: number;
  readonly amount: FenSum;
}

/** What a stage has been billed so far. By bill_of_stage. */
export const sumStage = async (db: Db, stageId: string): Promise<readonly StageSum[]> => {
  const { rows } = await sql<StageSum>`
    select direction, status = 'draft' as is_draft, count(*) as bills, sum(line_count) as lines, sum(amount_fen) as amount
      from bill where stage_id = ${stageId} group by 1, 2`.execute(db);
  return rows;
};

/** When lines were last imported into a stage after its drafts were drawn up; null where they are of all lines. By bill_of_stage and line_import_of_stage. */
export const findImportSince = async (db: Db, stageId: string): Promise<Date | null> => {
  const { rows } = await sql<{ imported_at: Date | null }>`
    select max(i.imported_at) as imported_at from line_import i where i.stage_id = ${stageId} and i.taken_back_at is null
      and i.imported_at > (select max(b.created_at) from bill b where b.stage_id = ${stageId} and b.status = 'draft')`.execute(
    db,
  );
  return rows[0]?.imported_at ?? null;
};

/** In how many working days the bills of a stage are to be confirmed; undefined where there is no such stage. By the primary key. */
export const findConfirmDays = async (db: Db, stageId: string): Promise<number | undefined> => {
  const row = await db.selectFrom('stage').select('confirm_days').where('stage_id', '=', stageId).executeTakeFirst();
  return row?.confirm_days;
};

/** Whether there is such a stage. By the primary key. */
export const isStage = async (db: Db, stageId: string): Promise<boolean> => {
  const row = await db.selectFrom('stage').select('stage_id').where('stage_id', '=', stageId).executeTakeFirst();
  return row !== undefined;
};

/** What the last generation of a stage left out. By the primary key. */
export const listLeftOut = (db: Db, stageId: string) =>
  db
    .selectFrom('bill_left_out')
    .select(['reason', 'line_count as lines', 'examples'])
    .where('stage_id', '=', stageId)
    .orderBy('reason')
    .execute();

/** A payment that was taken before. */
export interface KnownPayment {
  readonly bill_id: string;
  readonly is_reversed: boolean;
  readonly payment_serial: string | null;
  readonly payment_fen: Fen | null;
  readonly payment_on: string | null;
}

/** Payments of bills by the bank's serials, those that were taken back too; the caller has locked the bills. By bill_step_payment, and bill_step_reversed. */
export const listKnownPayments = async (
  db: Db,
  bills: readonly { readonly tenantId: string; readonly billId: string; readonly serial: string }[],
): Promise<readonly KnownPayment[]> => {
  const { rows } = await sql<KnownPayment>`
    select s.bill_id, s.payment_serial, s.payment_fen, s.payment_on, exists (select from bill_step r
        where r.tenant_id = s.tenant_id and r.bill_id = s.bill_id and r.reverses_step = s.step_no) as is_reversed
      from jsonb_to_recordset(${JSON.stringify(bills)}::jsonb) n ("tenantId" text, "billId" text, serial text)
        join bill_step s on s.tenant_id = n."tenantId" and s.bill_id = n."billId" and s.payment_serial = n.serial`.execute(
    db,
  );
  return rows;
};

/** Serials share this many locks: a statement has thousands of serials, and the server's table of locks has not much more room for all of its transactions. */
const lockBuckets = 1024;

/**
 * Locks serials of the bank until the transaction ends, in their order, after the bills: what is typed under one and what is registered under it
 * wait for each other, so that money comes in once.
 */
export const lockSerials = async (tx: Tx, serials: readonly string[]): Promise<void> => {
  await sql`
    select pg_advisory_xact_lock(hashtext('serials of the bank'), n.bucket)
      from (select distinct (hashtextextended(s.serial, 0) & ${lockBuckets - 1})::int as bucket from unnest(${[...serials]}::text[]) s (serial) order by 1) n`.execute(
    tx,
  );
};

/** A transfer of a merchant, as it is typed with a payment. */
interface TypedTransfer {
  readonly tenantId: string;
  readonly serial: string;
  readonly on: string;
}

/** The key of a transfer. */
export const transferOf = ({ tenantId, serial, on }: TypedTransfer): string => JSON.stringify([tenantId, serial, on]);

/**
 * Those of some transfers, by their keys, whose money is a receipt that staff registered, whosever it is. One that the bank's line has stated is it on any day:
 * the day on a slip is often another. By receipt_by_serial.
 */
export const listRegistered = async (db: Db, transfers: readonly TypedTransfer[]): Promise<ReadonlySet<string>> => {
  if (transfers.length === 0) return new Set();
  const { rows } = await sql<TypedTransfer>`
    select n."tenantId", n.serial, n."on" from jsonb_to_recordset(${JSON.stringify(transfers)}::jsonb) n ("tenantId" text, serial text, "on" text)
      where exists (select from receipt r where r.serial = n.serial and r.stated_fen is not null and r.amount_fen > 0
        and (r.received_on = n."on"::date or exists (select from bank_line l where l.receipt_no = r.receipt_no)))`.execute(
    db,
  );
  return new Set(rows.map(transferOf));
};
