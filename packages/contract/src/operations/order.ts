import { orderPayments } from '@ronghui/domain/order';
import { invalid, raced } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { orderFields, orderStatus, orderVersion, someOrders } from '../order-shapes.ts';
import {
  cursorFields,
  cursorPageOf,
  dayOrTime,
  id,
  idempotencyKey,
  isoTime,
  list,
  name,
  object,
  optional,
  text,
  word,
} from '../shapes.ts';
import { orderDetailFields } from './order/detail-shape.ts';
import { orderReviewOperations } from './order/review.ts';

export { orderReviewOperations };

/** What lists, sums and exports of orders are asked by (R10.2). */
export const orderFilterFields = {
  status: optional(orderStatus()),
  pid: optional(id()),
  from: optional(dayOrTime()),
  to: optional(dayOrTime()),
  orderNo: optional(id()),
  /** Of those to be paid: which have a voucher that is checked, which have none, and which of these got theirs back. */
  payment: optional(word(orderPayments)),
};

const stepped = () => object({ orderNo: id(), status: orderStatus(), version: orderVersion() });

/** What the merchant does with its orders (R4.8, R4.13, R10.2). */
export const merchantOrderOperations = {
  'order.page': operation({
    path: '/ftc/api/order/page',
    summary: '订单列表',
    who: 'merchant',
    keys: ['order.read'],
    request: object({ ...orderFilterFields, ...cursorFields }),
    reply: cursorPageOf(object(orderFields)),
    errors: { invalid },
  }),
  'order.sum': operation({
    path: '/ftc/api/order/sum',
    summary: '订单应付合计',
    who: 'merchant',
    keys: ['order.read'],
    request: object(orderFilterFields),
    /** Over the whole filter: what is to be paid, and what was paid and is being checked. */
    reply: object({ toPay: someOrders(), inCheck: someOrders() }),
    errors: { invalid },
  }),
  'order.detail': operation({
    path: '/ftc/api/order/detail',
    summary: '订单详情',
    who: 'merchant',
    keys: ['order.read'],
    request: object({ orderNo: id() }),
    reply: object(orderDetailFields),
    errors: { notFound: 'RHSY404' },
  }),
  'order.cancel': operation({
    path: '/ftc/api/order/cancel',
    summary: '取消订单',
    who: 'merchant',
    keys: ['order.write'],
    writes: true,
    idempotent: true,
    request: object({ orderNo: id(), reason: optional(text(500)), idempotencyKey: idempotencyKey() }),
    reply: stepped(),
    errors: { notFound: 'RHSY404', notAllowed: raced('RHSY409', 'orderNo') },
  }),
  'order.uploadVoucher': operation({
    path: '/ftc/api/order/uploadVoucher',
    summary: '提交付款凭证',
    who: 'merchant',
    keys: ['order.write'],
    writes: true,
    idempotent: true,
    request: object({
      orderNo: id(),
      fileIds: list(id(), { min: 1, max: 5 }),
      paidAt: isoTime(),
      payerName: name(80),
      idempotencyKey: idempotencyKey(),
    }),
    reply: stepped(),
    errors: {
      notFound: 'RHSY404',
      notAllowed: raced('RHSY409', 'orderNo'),
      invalid,
      scanning: 'RHFI002',
      consentGone: 'RHAZ001',
    },
  }),
} satisfies Record<string, OperationSpec>;

/** Orders and their steps (R4.8, R4.13, R10.2, R11.5). */
export const orderOperations = {
  ...merchantOrderOperations,
  ...orderReviewOperations,
} satisfies Record<string, OperationSpec>;
