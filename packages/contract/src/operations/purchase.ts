import { chosenOptions } from '../chosen-options.ts';
import { accepted } from '../content-shapes.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { orderStatus, quoteItems } from '../order-shapes.ts';
import { fen, id, idempotencyKey, kid, object, optional, sealed, text, whole } from '../shapes.ts';

/** What a purchase or a renewal answers. */
const placed = () => object({ orderNo: id(), status: orderStatus(), totalAmount: fen({ min: 0 }) });

/** What is configured, priced and placed: a new order, or the renewal of one (R4.8, R4.13, R10.2). */
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
    errors: { notFound: 'RHSY404', invalid: 'RHSY422', notPriced: 'RHOR002' },
  }),
  'portal.purchase': operation({
    path: '/ftc/portal/purchase',
    summary: '提交订单',
    who: 'merchant',
    keys: ['order.write'],
    writes: true,
    idempotent: true,
    request: object({
      pid: id(),
      skuId: id(),
      quantity: whole(1, 1_000_000),
      termMonths: optional(whole(1, 120)),
      options: optional(chosenOptions()),
      contact: optional(object({ name: text(40), mobile: sealed('mobile') })),
      kid: optional(kid()),
      agreements: accepted(),
      expectedAmount: fen({ min: 0 }),
      idempotencyKey: idempotencyKey(),
    }),
    reply: placed(),
    errors: {
      notFound: 'RHSY404',
      invalid: 'RHSY422',
      notPriced: 'RHOR002',
      priceChanged: 'RHOR001',
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
      invalid: 'RHSY422',
      notOffered: 'RHOR004',
      priceChanged: 'RHOR001',
      agreementsChanged: 'RHAG001',
      tooMany: 'RHOR003',
    },
  }),
} satisfies Record<string, OperationSpec>;
