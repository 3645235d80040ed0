/** What other nouns ask of orders in their own transaction. */
export {
  insertOrder,
  insertStep,
  isRenewed,
  type LockedOrder,
  lockOrder,
  lockOrderPlaces,
  type NewOrder,
} from './order.sql.ts';
export { consentedOrders } from './order-consents.sql.ts';
