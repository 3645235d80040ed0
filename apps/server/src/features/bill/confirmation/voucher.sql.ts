import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import { voucherWaits } from '../record/bill-status.sql.ts';

/** A voucher of a transfer, as it is sent. */
export interface NewBillVoucher {
  readonly voucherId: string;
  readonly paidAt: Date;
  readonly bankSerial: string | null;
  readonly fileIds: readonly string[];
  readonly userId: string;
  readonly billIds: readonly string[];
}

/** How many vouchers name that one of some bills which most of them name. By the key of items. */
export const countMostVouchers = async (db: Db, tenantId: string, billIds: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ most: number }>`
    select coalesce(max(n.found), 0) as most from (
      select count(*) as found from bill_voucher_item where tenant_id = ${tenantId} and bill_id = any(${[...billIds]}::text[]) group by bill_id) n`.execute(
    db,
  );
  return rows[0]?.most ?? 0;
};

/** Adds a voucher for bills that the caller has locked. */
export const insertBillVoucher = async (tx: Tx, tenantId: string, voucher: NewBillVoucher): Promise<void> => {
  const { voucherId, paidAt, bankSerial, fileIds, userId, billIds } = voucher;
  await tx
    .insertInto('bill_voucher')
    .values({
      tenant_id: tenantId,
      voucher_id: voucherId,
      paid_at: paidAt,
      bank_serial: bankSerial,
      file_ids: [...fileIds],
      user_id: userId,
    })
    .execute();
  await tx
    .insertInto('bill_voucher_item')
    .values(billIds.map((billId) => ({ tenant_id: tenantId, voucher_id: voucherId, bill_id: billId })))
    .execute();
};

/** The numbers of the bills that a voucher names; none where the tenant has no such voucher. By the keys of items and bills. */
export const listVoucherBills = async (db: Db, tenantId: string, voucherId: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ bill_no: string }>`
    select b.bill_no from bill_voucher_item i join bill b on b.tenant_id = i.tenant_id and b.bill_id = i.bill_id
      where i.tenant_id = ${tenantId} and i.voucher_id = ${voucherId} order by b.bill_no`.execute(db);
  return rows.map(({ bill_no }) => bill_no);
};

/** A voucher that is sent back. */
export interface ReturnedVoucher {
  readonly voucherId: string;
  /** The bill by which it was found. */
  readonly billId: string;
  readonly at: Date;
  readonly reason: string;
  readonly staffId: string;
}

/** Marks a voucher as sent back where it waits to be checked; the caller has locked its bills. False where it does not wait. By the key. */
export const updateReturned = async (tx: Tx, tenantId: string, voucher: ReturnedVoucher): Promise<boolean> => {
  const { voucherId, billId, at, reason, staffId } = voucher;
  const changed = await sql`
    update bill_voucher w set returned_at = ${at}, returned_reason = ${reason}, returned_by = ${staffId}
      from bill b where w.tenant_id = ${tenantId} and w.voucher_id = ${voucherId} and b.tenant_id = w.tenant_id and b.bill_id = ${billId}
        and ${voucherWaits}`.execute(tx);
  return changed.numAffectedRows === 1n;
};

/** Whether a voucher waits to be checked for a bill `b`. By the keys of items. */
const hasWaitingVoucher = sql<boolean>`exists (
  select from bill_voucher_item j join bill_voucher w on w.tenant_id = j.tenant_id and w.voucher_id = j.voucher_id
    where j.tenant_id = b.tenant_id and j.bill_id = b.bill_id and ${voucherWaits})`;

/** Looks anew whether a voucher waits for a bill that the caller has locked, after a payment was taken back. By the key. */
export const updateInCheckOfBill = async (tx: Tx, tenantId: string, billId: string): Promise<void> => {
  await sql`update bill b set in_check = ${hasWaitingVoucher} where b.tenant_id = ${tenantId} and b.bill_id = ${billId}`.execute(
    tx,
  );
};

/** Looks anew whether a voucher waits for the confirmed bills that a voucher names, which counts as a change of each. By the keys of items. */
export const updateInCheck = async (tx: Tx, tenantId: string, voucherId: string): Promise<void> => {
  await sql`
    update bill b set version = b.version + 1, updated_at = app_now(), in_check = ${hasWaitingVoucher}
      from bill_voucher_item i
      where i.tenant_id = ${tenantId} and i.voucher_id = ${voucherId} and b.tenant_id = i.tenant_id and b.bill_id = i.bill_id
        and b.status = 'confirmed'`.execute(tx);
};
