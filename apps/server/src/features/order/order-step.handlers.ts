import type { orderOperations } from '@ronghui/contract';
import { instantOfUtc } from '@ronghui/domain/day-range';
import { fileKinds } from '@ronghui/domain/file-kind';
import { yuanText } from '@ronghui/domain/money';
import { statusAt, stepOrder } from '@ronghui/domain/order';
import { countConsentsNotInForce } from '#features/authorization/authorization.reads';
import { listFiles } from '#features/file/file.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, MerchantContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { findOrderSurroundings, lockOrder, storeStep } from './order.sql.ts';
import { endConsentsOfLastOrder } from './order-consents.sql.ts';
import { insertVoucher } from './order-voucher.sql.ts';

/** The kinds of file that a payment voucher may have. */
const proofTypes: ReadonlySet<string> = new Set([fileKinds.pdf, fileKinds.png, fileKinds.jpeg].map(({ mime }) => mime));

/** Locks an order of the tenant and asks the domain for a step of the merchant; a refusal has the operations' reasons. */
const tryStep = async (
  tx: Tx,
  { tenantId, ports }: MerchantContext,
  orderNo: string,
  action: 'cancel' | 'sendVoucher',
) => {
  const order = await lockOrder(tx, tenantId, orderNo);
  if (order === undefined) return { ok: false, reason: 'notFound' } as const;
  const surroundings = await findOrderSurroundings(tx, order);
  const { status, pay_by: payBy, expires_at: expiresAt, total_fen: totalAmount } = order;
  // The deadline may have passed while the call waited for the order.
  const now = ports.clock.now();
  // A waiting voucher keeps the order, but after the deadline no other one takes its place.
  if (action === 'sendVoucher' && payBy !== null && payBy <= now) return { ok: false, reason: 'notAllowed' } as const;
  const present = statusAt({ status, payBy, expiresAt, ...surroundings }, now);
  const step = stepOrder({ status: present, totalAmount, ...surroundings }, action, 'merchant');
  return step.ok ? ({ ok: true, order, to: step.to } as const) : ({ ok: false, reason: 'notAllowed' } as const);
};

/** The merchant's steps of an order: cancelling it, and sending a payment voucher (R4.8, R10.2). */
export const orderStepHandlers: HandlersFor<Pick<typeof orderOperations, 'order.cancel' | 'order.uploadVoucher'>> = {
  'order.cancel': async ({ orderNo, reason = null, ...rest }, context) => {
    allTaken(rest);
    return context.transact(async (tx) => {
      const step = await tryStep(tx, context, orderNo, 'cancel');
      if (!step.ok) return context.fail(step);
      const { order, to } = step;
      const { tenantId, userId } = context;
      const version = await storeStep(tx, order, {
        action: 'cancel',
        to,
        actor: 'merchant',
        userId,
        byName: null,
        reason,
      });
      await endConsentsOfLastOrder(tx, tenantId, order.pid);
      context.audit({ object: orderNo, before: { status: order.status }, after: { status: to } });
      return { orderNo, status: to, version };
    });
  },

  'order.uploadVoucher': async ({ orderNo, fileIds, paidAt, payerName, ...rest }, context) => {
    allTaken(rest);
    const { userId, ports, now, fail } = context;
    const paid = instantOfUtc(paidAt);
    if (paid === null || paid > now) {
      return fail('invalid', wrongField('paidAt', '付款时间应为已经过去的时间'));
    }
    return context.transact(async (tx) => {
      const step = await tryStep(tx, context, orderNo, 'sendVoucher');
      if (!step.ok) return fail(step);
      const { order, to } = step;
      // An order that cannot be opened must not be paid.
      if ((await countConsentsNotInForce(tx, context.tenantId, order.consent_ids)) > 0) return fail('consentGone');
      const named = [...new Set(fileIds)];
      const files = await listFiles(tx, context.tenantId, named);
      if (files.length < named.length) return fail('notFound');
      if (files.some(({ status }) => status === 'scanning')) return fail('scanning');
      if (files.some(({ is_restricted }) => is_restricted)) {
        return fail('invalid', wrongField('fileIds', '认证资料不能作为凭证，请另行上传'));
      }
      if (!files.every(({ mime }) => proofTypes.has(mime))) {
        return fail('invalid', wrongField('fileIds', '凭证应为 PDF、PNG 或 JPEG'));
      }
      const voucher = { voucherId: ports.ids.id(), payerName, paidAt: paid, fileIds: named, userId };
      await insertVoucher(tx, order, voucher);
      const version = await storeStep(tx, order, {
        action: 'sendVoucher',
        to,
        actor: 'merchant',
        userId,
        byName: null,
        reason: null,
      });
      await ports.outbox.enqueue(tx, {
        kind: 'mail',
        to: ports.config.providerMail,
        subject: `订单 ${orderNo} 已上传付款凭证`,
        text: `付款方：${payerName}\n金额：${yuanText(order.total_fen, { grouping: false })} 元`,
      });
      context.audit({ object: orderNo, after: { voucherId: voucher.voucherId, fileIds: voucher.fileIds } });
      return { orderNo, status: to, version };
    });
  },
};
