import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';
import type { NeedlessRun } from './dry-run-tidy.sql.ts';

/**
 * Whether the items of a run `r` are needed no longer: a newer run of its stage, side and direction has a result; no feedback is about its items and
 * no rule in force was made from one; and no run that waits or goes on is compared with it. By recon_run_of_stage, recon_claim_of_run,
 * recon_rule_of_run.
 */
const isNeedless = sql<boolean>`r.superseded_at is not null and r.items_gone_at is null and r.matched_at is not null and r.closed_at is null
  and exists (select from recon_run n where n.tenant_id = r.tenant_id and n.stage_id = r.stage_id and n.side = r.side and n.direction = r.direction
    and not n.is_dry and n.matched_at is not null and (n.created_at, n.run_id) > (r.created_at, r.run_id))
  and not exists (select from recon_claim c where c.tenant_id = r.tenant_id and c.run_id = r.run_id)
  and not exists (select from recon_rule u where u.tenant_id = r.tenant_id and u.run_id = r.run_id and u.taken_back_at is null)
  and not exists (select from recon_run n join sent_job j on j.job_id = n.job_id where n.tenant_id = r.tenant_id and n.stage_id = r.stage_id
    and n.compared_run_id = r.run_id and j.status in ('queued', 'running'))`;

/** Runs whose items are needed no longer, those first that have been so for longest. By recon_run_superseded. */
export const listSuperseded = async (db: Db, limit: number): Promise<readonly NeedlessRun[]> => {
  const { rows } = await sql<NeedlessRun>`
    select r.tenant_id, r.run_id, r.run_no from recon_run r where ${isNeedless} order by r.superseded_at limit ${limit}`.execute(
    db,
  );
  return rows;
};

/**
 * Locks a run, so that nobody works on it and none is compared with it any more, and notes that its items are gone; false where they are needed by
 * now. By the primary key.
 */
export const updateItemsGone = async (tx: Tx, { tenant_id, run_id }: NeedlessRun): Promise<boolean> => {
  await sql`select from recon_run where tenant_id = ${tenant_id} and run_id = ${run_id} for update`.execute(tx);
  const { rows } = await sql`
    update recon_run r set items_gone_at = app_now(), version = version + 1
      where r.tenant_id = ${tenant_id} and r.run_id = ${run_id} and ${isNeedless} returning 1`.execute(tx);
  return rows.length > 0;
};
