import { chosenOptions } from '../chosen-options.ts';
import { accepted } from '../content-shapes.ts';
import { invalid } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { orderStatus, purchasedFields, quoteItems } from '../order-shapes.ts';
import { fen, id, idempotencyKey, kid, name, object, optional, sealed, whole } from '../shapes.ts';

/** The current price. */
const priceChanged = () => ({ code: 'RHOR001', data: object({ totalAmount: fen({ min: 0 }) }) }) as const;

/** The reply of a purchase and of a renewal. */
const placed = () => object({ orderNo: id(), status: orderStatus(), totalAmount: fen({ min: 0 }) });

/** Configuring, pricing and placing an order, or renewing one (R4.8, R4.13, R10.2). */
export const purchaseOperations = {
  'order.quote': operation({
    path: '/ftc/api/order/quote',
    summary: '实时报价',
    who: 'visitor',
    content: true,
    request: object({
      pid: id(),
      skuId: id(),
      quantity: whole(1, 1_000_000),
      termMonths: optional(whole(1, 120)),
      options: optional(chosenOptions()),
    }),
    reply: object({ items: quoteItems(), totalAmount: fen({ min: 0 }) }),
    errors: { notFound: 'RHSY404', invalid, notPriced: 'RHOR002' },
  }),
  'portal.purchase': operation({
    path: '/ftc/portal/purchase',
    summary: '提交订单',
    who: 'merchant',
    keys: ['order.write'],
    writes: true,
    idempotent: true,
    request: object({
      ...purchasedFields,
      skuId: id(),
      termMonths: optional(whole(1, 120)),
      options: optional(chosenOptions()),
      contact: optional(object({ name: name(40), mobile: sealed('mobile') })),
      kid: optional(kid()),
      agreements: accepted(),
      expectedAmount: fen({ min: 0 }),
      idempotencyKey: idempotencyKey(),
    }),
    reply: placed(),
    errors: {
      notFound: 'RHSY404',
      invalid,
      notPriced: 'RHOR002',
      priceChanged: priceChanged(),
      agreementsChanged: 'RHAG001',
      tooMany: 'RHOR003',
    },
  }),
  'order.renew': operation({
    path: '/ftc/api/order/renew',
    summary: '续费：接在原订单之后的新订单',
    who: 'merchant',
    keys: ['order.write'],
    writes: true,
    idempotent: true,
    request: object({
      orderNo: id(),
      termMonths: whole(1, 120),
      expectedAmount: optional(fen({ min: 0 })),
      agreements: optional(accepted()),
      idempotencyKey: idempotencyKey(),
    }),
    reply: placed(),
    errors: {
      notFound: 'RHSY404',
      notAllowed: 'RHSY409',
      invalid,
      notOffered: 'RHOR004',
      priceChanged: priceChanged(),
      agreementsChanged: 'RHAG001',
      tooMany: 'RHOR003',
    },
  }),
} satisfies Record<string, OperationSpec>;
