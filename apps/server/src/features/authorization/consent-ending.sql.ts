import { type ConsentEnding, type ConsentScene, isForProductOnly } from '@ronghui/domain/authorization';
import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** A withdrawal as it is stored. */
export interface Withdrawal {
  readonly userId: string;
  readonly address: string;
  readonly reason: string | null;
}

/** Marks a record in force as withdrawn; false when it was withdrawn already or has ended, which changes nothing. Of two parallel calls one marks it. */
export const withdrawConsent = async (
  tx: Tx,
  { tenantId, recordId }: { readonly tenantId: string; readonly recordId: string },
  { userId, address, reason }: Withdrawal,
): Promise<boolean> => {
  const marked = await tx
    .updateTable('consent')
    .set({
      withdrawn_at: sql<Date>`app_now()`,
      withdrawn_by: sql<string>`coalesce(user_label(${userId}), '')`,
      withdraw_address: address,
      withdraw_reason: reason,
    })
    .where('tenant_id', '=', tenantId)
    .where('consent_id', '=', recordId)
    .where('withdrawn_at', 'is', null)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>', sql<Date>`app_now()`)]))
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
};

const productScenes: readonly ConsentScene[] = (['purchase', 'dataSharing'] as const).filter(isForProductOnly);

/** Ends consents that were given only for one product; their content stays unchanged. By consent_product. @source R10.6 */
export const endProductConsents = async (tx: Tx, tenantId: string, pid: string): Promise<void> => {
  await tx
    .updateTable('consent')
    .set({ ended_at: sql<Date>`app_now()`, end_reason: 'productEnded' satisfies ConsentEnding })
    .where('tenant_id', '=', tenantId)
    .where('pid', '=', pid)
    .where('scene', 'in', [...productScenes])
    .where('withdrawn_at', 'is', null)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>', sql<Date>`app_now()`)]))
    .execute();
};

/** Ends records that newer ones replace. By the primary key. */
export const endReplaced = async (tx: Tx, tenantId: string, recordIds: readonly string[]): Promise<void> => {
  await tx
    .updateTable('consent')
    .set({ ended_at: sql<Date>`app_now()`, end_reason: 'replaced' satisfies ConsentEnding })
    .where('tenant_id', '=', tenantId)
    .where('consent_id', 'in', [...recordIds, ''])
    .where('withdrawn_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
};

/** Records that end within these days and were not announced, oldest first; locked; the caller marks them as announced. By consent_end. */
export const lockEndingConsents = (tx: Tx, days: number, limit: number) =>
  tx
    .selectFrom('consent as c')
    .innerJoin('agreement as a', (join) =>
      join.onRef('a.agreement_id', '=', 'c.agreement_id').onRef('a.version', '=', 'c.agreement_version'),
    )
    .select(['c.tenant_id', 'c.consent_id', 'c.product_name', 'c.org_name', 'c.valid_to', 'a.title'])
    .where('c.withdrawn_at', 'is', null)
    .where('c.ended_at', 'is', null)
    .where('c.warned_at', 'is', null)
    .where('c.valid_to', '>', sql<Date>`app_now()`)
    .where('c.valid_to', '<=', sql<Date>`app_now() + ${days}::int * interval '1 day'`)
    .orderBy('c.valid_to')
    .limit(limit)
    .forUpdate('c')
    .skipLocked()
    .execute();

/** Marks records as announced. */
export const markWarned = async (tx: Tx, tenantId: string, recordId: string): Promise<void> => {
  await tx
    .updateTable('consent')
    .set({ warned_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('consent_id', '=', recordId)
    .execute();
};
