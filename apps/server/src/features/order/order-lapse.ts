import type { Tx } from '#kernel/database/db';
import { systemAuthor } from '#kernel/observe/audit';
import { takeReviewStep } from './order.review.ts';
import { listLapsed, lockOrders } from './order-jobs.sql.ts';

const atOnce = 200;

/** What is lapsed beside an order that the caller steps itself. */
interface Lapsing {
  readonly tenantId: string;
  /** An order that the caller locks afterwards: it is locked here with the others, because rows come before the order lock. */
  readonly also?: string;
}

/**
 * Cancels the orders of a tenant whose time to pay is over, as the job does that comes round later, before orders are counted: none of them is in
 * the way of another one. All of them are locked first, in the order of their numbers, as everybody locks several orders.
 *
 * @source R4.8, R4.12
 */
export const lapseOverdue = async (
  tx: Tx,
  ports: Parameters<typeof takeReviewStep>[1],
  { tenantId, also }: Lapsing,
): Promise<void> => {
  const overdue = await listLapsed(tx, atOnce, tenantId);
  if (overdue.length === 0) return;
  await lockOrders(tx, tenantId, also === undefined ? overdue : [...overdue, also]);
  for (const orderNo of overdue) await takeReviewStep(tx, ports, systemAuthor, { orderNo, action: 'lapse' });
};
