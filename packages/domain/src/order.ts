/**
 * The life of an order, as one table that handlers and screens both read (R4.8).
 *
 * 待审核 → 待付款 (where there is something to pay up front) → 待开通 → 已开通 → 已到期; 已驳回 from 待审核; 已取消 by the merchant until it
 * is paid; 已退款 by ops afterwards.
 */

import type { Fen } from './money.ts';

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

/** What people call a status. @source R4.8 */
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

/** Who may take a step: the merchant, the provider's staff, or a job when a time has come. */
export type OrderActor = 'merchant' | 'ops' | 'job';

/** What can be done with an order. */
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
  /** Null when it depends on whether there is something to pay. */
  readonly to: OrderStatus | null;
}

const steps: Readonly<Record<OrderAction, Step>> = {
  approve: { from: ['pendingReview'], by: ['ops'], to: null },
  reject: { from: ['pendingReview'], by: ['ops'], to: 'rejected' },
  // Until it is paid, and not while a voucher says that it is.
  cancel: { from: ['pendingReview', 'pendingPayment', 'pendingActivation'], by: ['merchant'], to: 'cancelled' },
  // The payment's deadline has passed, and no voucher waits to be looked at.
  lapse: { from: ['pendingPayment'], by: ['job'], to: 'cancelled' },
  sendVoucher: { from: ['pendingPayment'], by: ['merchant'], to: 'pendingPayment' },
  acceptPayment: { from: ['pendingPayment'], by: ['ops'], to: 'pendingActivation' },
  // A voucher that does not match goes back with a reason; the order stays where it is.
  sendBackPayment: { from: ['pendingPayment'], by: ['ops'], to: 'pendingPayment' },
  activate: { from: ['pendingActivation'], by: ['ops'], to: 'active' },
  expire: { from: ['active'], by: ['job'], to: 'expired' },
  refund: { from: ['pendingActivation', 'active'], by: ['ops'], to: 'refunded' },
  // What runs without an end, or is given up before it, with nothing to pay back.
  terminate: { from: ['active'], by: ['ops'], to: 'expired' },
};

/** What a step needs to know of an order. */
export interface OrderState {
  readonly status: OrderStatus;
  /** What is to be paid up front. */
  readonly totalAmount: Fen;
  /** A purchase may wait for the certification, but is not approved before (R4.13). */
  readonly isCertified: boolean;
  /** A transfer voucher has been sent and nobody has decided on it. */
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
 * Where an action leads.
 *
 * @reason notAllowed    the status does not allow it, or not to this actor, or a voucher stands in its way
 * @reason notCertified  approved only once the tenant is certified
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

/** The actions that an actor has on an order now; screens show these and no others. */
export const actionsOn = (order: OrderState, by: OrderActor): readonly OrderAction[] =>
  orderActions.filter((action) => stepOrder(order, action, by).ok);

/** A status that nothing leads out of. */
export const isOrderFinal = (status: OrderStatus): boolean =>
  orderActions.every((action) => !steps[action].from.includes(status));

/** Whether the term can be prolonged: it runs, or it ended. */
export const isRenewable = (status: OrderStatus): boolean => status === 'active' || status === 'expired';

/** The statuses between a purchase and its opening: what a tenant may have a number of at a time. */
export const ordersUnderWay = ['pendingReview', 'pendingPayment', 'pendingActivation'] as const satisfies OrderStatus[];

/** The statuses that an order's consents have to hold for, and that one renewal of an order may be in. @source R4.8, R10.6 */
export const openOrderStatuses = [...ordersUnderWay, 'active'] as const satisfies OrderStatus[];

/** Days to pay in from the approval, and at least from a voucher that came back. @source R4.8 */
export const paymentDays = 7;
const resubmitDays = 3;

const dayMs = 86_400_000;

/** That many days later, to the millisecond. */
export const addDays = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);

/** Until when a payment may come after a voucher went back: as before, or a few days from now. */
export const payByAfterReturn = (payBy: Date, now: Date): Date =>
  new Date(Math.max(payBy.getTime(), addDays(now, resubmitDays).getTime()));

/** Days before the end on which a reminder goes out. @source R4.8 */
export const expiryReminderDays = [30, 7] as const;

/** What a reminder needs to know of an active order. */
export interface OrderTerm {
  readonly activeFrom: Date;
  readonly expiresAt: Date;
  /** The days of the last reminder; null before the first. */
  readonly remindedDays: number | null;
}

/**
 * The reminder that is due now, by its days: each goes out once, the nearer one alone where both are due, and none whose day came before
 * the term did.
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

const shanghaiMs = 8 * 3_600_000;

/**
 * The end of a term of whole months: the same day of the month in Shanghai, or that month's last day.
 *
 * @source R4.8
 */
export const addMonths = (from: Date, months: number): Date => {
  const end = new Date(from.getTime() + shanghaiMs);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return new Date(end.getTime() - shanghaiMs);
};

/**
 * The term of an order that is opened now: from now, or from the end of the order that it renews, where that is still to come. One without
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
