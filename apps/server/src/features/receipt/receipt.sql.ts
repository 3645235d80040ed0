import type { Fen } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { likeText } from '#kernel/database/fragments.sql';
import { readPart } from '#kernel/database/listed-rows.sql';
import type { Listing, ReadPart } from '#kernel/listing';

/** A receipt with the name of its merchant. */
export interface ReceiptRow {
  readonly receipt_no: string;
  readonly tenant_id: string | null;
  readonly tenant_name: string | null;
  readonly source: 'hand' | 'bank' | 'channel';
  /** A line of a statement is this money. */
  readonly is_confirmed: boolean;
  readonly received_on: string;
  readonly serial: string | null;
  readonly payer_name: string | null;
  readonly payer_bank: string | null;
  readonly remark: string | null;
  readonly own_account: string | null;
  readonly received_time: string | null;
  readonly registered_by: string | null;
  readonly amount_fen: Fen;
  readonly applied_fen: Fen;
  readonly refunding_fen: Fen;
  readonly refunded_fen: Fen;
  readonly unapplied_fen: Fen;
  readonly created_at: Date;
  readonly version: number;
}

/** What the list asks for. */
export interface ReceiptFilter {
  readonly tenantId?: string | undefined;
  readonly serial?: string | undefined;
  readonly isUnapplied?: boolean | undefined;
  /** Whether nobody is known whose money it is. */
  readonly isUnknown?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const columns = sql`r.receipt_no, r.tenant_id, t.name as tenant_name, r.source, r.received_on, r.serial, r.payer_name, r.payer_bank, r.remark, r.own_account,
  r.received_time, r.registered_by,
  (r.source = 'channel' or exists (select from bank_line l where l.receipt_no = r.receipt_no)) as is_confirmed, r.amount_fen, r.applied_fen, r.refunding_fen, r.refunded_fen, r.unapplied_fen, r.created_at, r.version`;
const from = sql`receipt r left join tenant t on t.tenant_id = r.tenant_id`;

/** The condition of a filter on `r`. */
export const wantedReceipts = ({
  tenantId,
  serial,
  isUnapplied,
  isUnknown,
  from: first,
  to,
}: ReceiptFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(tenantId === undefined ? [] : [sql`r.tenant_id = ${tenantId}`]),
      ...(serial === undefined ? [] : [sql`r.serial like ${`${likeText(serial)}%`}`]),
      ...(isUnapplied === true ? [sql`r.unapplied_fen > 0`] : []),
      ...(isUnknown === undefined ? [] : [isUnknown ? sql`r.tenant_id is null` : sql`r.tenant_id is not null`]),
      ...(first === undefined ? [] : [sql`r.received_on >= ${first}::date`]),
      ...(to === undefined ? [] : [sql`r.received_on <= ${to}::date`]),
    ],
    sql` and `,
  );

/** A page of the receipts of all merchants, the latest registered first: by receipt_newest, receipt_of_tenant, receipt_unapplied, receipt_prepaid or receipt_of_nobody. */
export const listReceipts = (
  db: Db,
  { filter, listing }: { readonly filter: ReceiptFilter; readonly listing: Listing },
): Promise<ReadPart<ReceiptRow>> => {
  const { after } = listing;
  return readPart<ReceiptRow>(db, listing, {
    list: { columns, recordOf: (row) => row },
    from,
    where: wantedReceipts(filter),
    beyond: after === null ? sql`` : sql` and (r.created_at, r.receipt_no) < (${after.at}, ${after.key})`,
    orderBy: sql`created_at desc, receipt_no desc`,
    key: 'receipt_no',
  });
};

/** The receipt of a number. By the primary key. */
export const findReceipt = async (db: Db, receiptNo: string): Promise<ReceiptRow | undefined> => {
  const { rows } = await sql<ReceiptRow>`select ${columns} from ${from} where r.receipt_no = ${receiptNo}`.execute(db);
  return rows[0];
};

/** A part of a receipt by the row that it stands on. */
export interface ReceiptPart {
  readonly kind: 'bill' | 'order';
  readonly item_no: string;
  readonly item_version: number;
  /** Of a bill: the step that is reversed. */
  readonly step_no: number | null;
  readonly amount_fen: Fen;
  readonly at: Date;
  readonly by_id: string | null;
  readonly state: 'applied' | 'reversed' | 'refunded';
}

/** The parts of a receipt, the first applied first; more than these nobody reads at once. By receipt_application_of. */
export const listReceiptParts = async (db: Db, receiptNo: string): Promise<readonly ReceiptPart[]> => {
  const { rows } = await sql<ReceiptPart>`
    select kind, item_no, item_version, step_no, amount_fen, at, by_id, state from receipt_parts(${receiptNo}) order by application_no limit 500`.execute(
    db,
  );
  return rows;
};

/** What was taken back of a receipt, the first taken back first. By receipt_entry_of. */
export const listTakenBack = (db: Db, receiptNo: string) =>
  db
    .selectFrom('receipt_entry')
    .select(['amount_fen', 'at', 'by_id', 'reason'])
    .where('receipt_no', '=', receiptNo)
    .where('kind', '=', 'takenBack')
    .orderBy('entry_no')
    .limit(500)
    .execute();

/** The same receipt, locked until the transaction ends. */
export const lockReceipt = async (tx: Tx, receiptNo: string): Promise<ReceiptRow | undefined> => {
  await sql`select from receipt where receipt_no = ${receiptNo} for no key update`.execute(tx);
  return findReceipt(tx, receiptNo);
};

/** Why money of a receipt is taken back, and by whom. */
export interface TakingBack {
  readonly amount: Fen;
  readonly reason: string;
  readonly staffId: string;
}

/** Takes back what is unapplied of a locked receipt: it never arrived. A row of its own says so. */
export const takeBackUnapplied = async (
  tx: Tx,
  receiptNo: string,
  { amount, reason, staffId }: TakingBack,
): Promise<void> => {
  await tx
    .insertInto('receipt_entry')
    .values({ receipt_no: receiptNo, kind: 'takenBack', amount_fen: amount, by_id: staffId, reason })
    .execute();
  await sql`
    update receipt set amount_fen = amount_fen - unapplied_fen, unapplied_fen = 0, version = version + 1, updated_at = app_now()
      where receipt_no = ${receiptNo}`.execute(tx);
};

/** Gives a receipt the money again that was taken back of it, unapplied. By the primary key. */
export const restoreUnapplied = async (tx: Tx, receiptNo: string, amount: Fen): Promise<void> => {
  await sql`
    update receipt set amount_fen = amount_fen + ${amount}, unapplied_fen = unapplied_fen + ${amount}, version = version + 1, updated_at = app_now()
      where receipt_no = ${receiptNo}`.execute(tx);
};
