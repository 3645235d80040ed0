import {
  addDays,
  isOrderFinal,
  type OrderAction,
  type OrderActor,
  type OrderStatus,
  payByAfterReturn,
  paymentDays,
  stepOrder,
  termOf,
} from '@ronghui/domain/order';
import { countNotHolding } from '#features/authorization/authorization.reads';
import type { Database, Tx } from '#kernel/database/db';
import { insertAuditEvent } from '#kernel/observe/audit.sql';
import type { Ports } from '#kernel/ports';
import {
  findFormerEnd,
  findOrderSurroundings,
  findTaken,
  type LockedOrder,
  lockOrderByNumber,
  storeStep,
  type TakenStep,
} from './order.sql.ts';
import { newsOfStep, tellMerchant } from './order-news.ts';
import { endConsentsOfLastOrder, findContinuation } from './order-standing.sql.ts';
import { settleVoucher } from './order-voucher.sql.ts';

/** What the desk or a job does to an order. */
export interface DeskStep {
  readonly orderNo: string;
  readonly action: Exclude<OrderAction, 'cancel' | 'sendVoucher'>;
  readonly actor: Exclude<OrderActor, 'merchant'>;
  readonly reason?: string | undefined;
}

/** What came of it; a repeated step changes nothing and says so. */
export type DeskResult =
  | { readonly ok: true; readonly status: OrderStatus; readonly changed: boolean }
  | {
      readonly ok: false;
      readonly reason:
        | 'notFound'
        | 'notAllowed'
        | 'notCertified'
        | 'reasonMissing'
        | 'reasonTooLong'
        | 'consentGone'
        | 'notDue';
      readonly status?: OrderStatus;
    };

const needsReason: readonly OrderAction[] = ['reject', 'sendBackPayment', 'refund', 'terminate'];
/** As the history keeps it. @unit characters */
const reasonLength = 500;
const names = { ops: '平台运营', job: '系统' } as const;

type Changes = NonNullable<TakenStep['changes']>;

/** What a step sets beside the status. */
const changesOf = async (
  tx: Tx,
  order: LockedOrder,
  { action, to, now }: { action: OrderAction; to: OrderStatus; now: Date },
): Promise<Changes> => {
  if (to === 'pendingPayment' && action === 'approve') return { pay_by: addDays(now, paymentDays) };
  if (action === 'sendBackPayment') return { pay_by: payByAfterReturn(order.pay_by ?? now, now) };
  if (action === 'terminate') return { expires_at: now };
  if (action !== 'activate') return {};
  const former =
    order.renews_order_no === null ? null : await findFormerEnd(tx, order.tenant_id, order.renews_order_no);
  const { activeFrom, expiresAt } = termOf(now, order.term_months, former);
  return { active_from: activeFrom, expires_at: expiresAt };
};

const isDue = (order: LockedOrder, action: OrderAction, now: Date): boolean => {
  if (action === 'lapse') return order.pay_by !== null && order.pay_by <= now;
  return action !== 'expire' || (order.expires_at !== null && order.expires_at <= now);
};

const store = async (tx: Tx, order: LockedOrder, step: TakenStep): Promise<void> => {
  const { action, reason, changes = {} } = step;
  await storeStep(tx, order, step);
  if (action === 'acceptPayment') await settleVoucher(tx, order, { status: 'accepted', reason: null });
  if (action === 'sendBackPayment') await settleVoucher(tx, order, { status: 'returned', reason });
  if (isOrderFinal(step.to)) await endConsentsOfLastOrder(tx, order.tenant_id, order.pid);
  await insertAuditEvent(tx, {
    event: `${step.actor}.order.${action}`,
    operation: '',
    result: 'ok',
    tenant_id: order.tenant_id,
    user_id: null,
    session_id: null,
    address: '',
    object: order.order_no,
    before: JSON.stringify({ status: order.status }),
    after: JSON.stringify({ status: step.to, reason }),
    request_id: '',
  });
  const continuedBy = action === 'expire' ? await findContinuation(tx, order.tenant_id, order.order_no) : null;
  const facts = { orderNo: order.order_no, productName: order.product_name, reason, continuedBy };
  const times = {
    payBy: changes.pay_by ?? null,
    activeFrom: changes.active_from ?? null,
    expiresAt: changes.expires_at ?? null,
  };
  const news = newsOfStep(action, { ...facts, ...times });
  if (news !== null) tellMerchant(tx, { tenantId: order.tenant_id, orderNo: order.order_no, ...news });
};

/**
 * Takes a step of the desk or of a job: the order is held, the domain decides, and status, history, voucher, consents, audit and news are
 * one transaction. A step that was taken before is told again and changes nothing.
 *
 * @reason notDue            a job came before its time
 * @reason consentGone      what the order stands on was withdrawn or is over
 * @source R4.8, R4.12, R4.13, R11.5
 */
export const takeDeskStep = (ports: Ports, database: Database, asked: DeskStep): Promise<DeskResult> => {
  const { orderNo, action, actor } = asked;
  const reason = asked.reason?.trim() ?? '';
  if (needsReason.includes(action) && reason === '') return Promise.resolve({ ok: false, reason: 'reasonMissing' });
  if ([...reason].length > reasonLength) return Promise.resolve({ ok: false, reason: 'reasonTooLong' });
  return database.transact('service', async (tx): Promise<DeskResult> => {
    const order = await lockOrderByNumber(tx, orderNo);
    if (order === undefined) return { ok: false, reason: 'notFound' };
    const { status } = order;
    const state = { status, totalAmount: order.total_fen, ...(await findOrderSurroundings(tx, order)) };
    const step = stepOrder(state, action, actor);
    if (!step.ok) {
      const wasTaken = await findTaken(tx, order, action);
      return wasTaken ? { ok: true, status, changed: false } : { ok: false, reason: step.reason, status };
    }
    const now = ports.clock.now();
    if (!isDue(order, action, now)) return { ok: false, reason: 'notDue', status };
    const opens = action === 'approve' || action === 'activate';
    if (opens && (await countNotHolding(tx, order.tenant_id, order.consent_ids)) > 0) {
      return { ok: false, reason: 'consentGone', status };
    }
    const { to } = step;
    const changes = await changesOf(tx, order, { action, to, now });
    const taken = { action, to, actor, userId: null, byName: names[actor], reason: reason === '' ? null : reason };
    await store(tx, order, { ...taken, changes });
    return { ok: true, status: to, changed: true };
  });
};
