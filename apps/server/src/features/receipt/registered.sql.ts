import type { Fen } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** The name of a merchant; undefined where there is none. By the primary key. */
export const findTenantName = async (db: Db, tenantId: string): Promise<string | undefined> => {
  const row = await db.selectFrom('tenant').select('name').where('tenant_id', '=', tenantId).executeTakeFirst();
  return row?.name;
};

/** How a bank tells one transfer from another. */
export interface Transfer {
  readonly serial: string;
  readonly receivedOn: string;
  readonly ownAccount: string | null;
}

/**
 * The receipt of a transfer, whosever it is; undefined where it is none yet. Where one of the two does not say on which account of ours it
 * arrived, it may be the same. What was taken back whole is no receipt of it. The caller has locked the serial. By receipt_by_serial.
 */
export const findOfTransfer = async (
  tx: Tx,
  { serial, receivedOn, ownAccount }: Transfer,
): Promise<string | undefined> => {
  const { rows } = await sql<{ receipt_no: string }>`
    select r.receipt_no from receipt r where r.serial = ${serial} and r.amount_fen > 0
        and (r.received_on = ${receivedOn}::date or exists (select from bank_line l where l.receipt_no = r.receipt_no))
        and (r.own_account is null or ${ownAccount}::text is null or r.own_account = ${ownAccount})
      order by r.receipt_no limit 1`.execute(tx);
  return rows[0]?.receipt_no;
};

/** Money that arrived, as staff register it. */
export interface NewReceipt extends Omit<Transfer, 'serial'> {
  readonly tenantId: string | null;
  readonly serial: string | null;
  readonly receivedTime: string | null;
  readonly amount: Fen;
  readonly payerName: string | null;
  readonly payerBank: string | null;
  readonly remark: string | null;
  readonly staffId: string;
}

/** Adds a receipt, all of it unapplied; returns its number. */
export const insertReceipt = async (tx: Tx, receipt: NewReceipt): Promise<string> => {
  const { tenantId, receivedOn, receivedTime, amount, serial, ownAccount, payerName, payerBank, remark, staffId } =
    receipt;
  const { rows } = await sql<{ receipt_no: string }>`
    insert into receipt (receipt_no, tenant_id, source, received_on, received_time, serial, own_account, payer_name, payer_bank, remark,
        amount_fen, unapplied_fen, stated_fen, registered_by, is_unknown)
      values ('SK' || to_char(${receivedOn}::date, 'YYYYMMDD') || scattered_number(nextval('receipt_number')), ${tenantId}, 'hand', ${receivedOn}::date,
        ${receivedTime}, ${serial}, ${ownAccount}, ${payerName}, ${payerBank}, ${remark}, ${amount}, ${amount}, ${amount}, ${staffId}, ${tenantId === null})
      returning receipt_no`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('a receipt was not added');
  return row.receipt_no;
};

/** Payments of bills of a merchant, by their places in the histories. */
export interface Applications {
  readonly tenantId: string;
  readonly payments: readonly { readonly billId: string; readonly stepNo: number }[];
}

/** Says that payments which follow in this transaction are money of a locked receipt; one of nobody is the merchant's from then on. */
export const insertApplications = async (
  tx: Tx,
  receiptNo: string,
  { tenantId, payments }: Applications,
): Promise<void> => {
  await sql`update receipt set tenant_id = ${tenantId} where receipt_no = ${receiptNo} and tenant_id is null`.execute(
    tx,
  );
  await tx
    .insertInto('receipt_application')
    .values(
      payments.map(({ billId, stepNo }) => ({
        receipt_no: receiptNo,
        tenant_id: tenantId,
        bill_id: billId,
        step_no: stepNo,
      })),
    )
    .execute();
};
