import type { OrderStatus } from '@ronghui/domain/order';
import { type RawBuilder, sql } from 'kysely';

/** Whether the order `o` has a voucher that waits. By order_voucher_waiting. */
export const hasWaitingVoucher = sql`exists (
  select from order_voucher v where v.tenant_id = o.tenant_id and v.order_no = o.order_no and v.status = 'waiting')`;

/** The clock, read once a statement and not for each of its orders. */
const now = sql`(select app_now())`;

/** Whether an order `o` that is stored as 待付款 or 已开通 is over by now, as `statusAt` of the domain decides. */
const isUnpaidInTime = sql`o.pay_by <= ${now} and not ${hasWaitingVoucher}`;
const isPastTerm = sql`o.expires_at <= ${now}`;

/** Whether an order `o` is to be paid now and has no voucher that waits. By order_by_status. */
export const isToPay = sql<boolean>`o.status = 'pendingPayment' and (o.pay_by is null or o.pay_by > app_now())
  and not ${hasWaitingVoucher}`;

/** The status of an order `o` now: its deadline holds from its moment on, also before the job has stored it. @source R4.8 */
export const presentOrderStatus = sql<OrderStatus>`case
  when o.status = 'pendingPayment' and ${isUnpaidInTime} then 'cancelled'
  when o.status = 'active' and ${isPastTerm} then 'expired'
  else o.status end`;

/**
 * When an order `o` has a status now: conditions of which it meets one at most. All by order_by_status, of which the entries alone are read,
 * those of 已开通 for 已到期 and of 待付款 for 已取消 too.
 */
export const statusCases = (status: OrderStatus): readonly RawBuilder<boolean>[] => {
  switch (status) {
    case 'pendingPayment':
      return [sql`o.status = 'pendingPayment' and (${isUnpaidInTime}) is not true`];
    case 'active':
      return [sql`o.status = 'active' and (${isPastTerm}) is not true`];
    case 'cancelled':
      return [sql`o.status = 'cancelled'`, sql`o.status = 'pendingPayment' and ${isUnpaidInTime}`];
    case 'expired':
      return [sql`o.status = 'expired'`, sql`o.status = 'active' and ${isPastTerm}`];
    case 'pendingReview':
    case 'pendingActivation':
    case 'rejected':
    case 'refunded':
      return [sql`o.status = ${status}`];
  }
};

/** The status of the last voucher of an order `o` that is to be paid; null where there is none. By order_voucher's primary key. */
export const lastVoucherStatus = sql<string | null>`case when o.status = 'pendingPayment' then (
  select v.status from order_voucher v where v.tenant_id = o.tenant_id and v.order_no = o.order_no
  order by v.status = 'waiting' desc, v.sent_at desc limit 1) end`;
