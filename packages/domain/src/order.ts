/**
 * The steps of an order, as one table for handlers and screens (R4.8).
 *
 * 待审核 → 待付款 (where there is something to pay up front) → 待开通 → 已开通 → 已到期; 已驳回 from 待审核; 已取消 by the merchant until it
 * is paid; 已退款 by ops afterwards.
 */

import type { Fen } from './money.ts';
import { instantOfClock, shanghaiClock } from './shanghai.ts';

export const orderStatuses = [
  'pendingReview',
  'pendingPayment',
  'pendingActivation',
  'active',
  'expired',
  'rejected',
  'cancelled',
  'refunded',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The Chinese name of a status. @source R4.8 */
export const orderStatusNames: Readonly<Record<OrderStatus, string>> = {
  pendingReview: '待审核',
  pendingPayment: '待付款',
  pendingActivation: '待开通',
  active: '已开通',
  expired: '已到期',
  rejected: '已驳回',
  cancelled: '已取消',
  refunded: '已退款',
};

/**
 * How far the payment of an order that is to be paid is: no voucher waits to be checked, one does, or the last one was sent back, which is a part
 * of the first.
 *
 * @source R10.1, R10.2
 */
export const orderPayments = ['open', 'inCheck', 'returned'] as const;
export type OrderPayment = (typeof orderPayments)[number];

export const orderPaymentNames: Readonly<Record<OrderPayment, string>> = {
  open: '待提交凭证',
  inCheck: '凭证审核中',
  returned: '凭证被退回',
};

/** Who may take a step: the merchant, the provider's staff, or a job at a due time. */
export type OrderActor = 'merchant' | 'ops' | 'job';

/** A step of an order. */
export const orderActions = [
  'approve',
  'reject',
  'cancel',
  'lapse',
  'sendVoucher',
  'acceptPayment',
  'sendBackPayment',
  'activate',
  'expire',
  'refund',
  'terminate',
] as const;
export type OrderAction = (typeof orderActions)[number];

interface Step {
  readonly from: readonly OrderStatus[];
  readonly by: readonly OrderActor[];
  /** The next status; null when it depends on whether there is something to pay. */
  readonly to: OrderStatus | null;
}

const steps: Readonly<Record<OrderAction, Step>> = {
  approve: { from: ['pendingReview'], by: ['ops'], to: null },
  reject: { from: ['pendingReview'], by: ['ops'], to: 'rejected' },
  // Until it is paid, and not while a voucher waits.
  cancel: { from: ['pendingReview', 'pendingPayment', 'pendingActivation'], by: ['merchant'], to: 'cancelled' },
  // The payment's deadline has passed, and no voucher waits.
  lapse: { from: ['pendingPayment'], by: ['job'], to: 'cancelled' },
  sendVoucher: { from: ['pendingPayment'], by: ['merchant'], to: 'pendingPayment' },
  acceptPayment: { from: ['pendingPayment'], by: ['ops'], to: 'pendingActivation' },
  // A voucher that does not match is sent back with a reason; the status stays.
  sendBackPayment: { from: ['pendingPayment'], by: ['ops'], to: 'pendingPayment' },
  activate: { from: ['pendingActivation'], by: ['ops'], to: 'active' },
  expire: { from: ['active'], by: ['job'], to: 'expired' },
  refund: { from: ['pendingActivation', 'active'], by: ['ops'], to: 'refunded' },
  // Ends an active order without a term, or before its end, without a refund.
  terminate: { from: ['active'], by: ['ops'], to: 'expired' },
};

/** The facts of an order that a step depends on. */
export interface OrderState {
  readonly status: OrderStatus;
  /** The amount to pay up front. */
  readonly totalAmount: Fen;
  /** An order may wait for the tenant's certification, but is not approved before (R4.13). */
  readonly isCertified: boolean;
  /** A voucher was sent and is not decided on. */
  readonly hasVoucher: boolean;
}

export type OrderStep =
  | { readonly ok: true; readonly to: OrderStatus }
  | { readonly ok: false; readonly reason: 'notAllowed' | 'notCertified' };

const isHeldBack = ({ status, totalAmount, hasVoucher }: OrderState, action: OrderAction): boolean => {
  if (action === 'cancel') return hasVoucher || (status === 'pendingActivation' && totalAmount > 0);
  if (action === 'lapse') return hasVoucher;
  return action === 'sendBackPayment' && !hasVoucher;
};

/**
 * The status after a step.
 *
 * @reason notAllowed    the status, the actor or a waiting voucher does not allow it
 * @reason notCertified  the tenant is not certified yet
 * @source R4.8, R4.13
 */
export const stepOrder = (order: OrderState, action: OrderAction, by: OrderActor): OrderStep => {
  const step = steps[action];
  if (!step.from.includes(order.status) || !step.by.includes(by)) return { ok: false, reason: 'notAllowed' };
  if (isHeldBack(order, action)) return { ok: false, reason: 'notAllowed' };
  if (action === 'approve' && !order.isCertified) return { ok: false, reason: 'notCertified' };
  if (step.to !== null) return { ok: true, to: step.to };
  return { ok: true, to: order.totalAmount > 0 ? 'pendingPayment' : 'pendingActivation' };
};

/** The steps that an actor may take now; screens show only these. */
export const actionsOn = (order: OrderState, by: OrderActor): readonly OrderAction[] =>
  orderActions.filter((action) => stepOrder(order, action, by).ok);

/** The facts that decide whether a deadline has ended an order. */
export interface OrderDeadlines {
  readonly status: OrderStatus;
  readonly payBy: Date | null;
  readonly expiresAt: Date | null;
  /** A voucher was sent and is not decided on. */
  readonly hasVoucher: boolean;
}

/**
 * The status at a moment: an unpaid order is over at its payment's deadline and an active one at the end of its term, also before the
 * job has stored it.
 *
 * @source R4.8
 */
export const statusAt = ({ status, payBy, expiresAt, hasVoucher }: OrderDeadlines, now: Date): OrderStatus => {
  if (status === 'pendingPayment' && !hasVoucher && payBy !== null && payBy <= now) return 'cancelled';
  return status === 'active' && expiresAt !== null && expiresAt <= now ? 'expired' : status;
};

/** A status without further steps. */
export const isOrderFinal = (status: OrderStatus): boolean =>
  orderActions.every((action) => !steps[action].from.includes(status));

/** Whether the term can be renewed: the order is active or expired. */
export const isRenewable = (status: OrderStatus): boolean => status === 'active' || status === 'expired';

/** The statuses between a purchase and its opening; the number of such orders of a tenant is limited. */
export const ordersUnderWay = ['pendingReview', 'pendingPayment', 'pendingActivation'] as const satisfies OrderStatus[];

/** The statuses in which an order needs its consents, and in which an order has at most one renewal. @source R4.8, R10.6 */
export const openOrderStatuses = [...ordersUnderWay, 'active'] as const satisfies OrderStatus[];

/** Days to pay after the approval, and at least after a voucher is sent back. @source R4.8 */
export const paymentDays = 7;
const resubmitDays = 3;

const dayMs = 86_400_000;

/** A time a number of days later, to the millisecond. */
export const addDays = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);

/** The payment deadline after a voucher is sent back: the former one, but at least a few days from now. */
export const payByAfterReturn = (payBy: Date, now: Date): Date =>
  new Date(Math.max(payBy.getTime(), addDays(now, resubmitDays).getTime()));

/** How many days before the end reminders are sent. @source R4.8 */
export const expiryReminderDays = [30, 7] as const;

/** The facts of an active order that a reminder depends on. */
export interface OrderTerm {
  readonly activeFrom: Date;
  readonly expiresAt: Date;
  /** The days of the last reminder; null before the first. */
  readonly remindedDays: number | null;
}

/**
 * The reminder that is due now, by its days: each is sent once, only the nearer one where both are due, and none whose day was before
 * the begin of the term.
 *
 * @source R4.8
 */
export const reminderDue = ({ activeFrom, expiresAt, remindedDays }: OrderTerm, now: Date): number | null => {
  if (now >= expiresAt) return null;
  const due = expiryReminderDays.filter((days) => now >= addDays(expiresAt, -days));
  const nearest = due.at(-1);
  if (nearest === undefined || addDays(expiresAt, -nearest) < activeFrom) return null;
  return remindedDays === null || remindedDays > nearest ? nearest : null;
};

/**
 * The end of a term of whole months: the same day of the month in Shanghai, or that month's last day.
 *
 * @source R4.8
 */
export const addMonths = (from: Date, months: number): Date => {
  const end = shanghaiClock(from);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return instantOfClock(end);
};

/**
 * The term of an order that is opened now: from now, or from the end of the renewed term if that is in the future. A term without
 * months has no end.
 *
 * @source R10.2
 */
export const termOf = (
  now: Date,
  termMonths: number | null,
  formerEnd: Date | null,
): { readonly activeFrom: Date; readonly expiresAt: Date | null } => {
  const activeFrom = formerEnd !== null && formerEnd > now ? formerEnd : now;
  return { activeFrom, expiresAt: termMonths === null ? null : addMonths(activeFrom, termMonths) };
};
