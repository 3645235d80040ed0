import { openOrderStatuses } from '@ronghui/domain/order';
import { sql } from 'kysely';
import { type ConsentedOrders, endProductConsents } from '#features/authorization/authorization.steps';
import type { Db, Tx } from '#kernel/database/db';

/**
 * Takes the tenant's order lock until the transaction ends. It is a separate statement, so that the next ones see everything that was
 * committed before. A caller that also locks rows of orders locks them first.
 */
export const takeOrderLock = async (tx: Tx, tenantId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('order ' || ${tenantId}, 0))`.execute(tx);
};

/** The product of an order, and the consent records that it relies on. By the primary key. */
const findOrderConsents = (db: Db, tenantId: string, orderNo: string) =>
  db
    .selectFrom('order')
    .select(['order_no', 'pid', 'product_name', 'org_name', 'consent_ids'])
    .where('tenant_id', '=', tenantId)
    .where('order_no', '=', orderNo)
    .executeTakeFirst();

const isOpenOn = (recordIds: readonly string[]) =>
  sql<boolean>`consent_ids && ${[...recordIds]}::text[] and status in (${sql.join([...openOrderStatuses])})`;

/** Open orders of a product that rely on one of these records, locked until the transaction ends, always in the same order. By order_by_product. */
const lockOpenOrders = (tx: Tx, tenantId: string, { pid, recordIds }: { pid: string; recordIds: readonly string[] }) =>
  tx
    .selectFrom('order')
    .select(['order_no', 'consent_ids'])
    .where('tenant_id', '=', tenantId)
    .where('pid', '=', pid)
    .where(isOpenOn(recordIds))
    .orderBy('order_no')
    .limit(1000)
    .forNoKeyUpdate()
    .execute();

/** The newest open order of a product that relies on a record. By order_by_product. */
const findOpenOn = (db: Db, tenantId: string, { pid, recordId }: { pid: string; recordId: string }) =>
  db
    .selectFrom('order')
    .select('order_no')
    .where('tenant_id', '=', tenantId)
    .where('pid', '=', pid)
    .where(isOpenOn([recordId]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Sets the records that an order relies on; the caller has locked the order. */
const updateOrderConsents = async (
  tx: Tx,
  tenantId: string,
  { orderNo, consentIds }: { readonly orderNo: string; readonly consentIds: readonly string[] },
): Promise<void> => {
  await tx
    .updateTable('order')
    .set({ consent_ids: [...consentIds], updated_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('order_no', '=', orderNo)
    .execute();
};

/** The orders' side of `ConsentedOrders`. */
export const consentedOrders: ConsentedOrders = {
  find: findOrderConsents,
  findOpenOn,
  lockOpenOn: lockOpenOrders,
  takeOrderLock: takeOrderLock,
  updateConsents: updateOrderConsents,
};

const hasOpenOrder = async (tx: Tx, tenantId: string, pid: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('order')
    .select('order_no')
    .where('tenant_id', '=', tenantId)
    .where('pid', '=', pid)
    .where('status', 'in', [...openOrderStatuses])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Ends the consents that were given only for a product, once the tenant has no open order of it. The tenant's order lock
 * is taken first, so that of two last orders that end in parallel the second sees the end of the first. By order_by_product.
 *
 * @source R10.6, R4.12
 */
export const endConsentsOfLastOrder = async (tx: Tx, tenantId: string, pid: string): Promise<void> => {
  await takeOrderLock(tx, tenantId);
  if (!(await hasOpenOrder(tx, tenantId, pid))) await endProductConsents(tx, tenantId, pid);
};

/** The active renewal of an order; null while there is none. By order_one_renewal. */
export const findContinuation = async (tx: Tx, tenantId: string, orderNo: string): Promise<string | null> => {
  const row = await tx
    .selectFrom('order')
    .select('order_no')
    .where('tenant_id', '=', tenantId)
    .where('renews_order_no', '=', orderNo)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row?.order_no ?? null;
};
