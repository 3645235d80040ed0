import {
  addDays,
  type OrderAction,
  type OrderActor,
  type OrderState,
  type OrderStatus,
  payByAfterReturn,
  paymentDays,
  stepOrder,
  termOf,
} from './order.ts';

/** The steps of the provider's staff or of time. */
export type ReviewAction = Exclude<OrderAction, 'cancel' | 'sendVoucher'>;
export type ReviewActor = Exclude<OrderActor, 'merchant'>;

/** The steps that need a reason for the merchant. @source R4.8, R11.5 */
const withReason: readonly ReviewAction[] = ['reject', 'sendBackPayment', 'refund', 'terminate'];
/** The longest reason that the history stores. @unit characters */
export const orderReasonLength = 500;

/** Whether a step needs a reason. */
export const needsOrderReason = (action: ReviewAction): boolean => withReason.includes(action);

/** Whether a step needs the order's consents to be in force: steps towards opening do. @source R10.6 */
export const needsLiveConsents = (action: ReviewAction): boolean => action === 'approve' || action === 'activate';

/** What is wrong with the reason of a step; null when nothing is wrong. */
export const orderReasonFault = (action: ReviewAction, reason: string): 'reasonMissing' | 'reasonTooLong' | null => {
  if (needsOrderReason(action) && reason.trim() === '') return 'reasonMissing';
  return [...reason.trim()].length > orderReasonLength ? 'reasonTooLong' : null;
};

/** The fields of an order that a review depends on. */
export interface ReviewedOrder extends OrderState {
  readonly payBy: Date | null;
  readonly expiresAt: Date | null;
  readonly termMonths: number | null;
  /** The end of the renewed order's term, if that order was opened. */
  readonly formerEnd: Date | null;
  /** How many of its consents are withdrawn or expired. */
  readonly endedConsents: number;
}

/** What a step sets beside the status. */
export interface OrderChanges {
  readonly payBy?: Date;
  readonly activeFrom?: Date;
  readonly expiresAt?: Date | null;
}

/** Actor, step and time. */
export interface AskedStep {
  readonly action: ReviewAction;
  readonly actor: ReviewActor;
  readonly now: Date;
}

export type OrderReview =
  | { readonly ok: true; readonly to: OrderStatus; readonly changes: OrderChanges }
  | { readonly ok: false; readonly reason: 'notAllowed' | 'notCertified' | 'notDue' | 'consentGone' };

const isDue = ({ payBy, expiresAt }: ReviewedOrder, action: ReviewAction, now: Date): boolean => {
  if (action === 'lapse') return payBy !== null && payBy <= now;
  return action !== 'expire' || (expiresAt !== null && expiresAt <= now);
};

const changesOf = (order: ReviewedOrder, to: OrderStatus, { action, now }: AskedStep): OrderChanges => {
  if (action === 'approve') return to === 'pendingPayment' ? { payBy: addDays(now, paymentDays) } : {};
  if (action === 'sendBackPayment') return { payBy: payByAfterReturn(order.payBy ?? now, now) };
  if (action === 'terminate') return { expiresAt: now };
  return action === 'activate' ? termOf(now, order.termMonths, order.formerEnd) : {};
};

/**
 * The effect of a step of staff or of time on an order.
 *
 * @reason notAllowed    the status or a waiting voucher does not allow it
 * @reason notCertified  the tenant is not certified yet
 * @reason notDue        a step of time is not due yet
 * @reason consentGone   a consent of the order was withdrawn or has expired
 * @source R4.8, R4.13, R10.6, R11.5
 */
export const reviewOrder = (order: ReviewedOrder, step: AskedStep): OrderReview => {
  const { action, actor, now } = step;
  const taken = stepOrder(order, action, actor);
  if (!taken.ok) return taken;
  if (!isDue(order, action, now)) return { ok: false, reason: 'notDue' };
  if (needsLiveConsents(action) && order.endedConsents > 0) return { ok: false, reason: 'consentGone' };
  return { ok: true, to: taken.to, changes: changesOf(order, taken.to, step) };
};

/** What waits for staff: an order to review, a voucher to check, a paid order to open. @source R11.5 */
export const orderQueues = ['review', 'voucher', 'opening'] as const;
export type OrderQueue = (typeof orderQueues)[number];
