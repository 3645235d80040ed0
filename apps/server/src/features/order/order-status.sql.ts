import type { OrderPayment, OrderStatus } from '@ronghui/domain/order';
import { type RawBuilder, sql } from 'kysely';

/** Whether the order `o` has a voucher that waits. By order_voucher_waiting. */
export const hasWaitingVoucher = sql`exists (
  select from order_voucher v where v.tenant_id = o.tenant_id and v.order_no = o.order_no and v.status = 'waiting')`;

/** The clock, read once a statement and not for each of its orders. */
const now = sql`(select app_now())`;

/** Whether an order `o` that is stored as 待付款 or 已开通 is over by a moment, as `statusAt` of the domain decides. */
const isUnpaidInTime = (at: RawBuilder<unknown>) => sql`o.pay_by <= ${at} and not ${hasWaitingVoucher}`;
const isPastTerm = (at: RawBuilder<unknown>) => sql`o.expires_at <= ${at}`;

/** The status of the last voucher of an order `o` that is to be paid; null where there is none. By order_voucher's primary key. */
export const lastVoucherStatus = sql<string | null>`case when o.status = 'pendingPayment' then (
  select v.status from order_voucher v where v.tenant_id = o.tenant_id and v.order_no = o.order_no
  order by v.status = 'waiting' desc, v.sent_at desc limit 1) end`;

const isToPayAt = (
  at: RawBuilder<unknown>,
) => sql<boolean>`o.status = 'pendingPayment' and (o.pay_by is null or o.pay_by > ${at})
  and not ${hasWaitingVoucher}`;
/** Whether an order `o` is to be paid now and has no voucher that waits. By order_by_status. */
export const isToPay = isToPayAt(now);

/**
 * How far the payment of an order `o` is, now or at a moment: figures and lists ask this one condition. Vouchers count as they are now. All by
 * order_by_status, of which the entries of 待付款 alone are read.
 *
 * @source R10.1, R10.2
 */
export const hasPayment = (payment: OrderPayment, at: RawBuilder<unknown> = now): RawBuilder<boolean> => {
  switch (payment) {
    case 'open':
      return isToPayAt(at);
    case 'inCheck':
      return sql`o.status = 'pendingPayment' and ${hasWaitingVoucher}`;
    case 'returned':
      return sql`${isToPayAt(at)} and ${lastVoucherStatus} = 'returned'`;
  }
};

/** The status of an order `o` at a moment: its deadline holds from then on, also before the job has stored it. @source R4.8 */
export const orderStatusAt = (at: RawBuilder<unknown>): RawBuilder<OrderStatus> => sql<OrderStatus>`case
  when o.status = 'pendingPayment' and ${isUnpaidInTime(at)} then 'cancelled'
  when o.status = 'active' and ${isPastTerm(at)} then 'expired'
  else o.status end`;
/** The same now. */
export const presentOrderStatus = orderStatusAt(now);

/**
 * When an order `o` has a status, now or at a moment: conditions of which it meets one at most. All by order_by_status, of which the entries alone are read,
 * those of 已开通 for 已到期 and of 待付款 for 已取消 too.
 */
export const statusCases = (status: OrderStatus, at: RawBuilder<unknown> = now): readonly RawBuilder<boolean>[] => {
  switch (status) {
    case 'pendingPayment':
      return [sql`o.status = 'pendingPayment' and (${isUnpaidInTime(at)}) is not true`];
    case 'active':
      return [sql`o.status = 'active' and (${isPastTerm(at)}) is not true`];
    case 'cancelled':
      return [sql`o.status = 'cancelled'`, sql`o.status = 'pendingPayment' and ${isUnpaidInTime(at)}`];
    case 'expired':
      return [sql`o.status = 'expired'`, sql`o.status = 'active' and ${isPastTerm(at)}`];
    case 'pendingReview':
    case 'pendingActivation':
    case 'rejected':
    case 'refunded':
      return [sql`o.status = ${status}`];
  }
};
