/** What other nouns may call within their transaction, and what the ledger needs from orders. */
export { type ConsentSource, insertConsents, type NewConsent } from './authorization.sql.ts';
export { endProductConsents } from './consent-ending.sql.ts';
export type { ConsentedOrders } from './consented-orders.ts';
