import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** A run whose items are needed no longer. */
export interface NeedlessRun {
  readonly tenant_id: string;
  readonly run_id: string;
  readonly run_no: number;
}

/** Runs that only tried settings and ended so many days ago, and runs of ledgers that were deleted. By recon_run_dry and recon_ledger_removed. */
export const listNeedlessRuns = async (db: Db, days: number): Promise<readonly NeedlessRun[]> => {
  const { rows } = await sql<NeedlessRun>`
    select tenant_id, run_id, run_no from recon_run
      where is_dry and matched_at < app_now() - ${days}::float8 * interval '1 day'
    union all
    select r.tenant_id, r.run_id, r.run_no from recon_ledger l join recon_run r using (tenant_id, ledger_id)
      where l.removed_at is not null and r.next_item_no is not null
    limit 100`.execute(db);
  return rows;
};

/** Notes that a run has no items any more: it has expired. */
export const updateExpired = async (tx: Tx, { tenant_id, run_id }: NeedlessRun): Promise<void> => {
  await tx.deleteFrom('recon_claim').where('tenant_id', '=', tenant_id).where('run_id', '=', run_id).execute();
  await tx.deleteFrom('recon_total').where('tenant_id', '=', tenant_id).where('run_id', '=', run_id).execute();
  await tx
    .updateTable('recon_run')
    .set({ matched_at: null, next_item_no: null, changes: null, carried: null, version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenant_id)
    .where('run_id', '=', run_id)
    .execute();
};
