import type { Db, Tx } from '#kernel/database/db';

/** An order as it was bought, and the records of the ledger that it stands on. */
export interface ConsentedOrder {
  readonly order_no: string;
  readonly pid: string;
  readonly product_name: string;
  readonly org_name: string | null;
  readonly consent_ids: readonly string[];
}

/**
 * What the ledger asks of orders when a consent is given again: they stand on its records. `order` comes after `authorization` and is given
 * to it where the parts are put together. Each works in the caller's transaction.
 */
export interface ConsentedOrders {
  /** An order of the tenant by its number. */
  find(db: Db, tenantId: string, orderNo: string): Promise<ConsentedOrder | undefined>;
  /** The newest open order of a product that stands on a record. */
  findOpenOn(
    db: Db,
    tenantId: string,
    on: { readonly pid: string; readonly recordId: string },
  ): Promise<Pick<ConsentedOrder, 'order_no'> | undefined>;
  /** Holds the open orders of a product that stand on one of these records until the transaction ends, in one order for all. */
  lockOpenOn(
    tx: Tx,
    tenantId: string,
    on: { readonly pid: string; readonly recordIds: readonly string[] },
  ): Promise<readonly Pick<ConsentedOrder, 'order_no' | 'consent_ids'>[]>;
  /** Holds the tenant's place for orders until the transaction ends; taken after the rows of orders. */
  holdPlaces(tx: Tx, tenantId: string): Promise<void>;
  /** Sets the records that a held order stands on. */
  updateConsents(
    tx: Tx,
    tenantId: string,
    order: { readonly orderNo: string; readonly consentIds: readonly string[] },
  ): Promise<void>;
}
