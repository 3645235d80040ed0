import { openOrderStatuses } from '@ronghui/domain/order';
import { sql } from 'kysely';
import { type ConsentedOrders, endProductConsents } from '#features/authorization/authorization.steps';
import type { Db, Tx } from '#kernel/database/db';

/**
 * Holds the tenant's place for orders until the transaction ends: a statement of its own, so that what follows sees everything that was
 * stored before. Whoever also holds rows of orders takes them before it.
 */
export const holdOrderPlaces = async (tx: Tx, tenantId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('order ' || ${tenantId}, 0))`.execute(tx);
};

/** What an order was bought as, and the records that it stands on. By the primary key. */
const findOrderConsents = (db: Db, tenantId: string, orderNo: string) =>
  db
    .selectFrom('order')
    .select(['order_no', 'pid', 'product_name', 'org_name', 'consent_ids'])
    .where('tenant_id', '=', tenantId)
    .where('order_no', '=', orderNo)
    .executeTakeFirst();

const isOpenOn = (recordIds: readonly string[]) =>
  sql<boolean>`consent_ids && ${[...recordIds]}::text[] and status in (${sql.join([...openOrderStatuses])})`;

/** Open orders of a product that stand on one of these records, held until the transaction ends, in one order for all. By order_by_product. */
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

/** The newest open order of a product that stands on a record. By order_by_product. */
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

/** Sets the records that an order stands on; the order is held by the caller. */
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

/** Orders, as the ledger of consents asks for them. */
export const consentedOrders: ConsentedOrders = {
  find: findOrderConsents,
  findOpenOn,
  lockOpenOn: lockOpenOrders,
  holdPlaces: holdOrderPlaces,
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
 * Ends what was agreed to for a product alone, once the tenant has no order of it any more that is under way or runs. The tenant's place for
 * orders is taken first, so that of two last orders that end at once the second sees the first's end. By order_by_product.
 *
 * @source R10.6, R4.12
 */
export const endConsentsOfLastOrder = async (tx: Tx, tenantId: string, pid: string): Promise<void> => {
  await holdOrderPlaces(tx, tenantId);
  if (!(await hasOpenOrder(tx, tenantId, pid))) await endProductConsents(tx, tenantId, pid);
};

/** The renewal that runs; null while none does. By order_one_renewal. */
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
