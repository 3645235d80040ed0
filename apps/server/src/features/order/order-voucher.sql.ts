import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import type { LockedOrder } from './order.sql.ts';

/** A proof of payment as it is sent. */
export interface NewVoucher {
  readonly voucherId: string;
  readonly payerName: string;
  readonly paidAt: Date;
  readonly fileIds: readonly string[];
  readonly userId: string;
}

/** Adds a voucher in the place of one that still waits; the order is held by the caller. */
export const insertVoucher = async (tx: Tx, order: LockedOrder, voucher: NewVoucher): Promise<void> => {
  await tx
    .updateTable('order_voucher')
    .set({ status: 'replaced', decided_at: sql`app_now()` })
    .where('tenant_id', '=', order.tenant_id)
    .where('order_no', '=', order.order_no)
    .where('status', '=', 'waiting')
    .execute();
  await tx
    .insertInto('order_voucher')
    .values({
      tenant_id: order.tenant_id,
      order_no: order.order_no,
      voucher_id: voucher.voucherId,
      payer_name: voucher.payerName,
      paid_at: voucher.paidAt,
      file_ids: [...voucher.fileIds],
      user_id: voucher.userId,
    })
    .execute();
};

/** Decides on the voucher that waits, where one does. By order_voucher_waiting. */
export const settleVoucher = async (
  tx: Tx,
  order: LockedOrder,
  { status, reason }: { readonly status: 'accepted' | 'returned'; readonly reason: string | null },
): Promise<void> => {
  await tx
    .updateTable('order_voucher')
    .set({ status, reason, decided_at: sql`app_now()` })
    .where('tenant_id', '=', order.tenant_id)
    .where('order_no', '=', order.order_no)
    .where('status', '=', 'waiting')
    .execute();
};
