import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

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
