import type { Tx } from '#kernel/database/db';
import { systemAuthor } from '#kernel/observe/audit';
import { takeReviewStep } from './order.review.ts';
import { listLapsed } from './order-jobs.sql.ts';

const atOnce = 200;

/**
 * Cancels the orders of a tenant whose time to pay is over, as the job does that comes round later, before orders are counted: none of them is in
 * the way of another one.
 *
 * @source R4.8
 */
export const lapseOverdue = async (
  tx: Tx,
  ports: Parameters<typeof takeReviewStep>[1],
  tenantId: string,
): Promise<void> => {
  for (const orderNo of await listLapsed(tx, atOnce, tenantId)) {
    await takeReviewStep(tx, ports, systemAuthor, { orderNo, action: 'lapse' });
  }
};
