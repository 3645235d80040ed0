/** What other nouns ask of the consent ledger in their own transaction, and what it asks of orders. */
export {
  type ConsentSource,
  endProductConsents,
  type GivenConsent,
  insertConsents,
} from './authorization.sql.ts';
export type { ConsentedOrders } from './consented-orders.ts';
