import { isOrderFinal, type OrderStatus, statusAt } from '@ronghui/domain/order';
import {
  needsLiveConsents,
  type OrderChanges,
  orderReasonFault,
  type ReviewAction,
  type ReviewActor,
  reviewOrder,
} from '@ronghui/domain/order-review';
import { countConsentsNotInForce } from '#features/authorization/authorization.reads';
import type { Tx } from '#kernel/database/db';
import { type Author, staffIn } from '#kernel/observe/actor';
import type { Ports } from '#kernel/ports';
import {
  findFormerEnd,
  findLastStep,
  findOrderSurroundings,
  type LockedOrder,
  lockOrderByNumber,
  storeStep,
  type TakenStep,
} from './order.sql.ts';
import { endConsentsOfLastOrder, findContinuation } from './order-consents.sql.ts';
import { noticeOfStep, notifyMerchant } from './order-notice.ts';
import { findPaymentCode, settleVoucher } from './order-voucher.sql.ts';

/** What other nouns do after a refund, in its transaction. */
export type RefundListener = (tx: Tx, ports: Pick<Ports, 'outbox' | 'config'>, orderNo: string) => Promise<void>;

/** A step of an order by staff or by time. No caller can take a refund without its listener (R10.12). */
export type AskedReview = {
  readonly orderNo: string;
  readonly reason?: string | undefined;
  /** The version that was read; the jobs compare none. */
  readonly version?: number;
} & (
  | { readonly action: Exclude<ReviewAction, 'refund'> }
  | { readonly action: 'refund'; readonly onRefund: RefundListener }
);

/** The result; a repeated step changes nothing and says so, with another reason it is `changed`. */
export type ReviewResult =
  | { readonly ok: true; readonly status: OrderStatus; readonly version: number; readonly changed: boolean }
  | {
      readonly ok: false;
      readonly reason:
        | 'notFound'
        | 'notAllowed'
        | 'notCertified'
        | 'reasonMissing'
        | 'reasonTooLong'
        | 'consentGone'
        | 'notDue'
        | 'changed';
      readonly status?: OrderStatus;
    };

const names: Readonly<Record<ReviewActor, string>> = { ops: '平台运营', job: '系统' };

/** The actor in the order's history; the audit trail has the name. */
const reviewActorOf = ({ actor }: Author): ReviewActor => (actor.kind === 'system' ? 'job' : 'ops');

/** The steps that store what a deadline has ended. */
const stepsOfTime: readonly ReviewAction[] = ['lapse', 'expire'];

const reviewedOf = async (tx: Tx, order: LockedOrder, { action, now }: { action: ReviewAction; now: Date }) => {
  const { tenant_id: tenantId, renews_order_no: former, pay_by: payBy, expires_at: expiresAt } = order;
  const surroundings = await findOrderSurroundings(tx, order);
  const present = statusAt({ status: order.status, payBy, expiresAt, ...surroundings }, now);
  return {
    status: stepsOfTime.includes(action) ? order.status : present,
    totalAmount: order.total_fen,
    ...surroundings,
    payBy,
    expiresAt,
    termMonths: order.term_months,
    formerEnd: action === 'activate' && former !== null ? await findFormerEnd(tx, tenantId, former) : null,
    endedConsents: needsLiveConsents(action) ? await countConsentsNotInForce(tx, tenantId, order.consent_ids) : 0,
  };
};

const columnsOf = ({ payBy, activeFrom, expiresAt }: OrderChanges): NonNullable<TakenStep['changes']> => ({
  ...(payBy === undefined ? {} : { pay_by: payBy }),
  ...(activeFrom === undefined ? {} : { active_from: activeFrom }),
  ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
});

const notify = async (tx: Tx, order: LockedOrder, { action, reason, changes = {} }: TakenStep): Promise<void> => {
  const { tenant_id: tenantId, order_no: orderNo, product_name: productName } = order;
  const notice = noticeOfStep(action, {
    orderNo,
    productName,
    reason,
    continuedBy: action === 'expire' ? await findContinuation(tx, tenantId, orderNo) : null,
    payBy: changes.pay_by ?? null,
    paymentCode: action === 'approve' ? await findPaymentCode(tx, order) : null,
    activeFrom: changes.active_from ?? null,
    expiresAt: changes.expires_at ?? null,
  });
  if (notice !== null) notifyMerchant(tx, { tenantId, orderNo, ...notice });
};

const store = async (tx: Tx, author: Author, { order, step }: { order: LockedOrder; step: TakenStep }) => {
  const { action, to, reason } = step;
  await storeStep(tx, order, step);
  if (action === 'acceptPayment') await settleVoucher(tx, order, { status: 'accepted', reason: null });
  if (action === 'sendBackPayment') await settleVoucher(tx, order, { status: 'returned', reason });
  if (isOrderFinal(to)) await endConsentsOfLastOrder(tx, order.tenant_id, order.pid);
  author.record(tx, {
    event: `${step.actor}.order.${action}`,
    tenantId: order.tenant_id,
    object: order.order_no,
    before: { status: order.status },
    after: { status: to, reason },
  });
  await notify(tx, order, step);
};

/**
 * Takes a step of staff or of time: the order is locked, the domain decides, and status, history, voucher, consents, audit and notice are part of
 * the caller's transaction. A step that was taken before returns its result again, changes nothing and tells nobody; with another reason it is
 * refused, because the merchant has read the first.
 *
 * @source R4.8, R4.12, R4.13, R11.5
 */
export const takeReviewStep = async (
  tx: Tx,
  ports: Pick<Ports, 'clock' | 'outbox' | 'config'>,
  author: Author,
  asked: AskedReview,
): Promise<ReviewResult> => {
  const { orderNo, action } = asked;
  const reason = asked.reason?.trim() ?? '';
  const fault = orderReasonFault(action, reason);
  if (fault !== null) return { ok: false, reason: fault };
  const order = await lockOrderByNumber(tx, orderNo);
  if (order === undefined) return { ok: false, reason: 'notFound' };
  const { version } = order;
  if (asked.version !== undefined && asked.version !== version) return { ok: false, reason: 'changed' };
  const actor = reviewActorOf(author);
  const now = ports.clock.now();
  const reviewed = await reviewedOf(tx, order, { action, now });
  const { status } = reviewed;
  const review = reviewOrder(reviewed, { action, actor, now });
  if (!review.ok) {
    const mayBeRepeated = review.reason === 'notAllowed' || review.reason === 'notCertified';
    const last = mayBeRepeated ? await findLastStep(tx, order) : undefined;
    if (last?.action !== action) return { ok: false, reason: review.reason, status };
    // The merchant has read the first reason.
    if ((last.reason ?? '') !== reason) return { ok: false, reason: 'changed', status };
    return { ok: true, status, version, changed: false };
  }
  const { to, changes } = review;
  const step = {
    action,
    to,
    actor,
    userId: null,
    byName: names[actor],
    staffId: staffIn(author),
    reason: reason === '' ? null : reason,
    changes: columnsOf(changes),
  };
  await store(tx, author, { order, step });
  if (asked.action === 'refund') await asked.onRefund(tx, ports, orderNo);
  return { ok: true, status: to, version: version + 1, changed: true };
};
