import { authorizationStatuses } from '@ronghui/domain/authorization';
import { type OrderAction, orderActions } from '@ronghui/domain/order';
import { chosenOptions } from '../chosen-options.ts';
import { invalid } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { orderFields, orderStatus, orderVersion, quoteItems, someOrders } from '../order-shapes.ts';
import {
  cursorFields,
  cursorPageOf,
  dayOrTime,
  flag,
  id,
  idempotencyKey,
  isoTime,
  list,
  nullable,
  object,
  optional,
  text,
  word,
} from '../shapes.ts';

const filterFields = {
  status: optional(orderStatus()),
  pid: optional(id()),
  from: optional(dayOrTime()),
  to: optional(dayOrTime()),
  orderNo: optional(id()),
};

/** An event in an order's history, its creation included. */
const stepWords = ['submit', ...orderActions] as const satisfies readonly ('submit' | OrderAction)[];

const detail = () =>
  object({
    ...orderFields,
    skuId: id(),
    unit: text(20),
    billing: word(['prepaid', 'postpaid']),
    /** The options of the configuration: `choice` with their labels, `options` as a purchase takes them. */
    choice: list(object({ label: text(60), value: text(120) })),
    options: chosenOptions(),
    items: quoteItems(),
    /** The organisation that receives a loan product's data, and its rate (R10.13). */
    orgName: optional(text(60)),
    annualRate: optional(text(40)),
    contact: optional(object({ name: text(40), mobileMasked: text(20) })),
    renewsOrderNo: optional(id()),
    renewedByOrderNo: optional(id()),
    /** Stays in review until the tenant is certified (R4.13). */
    waitsForCertification: flag(),
    steps: list(
      object({
        action: word(stepWords),
        from: nullable(orderStatus()),
        to: orderStatus(),
        by: text(80),
        at: isoTime(),
        reason: nullable(text(500)),
      }),
    ),
    agreements: list(
      object({
        recordId: id(),
        id: id(),
        version: text(32),
        title: text(80),
        status: word(authorizationStatuses),
        /** The end of the consent's term; null: it holds until it is withdrawn or its product ends. */
        validTo: optional(nullable(isoTime())),
      }),
    ),
    payee: nullable(object({ name: text(80), bank: text(120), accountNo: text(40) })),
    vouchers: list(
      object({
        voucherId: id(),
        status: word(['waiting', 'accepted', 'returned', 'replaced']),
        payerName: text(80),
        paidAt: isoTime(),
        sentAt: isoTime(),
        reason: nullable(text(500)),
        files: list(object({ fileId: id(), name: text(200) })),
      }),
    ),
  });

const stepped = () => object({ orderNo: id(), status: orderStatus(), version: orderVersion() });

/** Orders and their steps (R4.8, R4.13, R10.2). */
export const orderOperations = {
  'order.page': operation({
    path: '/ftc/api/order/page',
    summary: '订单列表',
    who: 'merchant',
    keys: ['order.read'],
    request: object({ ...filterFields, ...cursorFields }),
    reply: cursorPageOf(object(orderFields)),
    errors: { invalid },
  }),
  'order.sum': operation({
    path: '/ftc/api/order/sum',
    summary: '订单应付合计',
    who: 'merchant',
    keys: ['order.read'],
    request: object(filterFields),
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
    reply: detail(),
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
    errors: { notFound: 'RHSY404', notAllowed: 'RHSY409' },
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
      payerName: text(80),
      idempotencyKey: idempotencyKey(),
    }),
    reply: stepped(),
    errors: {
      notFound: 'RHSY404',
      notAllowed: 'RHSY409',
      invalid,
      scanning: 'RHFI002',
      consentGone: 'RHAZ001',
    },
  }),
} satisfies Record<string, OperationSpec>;
