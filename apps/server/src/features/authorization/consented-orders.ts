import type { Db, Tx } from '#kernel/database/db';

/** An order as it was bought, and the consent records that it relies on. */
export interface ConsentedOrder {
  readonly order_no: string;
  readonly pid: string;
  readonly product_name: string;
  readonly org_name: string | null;
  readonly consent_ids: readonly string[];
}

/**
 * What the ledger needs from orders when a consent is given again. `order` comes after `authorization` in the order of nouns, so
 * `features/index.ts` provides it. Each function works in the caller's transaction.
 */
export interface ConsentedOrders {
  /** An order of the tenant by its number. */
  find(db: Db, tenantId: string, orderNo: string): Promise<ConsentedOrder | undefined>;
  /** The newest open order of a product that relies on a record. */
  findOpenOn(
    db: Db,
    tenantId: string,
    on: { readonly pid: string; readonly recordId: string },
  ): Promise<Pick<ConsentedOrder, 'order_no'> | undefined>;
  /** Locks the open orders of a product that rely on one of these records until the transaction ends, always in the same order. */
  lockOpenOn(
    tx: Tx,
    tenantId: string,
    on: { readonly pid: string; readonly recordIds: readonly string[] },
  ): Promise<readonly Pick<ConsentedOrder, 'order_no' | 'consent_ids'>[]>;
  /** Takes the tenant's order lock until the transaction ends; taken after the rows of orders. */
  takeOrderLock(tx: Tx, tenantId: string): Promise<void>;
  /** Sets the records that a locked order relies on. */
  updateConsents(
    tx: Tx,
    tenantId: string,
    order: { readonly orderNo: string; readonly consentIds: readonly string[] },
  ): Promise<void>;
}
