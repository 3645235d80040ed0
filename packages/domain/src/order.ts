/**
 * The life of an order, as one table that handlers and screens both read (R4.8).
 *
 * 待审核 → 待付款 (where there is something to pay up front) → 待开通 → 已开通 → 已到期; 已驳回 from 待审核; 已取消 by the merchant until it
 * is paid; 已退款 by ops afterwards.
 */

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

/** Who may take a step: the merchant, the provider's staff, or a job when a time has come. */
export type OrderActor = 'merchant' | 'ops' | 'job';

/** What can be done with an order. */
export const orderActions = [
  'approve',
  'reject',
  'cancel',
  'acceptPayment',
  'sendBackPayment',
  'activate',
  'expire',
  'refund',
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
  // The merchant until it is paid; the job when the payment's deadline has passed.
  cancel: { from: ['pendingReview', 'pendingPayment'], by: ['merchant', 'job'], to: 'cancelled' },
  acceptPayment: { from: ['pendingPayment'], by: ['ops'], to: 'pendingActivation' },
  // A voucher that does not match goes back with a reason; the order stays where it is.
  sendBackPayment: { from: ['pendingPayment'], by: ['ops'], to: 'pendingPayment' },
  activate: { from: ['pendingActivation'], by: ['ops'], to: 'active' },
  expire: { from: ['active'], by: ['job'], to: 'expired' },
  refund: { from: ['pendingActivation', 'active'], by: ['ops'], to: 'refunded' },
};

/** What a step needs to know of an order. */
export interface OrderState {
  readonly status: OrderStatus;
  /** What is to be paid up front. @unit fen */
  readonly totalAmount: number;
  /** A purchase may wait for the certification, but is not approved before (R4.13). */
  readonly isCertified: boolean;
}

export type OrderStep =
  | { readonly ok: true; readonly to: OrderStatus }
  | { readonly ok: false; readonly reason: 'notAllowed' | 'notCertified' };

/**
 * Where an action leads.
 *
 * @reason notAllowed    the status does not allow it, or not to this actor
 * @reason notCertified  approved only once the tenant is certified
 * @source R4.8, R4.13
 */
export const stepOrder = (order: OrderState, action: OrderAction, by: OrderActor): OrderStep => {
  const step = steps[action];
  if (!step.from.includes(order.status) || !step.by.includes(by)) return { ok: false, reason: 'notAllowed' };
  if (action === 'approve' && !order.isCertified) return { ok: false, reason: 'notCertified' };
  if (step.to !== null) return { ok: true, to: step.to };
  return { ok: true, to: order.totalAmount > 0 ? 'pendingPayment' : 'pendingActivation' };
};

/** The actions that an actor has on an order in this status; screens show these and no others. */
export const actionsOn = (status: OrderStatus, by: OrderActor): readonly OrderAction[] =>
  orderActions.filter((action) => steps[action].from.includes(status) && steps[action].by.includes(by));

/** A status that nothing leads out of. */
export const isOrderFinal = (status: OrderStatus): boolean =>
  orderActions.every((action) => !steps[action].from.includes(status));

/** Whether a voucher may be sent: the order waits for its payment (R10.2). */
export const takesVoucher = (status: OrderStatus): boolean => status === 'pendingPayment';

/** Whether the term can be prolonged: it runs, or ended lately enough for its data to be there. */
export const isRenewable = (status: OrderStatus): boolean => status === 'active' || status === 'expired';

/** The statuses that keep an account from being closed: something is still owed or served. */
export const isOrderOpen = (status: OrderStatus): boolean => !isOrderFinal(status);

/** Days before the end on which a reminder goes out. @source R4.8 */
export const expiryReminderDays = [30, 7] as const;

/**
 * The end of a term of whole months: the same day of the month, or that month's last day.
 *
 * @source R4.8
 */
export const addMonths = (from: Date, months: number): Date => {
  const end = new Date(from);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return end;
};
