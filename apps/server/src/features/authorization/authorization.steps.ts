/** What other nouns may call within their transaction, and what the ledger needs from orders. */
export {
  type ConsentSource,
  endProductConsents,
  insertConsents,
  type NewConsent,
} from './authorization.sql.ts';
export type { ConsentedOrders } from './consented-orders.ts';
