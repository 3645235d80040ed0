import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** A run whose items are needed no longer. */
export interface EndedDryRun {
  readonly tenant_id: string;
  readonly run_id: string;
  readonly run_no: number;
}

/** Runs that only tried settings, and ended so many days ago. */
export const listEndedDryRuns = async (db: Db, days: number): Promise<readonly EndedDryRun[]> => {
  const { rows } = await sql<EndedDryRun>`
    select tenant_id, run_id, run_no from recon_run
      where is_dry and matched_at < app_now() - ${days}::float8 * interval '1 day' order by matched_at limit 100`.execute(
    db,
  );
  return rows;
};

/** Notes that a run has no items any more: it has expired. */
export const updateExpired = async (tx: Tx, { tenant_id, run_id }: EndedDryRun): Promise<void> => {
  await tx.deleteFrom('recon_total').where('tenant_id', '=', tenant_id).where('run_id', '=', run_id).execute();
  await tx
    .updateTable('recon_run')
    .set({ matched_at: null, changes: null, version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenant_id)
    .where('run_id', '=', run_id)
    .execute();
};
