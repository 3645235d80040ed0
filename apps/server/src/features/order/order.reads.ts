import type { Output } from '@ronghui/contract';
import type { Fen } from '@ronghui/domain/money';
import { openOrderStatuses } from '@ronghui/domain/order';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';
import { countOrders, type ExportedOrder, exportedOrders, listOrders } from './order.sql.ts';
import type { OrderFilter } from './order-filter.sql.ts';
import { orderOf } from './order-record.ts';
import { isToPay, lastVoucherStatus, presentOrderStatus } from './order-status.sql.ts';
import { sumOrders } from './order-sum.sql.ts';

/** What exports read of orders. */
export { countOrders, type ExportedOrder, exportedOrders, type OrderFilter };

/** The highest count by status; a count equal to it means at least that many. */
export const summaryReach = 1000;

/** How many orders of a tenant have each of some statuses, up to `summaryReach`. By the index on status. */
export const countOrdersByStatus = async (
  db: Db,
  tenantId: string,
  statuses: readonly string[],
): Promise<Record<string, number>> => {
  const { rows } = await sql<{ status: string; count: number }>`
    select s.status, (
      select count(*) from (
        select 1 from "order" o where o.tenant_id = ${tenantId} and o.status = s.status and ${presentOrderStatus} = s.status
      limit ${summaryReach}) counted) as count
    from unnest(${statuses}::text[]) s (status)`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
};

/** An order that waits for the merchant. */
export interface DueOrder {
  readonly order_no: string;
  readonly product_name: string;
  readonly status: string;
  readonly due_at: Date;
  /** What is to be paid. @unit fen */
  readonly total_fen: Fen;
  /** The last voucher was sent back. */
  readonly was_returned: boolean;
  /** A consent that it relies on is no longer in force: it must be given again, or the order cancelled, before a payment. */
  readonly lacks_consent: boolean;
}

/**
 * Orders to pay (without a waiting voucher) and orders whose term ends within `days` and that have no renewal,
 * the most urgent first. By the index on status; at most `limit`.
 */
export const listDueOrders = async (
  db: Db,
  tenantId: string,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<readonly DueOrder[]> => {
  const { rows } = await sql<DueOrder>`
    (select o.order_no, o.product_name, o.status, o.pay_by as due_at, o.total_fen,
        ${lastVoucherStatus} is not distinct from 'returned' as was_returned, exists (
        select from consent c where c.tenant_id = o.tenant_id and c.consent_id = any(o.consent_ids)
          and (c.withdrawn_at is not null or c.ended_at is not null or c.valid_to <= app_now())) as lacks_consent
      from "order" o
      where o.tenant_id = ${tenantId} and ${isToPay}
      order by due_at limit ${limit})
    union all
    (select o.order_no, o.product_name, o.status, o.expires_at as due_at, o.total_fen, false, false from "order" o
      where o.tenant_id = ${tenantId} and o.status = 'active' and o.expires_at > app_now()
        and o.expires_at <= app_now() + ${days}::int * interval '1 day' and not exists (
          select 1 from "order" r where r.tenant_id = o.tenant_id and r.renews_order_no = o.order_no
            and r.status in (${sql.join([...openOrderStatuses])}))
      order by due_at limit ${limit})
    order by due_at limit ${limit}`.execute(db);
  return rows;
};

/** A tenant's newest orders, in the contract's shape. By order_newest. */
export const listRecentOrders = async (
  db: Db,
  tenantId: string,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<Output<'order.page'>['items']> => {
  const listing = { page: 1, pageSize: limit, offset: 0, after: null, wantsTotal: false };
  const { rows } = await listOrders(db, tenantId, { filter: {}, listing });
  return rows.slice(0, limit).map((row) => orderOf(row, now));
};

/** A tenant's newest orders that are not finished. By order_by_status. */
export const listOpenOrders = async (
  db: Db,
  tenantId: string,
  limit: number,
): Promise<NonNullable<Output<'ops.chat.customer'>['orders']>> => {
  const { rows } = await sql<{
    order_no: string;
    product_name: string;
    total_fen: Fen;
    status: Output<'order.page'>['items'][number]['status'];
  }>`
    select o.order_no, o.product_name, o.total_fen, ${presentOrderStatus} as status from "order" o
    where o.tenant_id = ${tenantId} and o.status in (${sql.join([...openOrderStatuses])})
    order by o.created_at desc, o.order_no desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    orderNo: row.order_no,
    productName: row.product_name,
    totalAmount: row.total_fen,
    status: row.status,
  }));
};

/** What a tenant has to pay and what is being checked. By order_by_status. */
export const sumOrdersToPay = (db: Db, tenantId: string) => sumOrders(db, tenantId, {});

/** The first deadline of a payment, and the first end of a term, from now on. By order_by_status. */
export const findOrderDates = async (
  db: Db,
  tenantId: string,
): Promise<{ readonly next_pay_by: Date | null; readonly next_end: Date | null }> => {
  const { rows } = await sql<{ next_pay_by: Date | null; next_end: Date | null }>`
    select (select min(o.pay_by) from "order" o where o.tenant_id = ${tenantId} and ${isToPay}) as next_pay_by,
      (select min(o.expires_at) from "order" o where o.tenant_id = ${tenantId} and o.status = 'active' and o.expires_at > app_now())
        as next_end`.execute(db);
  return rows[0] ?? { next_pay_by: null, next_end: null };
};

/** The statuses of orders that are paid, or that need no payment. */
const paidStatuses = ['pendingActivation', 'active', 'expired', 'refunded'];

/** How far a tenant has come: whether it has ordered, and whether an order was paid. By order_by_status. */
export const findOrderProgress = async (
  db: Db,
  tenantId: string,
): Promise<{ readonly ordered: boolean; readonly paid: boolean }> => {
  const { rows } = await sql<{ ordered: boolean; paid: boolean }>`
    select exists (select from "order" where tenant_id = ${tenantId}) as ordered,
      exists (select from "order" where tenant_id = ${tenantId} and status = any(${paidStatuses}::text[])) as paid`.execute(
    db,
  );
  return rows[0] ?? { ordered: false, paid: false };
};
