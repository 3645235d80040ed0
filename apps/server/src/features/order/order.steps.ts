/** What other nouns may call within their transaction. */
export {
  insertOrder,
  insertStep,
  isRenewed,
  type LockedOrder,
  lockOrder,
  lockOrdersUnderWay,
  type NewOrder,
  purchasedOf,
} from './order.sql.ts';
export { consentedOrders } from './order-consents.sql.ts';
export { lockOrdersToInvoice, type OrderToInvoice } from './order-invoice.sql.ts';
export { lapseOverdue } from './order-lapse.ts';
