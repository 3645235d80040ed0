import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import type { LockedOrder } from './order.sql.ts';

/** A payment voucher as it is sent. */
export interface NewVoucher {
  readonly voucherId: string;
  readonly payerName: string;
  readonly paidAt: Date;
  readonly fileIds: readonly string[];
  readonly userId: string;
}

/** Adds a voucher, which replaces a waiting one; the caller has locked the order. */
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

/** Sets the status of the waiting voucher, if there is one. By order_voucher_waiting. */
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

/** The code by which an order's payment is recognised; null where it costs nothing. By the key of items. @source receipts 2.3 */
export const findPaymentCode = async (tx: Tx, { tenant_id, order_no }: LockedOrder): Promise<string | null> => {
  const row = await tx
    .selectFrom('payment_code')
    .select('code')
    .where('tenant_id', '=', tenant_id)
    .where('kind', '=', 'order')
    .where('item_no', '=', order_no)
    .executeTakeFirst();
  return row?.code ?? null;
};
