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

/** The steps that are not the merchant's: of the provider's staff, or of time. */
export type ReviewAction = Exclude<OrderAction, 'cancel' | 'sendVoucher'>;
export type ReviewActor = Exclude<OrderActor, 'merchant'>;

/** Those that the merchant is owed a reason for. @source R4.8, R11.5 */
const withReason: readonly ReviewAction[] = ['reject', 'sendBackPayment', 'refund', 'terminate'];
/** As the history keeps it. @unit characters */
export const orderReasonLength = 500;

/** Whether a step asks for a reason. */
export const needsOrderReason = (action: ReviewAction): boolean => withReason.includes(action);

/** Whether what the order stands on must still be agreed to: a step that brings the product nearer. @source R10.6 */
export const needsLiveConsents = (action: ReviewAction): boolean => action === 'approve' || action === 'activate';

/** What is wrong with the reason of a step; null for nothing. */
export const orderReasonFault = (action: ReviewAction, reason: string): 'reasonMissing' | 'reasonTooLong' | null => {
  if (needsOrderReason(action) && reason.trim() === '') return 'reasonMissing';
  return [...reason.trim()].length > orderReasonLength ? 'reasonTooLong' : null;
};

/** An order as a review sees it. */
export interface ReviewedOrder extends OrderState {
  readonly payBy: Date | null;
  readonly expiresAt: Date | null;
  readonly termMonths: number | null;
  /** When the term of the order that it renews ends, where that was opened. */
  readonly formerEnd: Date | null;
  /** Consents that it stands on and that are withdrawn or over. */
  readonly endedConsents: number;
}

/** What a step sets beside the status. */
export interface OrderChanges {
  readonly payBy?: Date;
  readonly activeFrom?: Date;
  readonly expiresAt?: Date | null;
}

/** Who takes which step, and when. */
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
 * What a step of staff or of time does to an order.
 *
 * @reason notAllowed    the status does not allow it, or a voucher stands in its way
 * @reason notCertified  approved only once the tenant is certified
 * @reason notDue        its time has not come
 * @reason consentGone   what the order stands on was withdrawn or is over
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
