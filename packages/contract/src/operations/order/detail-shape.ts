import { authorizationStatuses } from '@ronghui/domain/authorization';
import { type OrderAction, orderActions } from '@ronghui/domain/order';
import { chosenOptions } from '../../chosen-options.ts';
import { orderFields, orderStatus, quoteItems } from '../../order-shapes.ts';
import { flag, id, isoTime, list, nullable, object, optional, paymentCode, text, word } from '../../shapes.ts';

/** An event in an order's history, its creation included. */
const stepWords = ['submit', ...orderActions] as const satisfies readonly ('submit' | OrderAction)[];

/** An order with its history, agreements, payee and vouchers. */
export const orderDetailFields = {
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
  /** 附言码: by which its payment is recognised in a bank's remark; an order with a price has one. */
  paymentCode: optional(paymentCode()),
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
};
