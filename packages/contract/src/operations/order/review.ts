import { takenFilters } from '@ronghui/domain/desk';
import { orderActions } from '@ronghui/domain/order';
import { orderQueues } from '@ronghui/domain/order-review';
import { invalid, raced, storageDown, tooOften } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { orderFields, orderStatus, orderVersion } from '../../order-shapes.ts';
import {
  cursorFields,
  cursorPageOf,
  day,
  file,
  flag,
  id,
  idempotencyKey,
  list,
  object,
  optional,
  text,
  word,
} from '../../shapes.ts';
import { orderDetailFields } from './detail-shape.ts';

/** Whose order it is. */
const owner = { tenantId: id(), tenantName: text(80, { min: 0 }), isCertified: flag() };
const action = () => word(orderActions);
const step = () => ({ orderNo: id(), version: orderVersion(), idempotencyKey: idempotencyKey() });
const reason = () => text(500);
const written = { who: 'ops', keys: ['ops.order.write'], writes: true, idempotent: true } as const;
const stepped = () => object({ status: orderStatus(), version: orderVersion() });
const refusals = {
  notFound: 'RHSY404',
  /** Not in the version that was read, or its status does not allow the step. */
  changed: raced('RHSY409', 'orderNo'),
} as const;

/** What the provider's staff do with orders (R4.8, R11.5). */
export const orderReviewOperations = {
  'ops.order.page': operation({
    path: '/ftc/ops/order/page',
    summary: '订单列表，等待办理的最早在前',
    who: 'ops',
    keys: ['ops.order.read'],
    /** `queue` is what waits for staff, oldest first; without one all orders, newest first. `keyword` is the beginning of a number, or a part of a merchant's name. */
    request: object({
      queue: optional(word(orderQueues)),
      taken: optional(word(takenFilters)),
      status: optional(orderStatus()),
      tenantId: optional(id()),
      keyword: optional(text(60)),
      /** Days in Shanghai, both included: of the submission, and of the day on which the payment was accepted. */
      from: optional(day()),
      to: optional(day()),
      paidFrom: optional(day()),
      paidTo: optional(day()),
      ...cursorFields,
    }),
    reply: cursorPageOf(object({ ...orderFields, ...owner, takenBy: optional(text(60, { min: 0 })) })),
    errors: { invalid },
  }),
  'ops.order.detail': operation({
    path: '/ftc/ops/order/detail',
    summary: '订单详情与可以办理的步骤',
    who: 'ops',
    keys: ['ops.order.read'],
    request: object({ orderNo: id() }),
    reply: object({ ...orderDetailFields, ...owner, actions: list(action()) }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.order.watch': operation({
    path: '/ftc/ops/order/watch',
    summary: '谁也打开着这笔订单，以及它是否已变化',
    who: 'ops',
    keys: ['ops.order.read'],
    passive: true,
    request: object({ orderNo: id() }),
    reply: object({ version: orderVersion(), others: list(text(60, { min: 0 })) }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.order.review': operation({
    path: '/ftc/ops/order/review',
    summary: '审核通过订单',
    ...written,
    request: object(step()),
    reply: stepped(),
    errors: { ...refusals, notCertified: 'RHOR005', consentGone: 'RHOR006' },
  }),
  'ops.order.reject': operation({
    path: '/ftc/ops/order/reject',
    summary: '驳回订单',
    ...written,
    request: object({ ...step(), reason: reason() }),
    reply: stepped(),
    errors: { ...refusals, invalid },
  }),
  'ops.order.checkPayment': operation({
    path: '/ftc/ops/order/checkPayment',
    summary: '核对付款：无误，或退回凭证',
    ...written,
    /** `reason` where the voucher is sent back. */
    request: object({ ...step(), outcome: word(['accept', 'sendBack']), reason: optional(reason()) }),
    reply: stepped(),
    errors: { ...refusals, invalid },
  }),
  'ops.order.open': operation({
    path: '/ftc/ops/order/open',
    summary: '开通订单，服务期自此起算',
    ...written,
    request: object(step()),
    reply: stepped(),
    errors: { ...refusals, consentGone: 'RHOR006' },
  }),
  'ops.order.refund': operation({
    path: '/ftc/ops/order/refund',
    summary: '登记退款',
    ...written,
    request: object({ ...step(), reason: reason() }),
    reply: stepped(),
    errors: { ...refusals, invalid },
  }),
  'ops.order.terminate': operation({
    path: '/ftc/ops/order/terminate',
    summary: '终止正在服务的订单',
    ...written,
    request: object({ ...step(), reason: reason() }),
    reply: stepped(),
    errors: { ...refusals, invalid },
  }),
  'ops.order.download': operation({
    path: '/ftc/ops/order/download',
    summary: '查看付款凭证，留有记录',
    who: 'ops',
    keys: ['ops.order.read'],
    request: object({ orderNo: id(), fileId: id() }),
    reply: file(),
    errors: { notFound: 'RHSY404', scanning: 'RHFI002', storage: storageDown, tooOften },
  }),
} satisfies Record<string, OperationSpec>;
