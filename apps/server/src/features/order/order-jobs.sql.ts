import { expiryReminderDays } from '@ronghui/domain/order';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** Orders of one tenant or of all whose payment is overdue and that have no waiting voucher, oldest deadline first. By order_payment_due, or order_by_status. */
export const listLapsed = async (db: Db, limit: number, tenantId?: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('order as o')
    .select('o.order_no')
    .$if(tenantId !== undefined, (query) => query.where('o.tenant_id', '=', tenantId ?? ''))
    .where('o.status', '=', 'pendingPayment')
    .where('o.pay_by', '<=', sql<Date>`app_now()`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('order_voucher as v')
            .select('v.voucher_id')
            .whereRef('v.tenant_id', '=', 'o.tenant_id')
            .whereRef('v.order_no', '=', 'o.order_no')
            .where('v.status', '=', 'waiting'),
        ),
      ),
    )
    .orderBy('o.pay_by')
    .limit(limit)
    .execute();
  return rows.map((row) => row.order_no);
};

/** Locks orders of a tenant until the transaction ends, in the order of their numbers. By the primary key. */
export const lockOrders = async (tx: Tx, tenantId: string, orderNos: readonly string[]): Promise<void> => {
  await tx
    .selectFrom('order')
    .select('order_no')
    .where('tenant_id', '=', tenantId)
    .where('order_no', 'in', [...orderNos])
    .orderBy('order_no')
    .forNoKeyUpdate()
    .execute();
};

/** Orders whose term has ended. By order_term_end. */
export const listEnded = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('order')
    .select('order_no')
    .where('status', '=', 'active')
    .where('expires_at', '<=', sql<Date>`app_now()`)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.order_no);
};

/** An active order whose term ends soon. */
export interface EndingOrder {
  readonly tenant_id: string;
  readonly order_no: string;
  readonly product_name: string;
  readonly active_from: Date;
  readonly expires_at: Date;
  readonly reminded_days: number | null;
  /** The number of a renewal that is not paid yet. */
  readonly renewal: string | null;
}

/**
 * Active orders that end within the days of the first reminder, are still to be reminded and have no paid or active renewal; the next after `after`, in the order
 * of their ends. By order_term_end and order_one_renewal.
 */
export const listEnding = async (
  db: Db,
  after: Pick<EndingOrder, 'expires_at' | 'order_no'> | null,
  limit: number,
): Promise<EndingOrder[]> => {
  const beyond =
    after === null ? sql`` : sql` and (o.expires_at, o.order_no) > (${after.expires_at}, ${after.order_no})`;
  const { rows } = await sql<EndingOrder>`
    select o.tenant_id, o.order_no, o.product_name, o.active_from, o.expires_at, o.reminded_days, (
        select r.order_no from "order" r where r.tenant_id = o.tenant_id and r.renews_order_no = o.order_no
          and r.status in ('pendingReview', 'pendingPayment')) as renewal
    from "order" o
    where o.status = 'active' and o.expires_at > app_now()
      and o.expires_at <= app_now() + ${expiryReminderDays[0]}::int * interval '1 day'
      and (o.reminded_days is null or o.reminded_days > ${expiryReminderDays[1]})${beyond}
      and not exists (
        select from "order" r where r.tenant_id = o.tenant_id and r.renews_order_no = o.order_no
          and r.status in ('pendingActivation', 'active'))
    order by o.expires_at, o.order_no limit ${limit}`.execute(db);
  return rows;
};

/** Records a reminder; false when another run was faster. */
export const updateReminded = async (tx: Tx, order: EndingOrder, days: number): Promise<boolean> => {
  const noted = await tx
    .updateTable('order')
    .set({ reminded_days: days })
    .where('tenant_id', '=', order.tenant_id)
    .where('order_no', '=', order.order_no)
    .where('status', '=', 'active')
    .where('reminded_days', 'is not distinct from', order.reminded_days)
    .executeTakeFirst();
  return noted.numUpdatedRows === 1n;
};
