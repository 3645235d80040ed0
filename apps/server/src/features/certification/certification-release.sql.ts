import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/**
 * Lets go of a company: its code is free for another tenant to certify with, and nothing waits to be decided. What was submitted, and what
 * was decided on it, stays as long as the law asks. Primary keys.
 *
 * @source R4.11, R10.9
 */
export const releaseCertification = async (tx: Tx, tenantId: string): Promise<void> => {
  const free = {
    certified_no: null,
    certified_uscc: null,
    transfer_sealed: null,
    transfer_by: null,
    transfer_sent_at: null,
  };
  await tx
    .updateTable('certification')
    .set({ status: 'none', tries_left: null, ...free })
    .set({ updated_at: sql<Date>`app_now()`, version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenantId)
    .execute();
  await tx
    .updateTable('tenant')
    .set({ certification_status: 'none', updated_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .execute();
};
