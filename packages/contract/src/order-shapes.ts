import { orderStatuses } from '@ronghui/domain/order';
import { fen, fenSum, id, isoTime, list, nullable, object, optional, text, whole, word } from './shapes.ts';

/** The lines of a price. */
export const quoteItems = () => list(object({ label: text(120), amount: fen() }));
/** The status of an order. */
export const orderStatus = () => word(orderStatuses);
/** How often an order has changed. */
export const orderVersion = () => whole(1, Number.MAX_SAFE_INTEGER);

/** What a purchase says and its order keeps as it is: a field that is added here is sent, stored and shown. */
export const purchasedFields = {
  pid: id(),
  quantity: whole(1, 1_000_000),
};

/** The fields of an order in a list. */
export const orderFields = {
  orderNo: id(),
  ...purchasedFields,
  productName: text(60),
  skuName: text(60),
  termMonths: nullable(whole(1, 120)),
  totalAmount: fen({ min: 0 }),
  status: orderStatus(),
  createdAt: isoTime(),
  payBy: optional(isoTime()),
  /** While it is to be paid: its last voucher is waiting to be checked, or was returned. */
  voucherStatus: optional(word(['waiting', 'returned'])),
  activeFrom: optional(isoTime()),
  expiresAt: optional(isoTime()),
  version: orderVersion(),
};

/** Some orders together. */
export const someOrders = () => object({ count: whole(0, Number.MAX_SAFE_INTEGER), amount: fenSum({ min: 0 }) });
